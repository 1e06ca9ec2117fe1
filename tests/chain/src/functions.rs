//! Helpers for modules of state functions.

use crate::{node, types::Types};
use gmeta::MetawasmData;
use parity_scale_codec::Decode;
use std::any::type_name;

/// Decodes the reply of a function.
pub fn decoded<T: Decode>(reply: Result<Vec<u8>, String>) -> T {
    let reply = reply.expect("the function replies");
    let mut rest = &*reply;
    let answer = T::decode(&mut rest);
    assert!(rest.is_empty(), "the reply is a {}", type_name::<T>());
    answer.unwrap_or_else(|error| panic!("not a {}: {error}", type_name::<T>()))
}

/// Lists the functions that a module's metadata names, with their types. A [`gtest::System`] must
/// exist on the thread, as for [`node::run`].
pub fn listed(module: &[u8]) -> Vec<String> {
    let data: MetawasmData = decoded(node::run(module, "metadata", vec![], 0));
    let types = Types::decode(&data.registry);
    let functions = data.funcs.iter().map(|(name, repr)| {
        let (input, output) = types.names(repr);
        let output = output.expect("every function answers");
        format!("{name}({}) -> {output}", input.unwrap_or_default())
    });
    functions.collect()
}
