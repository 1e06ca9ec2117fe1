//! The memory of programs, which the processor loads page by page.
//!
//! The processor reads pages from thread-local storage. An execution puts its state's pages there.

use gear_core::{ids::ActorId, pages::GearPage};
use gear_lazy_pages::{LazyPagesStorage, LazyPagesVersion};
use gear_lazy_pages_common::LazyPagesInitContext;
use imbl::OrdMap;
use parity_scale_codec::{Decode, DecodeAll};
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

pub type Pages = OrdMap<(ActorId, GearPage), Page>;

/// The size of a piece of a page, in bytes. Pages share or copy whole pieces.
const PIECE: usize = 512;

type Piece = [u8; PIECE];

/// A page of a program's memory. It shares unchanged pieces with the page that it replaces, because
/// a message often writes only a few bytes.
#[derive(Clone)]
pub struct Page(Arc<[Arc<Piece>]>);

impl Page {
    /// A page of these bytes. It replaces the page `before`, if there is one.
    pub fn new(bytes: &[u8], before: Option<&Self>) -> Self {
        let known = before.map_or(&[][..], |page| &*page.0);
        let mut known = known.iter();
        let pieces = bytes.chunks_exact(PIECE).map(|piece| match known.next() {
            Some(same) if same[..] == *piece => Arc::clone(same),
            _ => Arc::new(piece.try_into().expect("each piece has that length")),
        });
        Self(pieces.collect())
    }

    /// The page's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|piece| piece.iter().copied()).collect()
    }

    fn copy_to(&self, buffer: &mut [u8]) {
        for (to, piece) in buffer.chunks_exact_mut(PIECE).zip(&*self.0) {
            to.copy_from_slice(&piece[..]);
        }
    }
}

/// The prefix of a page's key.
const PREFIX: [u8; 32] = *b"memory pages of gear's programs.";

thread_local! {
    static PAGES: RefCell<Pages> = RefCell::default();
    static IS_PREPARED: Cell<bool> = const { Cell::new(false) };
}

/// Makes these the pages that the processor reads on this thread.
pub fn install(pages: Pages) {
    if !IS_PREPARED.replace(true) {
        let context = LazyPagesInitContext::new(PREFIX);
        let prepared = gear_lazy_pages::init(LazyPagesVersion::Version1, context, Storage);
        prepared.expect("the handler of page faults can be installed");
    }
    PAGES.set(pages);
}

#[derive(Decode)]
struct Key {
    _prefix: [u8; 32],
    program: ActorId,
    _infix: u32,
    page: GearPage,
}

impl Key {
    fn decoded(mut bytes: &[u8]) -> (ActorId, GearPage) {
        let key = Self::decode_all(&mut bytes).expect("keys are encoded by the processor");
        (key.program, key.page)
    }
}

#[derive(Debug)]
struct Storage;

impl LazyPagesStorage for Storage {
    fn page_exists(&self, key: &[u8]) -> bool {
        PAGES.with_borrow(|pages| pages.contains_key(&Key::decoded(key)))
    }

    fn load_page(&mut self, key: &[u8], buffer: &mut [u8]) -> Option<u32> {
        PAGES.with_borrow(|pages| {
            pages.get(&Key::decoded(key))?.copy_to(buffer);
            u32::try_from(buffer.len()).ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shares_what_did_not_change() {
        let mut bytes = vec![0; GearPage::SIZE as usize];
        bytes[1000] = 1;
        let before = Page::new(&bytes, None);
        bytes[3 * PIECE] = 7;
        let after = Page::new(&bytes, Some(&before));
        assert_eq!(after.bytes(), bytes);
        let mut read = vec![0xff; bytes.len()];
        after.copy_to(&mut read);
        assert_eq!(read, bytes);
        let shared = before.0.iter().zip(&*after.0).filter(|(one, other)| Arc::ptr_eq(one, other));
        assert_eq!(shared.count(), before.0.len() - 1);
    }
}
