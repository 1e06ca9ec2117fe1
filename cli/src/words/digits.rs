//! Hashes and ids as people and JSON see them.

/// All digits of a hash or an id.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    format!("0x{}", hex::encode(bytes))
}

/// The first and last digits of a hash or an id.
pub fn short(bytes: impl AsRef<[u8]>) -> String {
    let digits = hex::encode(bytes);
    format!("0x{}…{}", &digits[..6], &digits[60..])
}
