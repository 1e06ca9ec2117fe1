//! The memory of programs, for the processor, which loads it page by page.
//!
//! It asks storage that belongs to a thread, so the pages of the state in
//! execution are put there.

use gear_core::{ids::ActorId, memory::PageBuf, pages::GearPage};
use gear_lazy_pages::{LazyPagesStorage, LazyPagesVersion};
use gear_lazy_pages_common::LazyPagesInitContext;
use imbl::OrdMap;
use parity_scale_codec::{Decode, DecodeAll};
use std::cell::{Cell, RefCell};

pub type Pages = OrdMap<(ActorId, GearPage), PageBuf>;

/// Precedes the key of a page.
const PREFIX: [u8; 32] = *b"memory pages of gear's programs.";

thread_local! {
    static PAGES: RefCell<Pages> = RefCell::default();
    static IS_PREPARED: Cell<bool> = const { Cell::new(false) };
}

/// Makes these the pages that the processor finds on this thread.
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
            let page: &[u8] = pages.get(&Key::decoded(key))?;
            buffer.copy_from_slice(page);
            u32::try_from(page.len()).ok()
        })
    }
}
