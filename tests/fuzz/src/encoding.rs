//! Reads messages of either encoding as the programs do.

use parity_scale_codec::Encode;
use program_common::encoding::{Header, Kind, LEN, Prefix, Received};

/// A message in the gmeta encoding, and the prefix of its reply.
pub struct Spoken {
    pub kind: Kind,
    pub body: Vec<u8>,
    /// The header of the message, if there is one.
    header: Option<[u8; LEN]>,
    prefix: Prefix,
}

/// Reads a message to the program of this interface. Returns `None` if the program fails on it,
/// which undoes everything.
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

/// Whether a header is bad, by the table in docs/sails.md.
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
    /// Checks the prefix of a reply, which comes from the message.
    pub fn check_reply(&self, reply: &impl Encode) {
        let reply = reply.encode();
        let mut said = [&[0; LEN], &*reply].concat();
        let start = self.prefix.write_before(&mut said);
        let expected = match (self.header, self.kind) {
            (None, _) => reply,
            (Some(header), Kind::Action) => [&header, &*reply].concat(),
            // The header says which query this is, and so which reply.
            (Some(header), Kind::Query) => [&header, &reply[1..]].concat(),
        };
        assert_eq!(said[start..], expected);
    }
}

/// Encodes a value of an enum with a header of this interface.
pub fn headed(interface: [u8; 8], kind: Kind, said: &impl Encode) -> Vec<u8> {
    let said = said.encode();
    [&Header::call(interface, kind, said[0]).to_bytes(), &said[1..]].concat()
}

/// A good message, spoiled in each possible way. Some of the results are still good.
pub fn spoiled(interface: [u8; 8], query: &[u8], action: &[u8]) -> Vec<Vec<u8>> {
    let with = |at: usize, byte: u8| {
        let mut payload = action.to_vec();
        payload[at] = byte;
        payload
    };
    let unknown = |kind| headed(interface, kind, &200u8);
    vec![
        // With another first byte it is an action or nothing; with another second byte it has no
        // header.
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
        // A header with nothing after it, and parts of it.
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
