//! For `serde`: a value as a decimal string, since JSON's numbers can't hold it.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub fn serialize<S: Serializer>(value: &u128, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// The same for a value that may not be known.
pub mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &Option<u128>, to: S) -> Result<S::Ok, S::Error> {
        value.map(|value| value.to_string()).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u128>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
    }
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
