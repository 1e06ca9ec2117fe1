//! Messages of either encoding, read as the programs do.

use parity_scale_codec::Encode;
use program_common::encoding::{Header, Kind, LEN, Prefix, Received};

/// What a message says, as the gmeta encoding has it, and what its reply begins with.
pub struct Spoken {
    pub kind: Kind,
    pub body: Vec<u8>,
    /// The call's header, if there is one.
    header: Option<[u8; LEN]>,
    prefix: Prefix,
}

/// Reads a message to the program of this interface. There is none if the program fails
/// on it, which undoes everything.
///
/// # Panics
///
/// If it is read otherwise than the specification says.
pub fn read(payload: &[u8], interface: [u8; 8]) -> Option<Spoken> {
    let mut bytes = payload.to_vec();
    let Ok(Received { kind, body, prefix }) = Received::read(&mut bytes, interface) else {
        assert!(is_bad(payload, interface), "{payload:02x?} is good");
        return None;
    };
    assert!(!is_bad(payload, interface), "{payload:02x?} is bad");
    let header = payload.starts_with(b"GM").then(|| *payload.first_chunk().expect("a header"));
    let (expected, fields) = match header {
        Some(header) => (vec![header[12]], &payload[LEN..]),
        None => (vec![], payload),
    };
    assert_eq!(body, [&expected, fields].concat());
    assert_eq!(kind as u8, header.map_or(0, |header| header[13]), "{payload:02x?}");
    Some(Spoken { kind, body: body.to_vec(), header, prefix })
}

/// By the table in docs/sails.md.
fn is_bad(payload: &[u8], interface: [u8; 8]) -> bool {
    let is_good = |header: &[u8; LEN]| {
        header[2..4] == [1, 16]
            && header[4..12] == interface
            && header[13] < 2
            && header[14] < 2
            && header[15] == 0
    };
    payload.starts_with(b"GM") && !payload.first_chunk().is_some_and(is_good)
}

impl Spoken {
    /// Checks what precedes a reply, which is that of the call.
    ///
    /// # Panics
    ///
    /// If it is another.
    pub fn check_reply(&self, reply: &impl Encode) {
        let reply = reply.encode();
        let mut said = [&[0; LEN], &*reply].concat();
        let start = self.prefix.write_before(&mut said);
        let expected = match (self.header, self.kind) {
            (None, _) => reply,
            (Some(header), Kind::Action) => [&header, &*reply].concat(),
            // The header tells what is asked, and so what is answered.
            (Some(header), Kind::Query) => [&header, &reply[1..]].concat(),
        };
        assert_eq!(said[start..], expected);
    }
}

/// A message with a header of this interface, of an enum's encoding.
pub fn headed(interface: [u8; 8], kind: Kind, said: &impl Encode) -> Vec<u8> {
    let said = said.encode();
    [&Header::call(interface, kind, said[0]).to_bytes(), &said[1..]].concat()
}

/// A good message, spoiled in each way that there is, and some that are good yet.
pub fn spoiled(interface: [u8; 8], query: &[u8], action: &[u8]) -> Vec<Vec<u8>> {
    let with = |at: usize, byte: u8| {
        let mut payload = action.to_vec();
        payload[at] = byte;
        payload
    };
    let unknown = |kind| headed(interface, kind, &200u8);
    vec![
        // Another first byte is an action's, or none's; another second one is no header's.
        with(0, 0),
        with(0, 0x46),
        with(1, 0x4e),
        with(2, 0),
        with(2, 2),
        with(3, 15),
        with(3, 255),
        with(4, interface[0] ^ 1),
        with(11, interface[7] ^ 0x80),
        with(12, 200),
        with(13, 1),
        with(13, 2),
        with(14, 0),
        with(14, 2),
        with(15, 1),
        unknown(Kind::Action),
        unknown(Kind::Query),
        // A header that nothing follows, and parts of it.
        action[..LEN].to_vec(),
        action[..LEN - 1].to_vec(),
        action[..3].to_vec(),
        action[..2].to_vec(),
        action[..1].to_vec(),
        query.to_vec(),
        query[..query.len() - 1].to_vec(),
        // Bytes after a whole action are ignored.
        [action, b"GM"].concat(),
        [&action[..LEN], action].concat(),
    ]
}
