//! The IDL in the program itself, as Sails' `idl-embedding-spec` has it.

use miniz_oxide::deflate::compress_to_vec;

/// The name of the custom section.
pub const SECTION: &str = "sails:idl";

/// The version of the envelope, and the flag for raw deflate.
const ENVELOPE: [u8; 2] = [1, 1];

/// zlib's highest level of compression: a build waits, and uploads cost by the byte.
const LEVEL: u8 = 9;

/// The module with this IDL in a custom section at its end. To be called last: what
/// strips a module takes such sections for what only debuggers read.
pub fn with_idl(mut wasm: Vec<u8>, idl: &str) -> Vec<u8> {
    let name = [leb128(SECTION.len()), SECTION.into()].concat();
    let payload = compress_to_vec(idl.as_bytes(), LEVEL);
    let len = name.len() + ENVELOPE.len() + payload.len();
    wasm.push(0);
    wasm.extend([leb128(len), name, ENVELOPE.into(), payload].concat());
    wasm
}

fn leb128(mut number: usize) -> Vec<u8> {
    let mut bytes = vec![];
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use miniz_oxide::inflate::decompress_to_vec;

    const EMPTY: &[u8] = b"\0asm\x01\0\0\0";

    #[test]
    fn the_section_holds_the_idl() {
        let wasm = with_idl(EMPTY.into(), "service Table {}");
        let (head, payload) = wasm.split_at(EMPTY.len() + 2 + 1 + SECTION.len() + 2);
        let len = (head.len() + payload.len() - EMPTY.len() - 2) as u8;
        assert_eq!(head, [EMPTY, &[0, len, 9], b"sails:idl", &ENVELOPE].concat());
        assert_eq!(decompress_to_vec(payload).expect("raw deflate"), b"service Table {}");
    }

    #[test]
    fn lengths_are_leb128() {
        assert_eq!(leb128(0x7f), [0x7f]);
        assert_eq!(leb128(0x80), [0x80, 1]);
        assert_eq!(leb128(624_485), [0xe5, 0x8e, 0x26]);
    }
}
