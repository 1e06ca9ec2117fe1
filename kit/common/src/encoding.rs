//! The Sails encoding: messages with a header.
//!
//! A message in the gmeta encoding is an enum's: a byte that names the variant, then the
//! fields. In the Sails encoding, a header of 16 bytes takes the place of that byte:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | `GM` |
//! | 1 | the version, 1 |
//! | 1 | the header's length, 16 |
//! | 8 | the interface's id; all zeros for the constructor |
//! | 2 | the entry: the variant, then its [`Kind`] |
//! | 1 | the route: 1, or 0 to infer it |
//! | 1 | 0 |
//!
//! So if the variant is written over the header's last byte, a message in the gmeta encoding
//! begins there.

use core::fmt;
use parity_scale_codec::DecodeAll;

/// The length of a header, in bytes.
pub const LEN: usize = 16;

/// The bytes that a header begins with.
const MAGIC: [u8; 2] = *b"GM";
/// The version of the header's layout.
const VERSION: u8 = 1;

/// The route of a program's only service.
const ONLY_ROUTE: u8 = 1;

/// A header that has been checked, or that this program made.
///
/// The interface's id is kept as a word, which saves gas: bytes would be copied one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    interface: u64,
    variant: u8,
    kind: u8,
    route: u8,
}

/// Which enum an entry is a variant of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The actions; in an event's header, the events.
    Action = 0,
    /// The queries of the state.
    Query = 1,
}

/// Why a header is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// The message is shorter than a header.
    CutShort,
    /// The version is not 1.
    Version,
    /// The length is not 16.
    Length,
    /// The interface is another one.
    Interface,
    /// There is no such entry.
    Entry,
    /// There is no such route.
    Route,
    /// The last byte is not 0.
    Reserved,
}

impl HeaderError {
    /// The error as text. Programs panic with it, and need no code that formats.
    pub const fn text(self) -> &'static str {
        match self {
            Self::CutShort => "the header is cut short",
            Self::Version => "the header's version must be 1",
            Self::Length => "the header's length must be 16",
            Self::Interface => "the header names another interface",
            Self::Entry => "the header names an unknown entry",
            Self::Route => "the header's route must be 0 or 1",
            Self::Reserved => "the header's last byte must be 0",
        }
    }
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl core::error::Error for HeaderError {}

impl Header {
    /// The header of the constructor.
    pub const CONSTRUCTOR: Self = Self { interface: 0, variant: 0, kind: 0, route: 0 };

    /// The header of a call with this variant, and of the reply to it.
    pub const fn call(interface: [u8; 8], kind: Kind, variant: u8) -> Self {
        let interface = u64::from_le_bytes(interface);
        Self { interface, variant, kind: kind as u8, route: ONLY_ROUTE }
    }

    /// The header as bytes.
    pub const fn to_bytes(self) -> [u8; LEN] {
        let Self { interface, variant, kind, route } = self;
        let start = u32::from_le_bytes([MAGIC[0], MAGIC[1], VERSION, LEN as u8]);
        let entry = u32::from_le_bytes([variant, kind, route, 0]);
        let header = (entry as u128) << 96 | (interface as u128) << 32 | start as u128;
        header.to_le_bytes()
    }

    /// Reads a message's header; none if the message is in the gmeta encoding. It does not
    /// check entry and route.
    fn of(payload: &[u8], interface: u64) -> Result<Option<Self>, HeaderError> {
        let [b'G', b'M', ..] = payload else {
            return Ok(None);
        };
        let header = *payload.first_chunk::<LEN>().ok_or(HeaderError::CutShort)?;
        let [_, _, version, len, a, b, c, d, e, f, g, h, variant, kind, route, reserved] = header;
        if version != VERSION {
            return Err(HeaderError::Version);
        }
        if usize::from(len) != LEN {
            return Err(HeaderError::Length);
        }
        if u64::from_le_bytes([a, b, c, d, e, f, g, h]) != interface {
            return Err(HeaderError::Interface);
        }
        if reserved != 0 {
            return Err(HeaderError::Reserved);
        }
        Ok(Some(Self { interface, variant, kind, route }))
    }
}

/// A message of either encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received<'a> {
    /// Whether it is an action or a query. In the gmeta encoding it is an action.
    pub kind: Kind,
    /// The variant and its fields, in the gmeta encoding.
    pub body: &'a [u8],
    /// The prefix of the reply.
    pub prefix: Prefix,
}

impl<'a> Received<'a> {
    /// Reads a message to the program of this interface.
    ///
    /// # Errors
    ///
    /// If there is a header, and it is not one for this program.
    pub fn read(payload: &'a mut [u8], interface: [u8; 8]) -> Result<Self, HeaderError> {
        let Some(header) = Header::of(payload, u64::from_le_bytes(interface))? else {
            return Ok(Self { kind: Kind::Action, body: payload, prefix: Prefix::None });
        };
        let (kind, prefix) = match header.kind {
            0 => (Kind::Action, Prefix::Header(header)),
            1 => (Kind::Query, Prefix::InsteadOfVariant(header)),
            _ => return Err(HeaderError::Entry),
        };
        if header.route > ONLY_ROUTE {
            return Err(HeaderError::Route);
        }
        let body = &mut payload[LEN - 1..];
        body[0] = header.variant;
        Ok(Self { kind, body, prefix })
    }
}

/// Reads a deployment's payload in the Sails encoding; none if it is in the gmeta encoding.
///
/// A payload in the gmeta encoding may begin like a header, with an amount or a time. So the
/// beginning is taken for a header only if a whole `T`, and nothing more, follows it.
///
/// # Errors
///
/// If that header is not the constructor's.
pub fn constructor<T: DecodeAll>(payload: &[u8]) -> Result<Option<T>, HeaderError> {
    let [b'G', b'M', ..] = payload else {
        return Ok(None);
    };
    let Some(init) = payload.get(LEN..).and_then(|mut init| T::decode_all(&mut init).ok()) else {
        return Ok(None);
    };
    match Header::of(payload, 0)? {
        Some(Header::CONSTRUCTOR) => Ok(Some(init)),
        Some(header) if header.route > 0 => Err(HeaderError::Route),
        _ => Err(HeaderError::Entry),
    }
}

/// The bytes that a program puts before a reply, an event or a payout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// Nothing: the gmeta encoding.
    None,
    /// This header; the variant follows it. Replies to actions have it.
    Header(Header),
    /// This header; the variant is left out. Replies to queries have it.
    InsteadOfVariant(Header),
    /// This header, with the variant in it. Events and payouts have it.
    WithVariant(Header),
}

impl Prefix {
    /// The prefix of events and payouts of a program of this interface, which was deployed
    /// in the Sails encoding or not.
    pub const fn of_events(interface: [u8; 8], is_sails: bool) -> Self {
        if is_sails {
            Self::WithVariant(Header::call(interface, Kind::Action, 0))
        } else {
            Self::None
        }
    }

    /// Writes the prefix into a buffer of [`LEN`] free bytes and an enum's encoding. Returns
    /// the index at which the message begins.
    ///
    /// # Panics
    ///
    /// If not even the variant follows the free bytes.
    pub fn write_before(&self, buffer: &mut [u8]) -> usize {
        let (mut header, at) = match *self {
            Self::None => return LEN,
            Self::Header(header) => (header, 0),
            Self::InsteadOfVariant(header) | Self::WithVariant(header) => (header, 1),
        };
        if let Self::WithVariant(_) = self {
            header.variant = buffer[LEN];
        }
        buffer[at..at + LEN].copy_from_slice(&header.to_bytes());
        at
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;

    use super::*;
    use alloc::{vec, vec::Vec};
    use parity_scale_codec::{Decode, Encode};

    const INTERFACE: usize = 4;
    const VARIANT: usize = 12;
    const KIND: usize = 13;
    const ROUTE: usize = 14;
    const RESERVED: usize = 15;

    const ID: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];

    /// The specification's layout, byte by byte.
    const CALL: [u8; LEN] = [0x47, 0x4d, 1, 16, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 0];

    #[derive(Debug, PartialEq, Encode, Decode)]
    enum Thing {
        #[codec(index = 9)]
        Pair(u8, u16),
        #[codec(index = 5)]
        Bare,
    }

    fn said(prefix: Prefix, enumeration: impl Encode) -> Vec<u8> {
        let mut said = [&[0xee; LEN][..], &enumeration.encode()].concat();
        let from = prefix.write_before(&mut said);
        said.split_off(from)
    }

    const PAIR: Thing = Thing::Pair(7, 0x0201);

    fn call(fields: &[u8]) -> Vec<u8> {
        [&CALL, fields].concat()
    }

    /// Reads a call of `Pair` with this byte of the header set to this.
    fn spoiled(at: usize, byte: u8) -> Result<(), HeaderError> {
        let mut payload = call(&[7, 1, 2]);
        payload[at] = byte;
        Received::read(&mut payload, ID).map(drop)
    }

    #[test]
    fn the_gmeta_encoding_is_left_as_it_is() {
        for plain in [&[][..], &[9, 7, 1, 2], &[0x47], &[0x47, 0x4e, 1, 16], &[255; 40]] {
            let mut payload = plain.to_vec();
            let expected = Received { kind: Kind::Action, body: plain, prefix: Prefix::None };
            assert_eq!(Received::read(&mut payload, ID), Ok(expected));
        }
        assert_eq!(said(Prefix::None, PAIR), PAIR.encode());
        assert_eq!(Prefix::of_events(ID, false), Prefix::None);
    }

    #[test]
    fn a_header_becomes_the_variant() {
        let mut payload = call(&[7, 1, 2]);
        let received = Received::read(&mut payload, ID).expect("a good header");
        assert_eq!(Thing::decode_all(&mut &*received.body), Ok(PAIR));
        assert_eq!(received.kind, Kind::Action);
        let reply = said(received.prefix, Ok::<_, Thing>(PAIR));
        assert_eq!(reply, call(&[0, 9, 7, 1, 2]), "the header of the call, and a result");
        assert_eq!(Header::call(ID, Kind::Action, 9).to_bytes(), CALL);
    }

    #[test]
    fn the_route_may_be_inferred() {
        let mut payload = call(&[7, 1, 2]);
        payload[ROUTE] = 0;
        let header = payload[..LEN].to_vec();
        let received = Received::read(&mut payload, ID).expect("a good header");
        assert_eq!(said(received.prefix, Thing::Bare), [&header[..], &[5]].concat());
    }

    #[test]
    fn a_query_is_answered_without_the_variant() {
        let mut payload = call(&[]);
        payload[KIND] = 1;
        let header = payload[..LEN].to_vec();
        let received = Received::read(&mut payload, ID).expect("a good header");
        assert_eq!((received.kind, received.body), (Kind::Query, &[9][..]));
        assert_eq!(said(received.prefix, PAIR), [&header[..], &[7, 1, 2]].concat());
        assert_eq!(Header::call(ID, Kind::Query, 9).to_bytes(), header[..]);
    }

    #[test]
    fn an_event_has_its_variant_in_the_header() {
        let prefix = Prefix::of_events(ID, true);
        assert_eq!(said(prefix, PAIR), call(&[7, 1, 2]));
        let mut bare = CALL;
        bare[VARIANT] = 5;
        assert_eq!(said(prefix, Thing::Bare), bare);
    }

    #[test]
    fn each_byte_that_is_wrong_is_told() {
        assert_eq!(spoiled(2, 2), Err(HeaderError::Version));
        for length in [0, 15, 17, 32] {
            assert_eq!(spoiled(3, length), Err(HeaderError::Length));
        }
        for at in INTERFACE..VARIANT {
            assert_eq!(spoiled(at, 0), Err(HeaderError::Interface), "{at}");
        }
        assert_eq!(spoiled(KIND, 2), Err(HeaderError::Entry));
        assert_eq!(spoiled(ROUTE, 2), Err(HeaderError::Route));
        assert_eq!(spoiled(RESERVED, 1), Err(HeaderError::Reserved));
        assert_eq!(spoiled(ROUTE, 1), Ok(()));
        for len in 2..LEN {
            let read = Received::read(&mut CALL[..len].to_vec(), ID).map(drop);
            assert_eq!(read, Err(HeaderError::CutShort), "{len}");
        }
    }

    fn constructed(payload: &[u8]) -> Result<Option<(u64, u8)>, HeaderError> {
        constructor(payload)
    }

    #[test]
    fn a_constructor_takes_what_the_gmeta_encoding_does() {
        let init = (77_u64, 3_u8);
        let header = Header::CONSTRUCTOR.to_bytes();
        let payload = [&header[..], &init.encode()].concat();
        assert_eq!(constructed(&payload), Ok(Some(init)));
        assert_eq!(constructed(&init.encode()), Ok(None));
        for (at, error) in [
            (2, HeaderError::Version),
            (3, HeaderError::Length),
            (INTERFACE, HeaderError::Interface),
            (VARIANT, HeaderError::Entry),
            (KIND, HeaderError::Entry),
            (ROUTE, HeaderError::Route),
            (RESERVED, HeaderError::Reserved),
        ] {
            let mut payload = payload.clone();
            payload[at] += 1;
            assert_eq!(constructed(&payload), Err(error), "{at}");
        }
    }

    #[test]
    fn a_number_that_looks_like_a_header_is_still_one() {
        // gmeta's own encodings: whole, or followed by what it ignores.
        let init = (0x1001_4d47_u64, 0_u8);
        assert_eq!(constructed(&init.encode()), Ok(None));
        for more in (1..LEN + 9).filter(|more| 9 + more != LEN + 9) {
            let payload = [init.encode(), vec![0; more]].concat();
            assert_eq!(constructed(&payload), Ok(None), "{more}");
        }
    }
}
