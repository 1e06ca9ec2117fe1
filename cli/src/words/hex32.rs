//! For `serde`: 32 bytes as `0x` and their hexadecimal digits.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub fn serialize<S: Serializer>(bytes: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&super::digits::hex(bytes))
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
    let text = String::deserialize(from)?;
    let mut bytes = [0; 32];
    let digits = text.strip_prefix("0x").ok_or_else(|| D::Error::custom("no 0x"))?;
    hex::decode_to_slice(digits, &mut bytes).map_err(D::Error::custom)?;
    Ok(bytes)
}
