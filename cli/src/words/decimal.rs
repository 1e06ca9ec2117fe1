//! For `serde`: a value as a decimal string, since JSON's numbers can't hold it.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
