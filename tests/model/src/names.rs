//! The names of variants.

use parity_scale_codec::Decode;
use std::fmt::Debug;

/// The name of a variant.
pub(crate) fn name(variant: &impl Debug) -> String {
    let debug = format!("{variant:?}");
    debug.split([' ', '(', '{']).next().unwrap_or_default().into()
}

/// The names of all variants of an enum, after these words. Each decodes zeros after its number.
pub(crate) fn names<T: Decode + Debug>(before: &str) -> impl Iterator<Item = String> {
    let decoded = |number: u8| T::decode(&mut &[&[number][..], &[0; 200]].concat()[..]).ok();
    (0..).map_while(decoded).map(move |variant| format!("{before}{}", name(&variant)))
}
