//! `docs/protocol.md` is true: each of its vectors decodes to what it says and
//! encodes back to the same bytes, and none is missing.

use parity_scale_codec::{Decode, DecodeAll, Encode};
use rpsls_io::{
    Action, ConfigError, Event, GameConfig, GameError, GameStage, GameState, Move, PlayerStatus,
    RevealResult, StageChange, StateQuery, StateReply, TableInit, bound_commitment, commitment,
};
use scale_info::{TypeDef, TypeInfo};
use std::fmt::Debug;

const PAGE: &str = include_str!("../../docs/protocol.md");

/// The lines of the block fenced as this kind of vectors, each split at its
/// first space: bytes in hexadecimal, and what they mean.
fn vectors(kind: &str) -> Vec<(Vec<u8>, &'static str)> {
    let fence = format!("```text {kind}\n");
    let blocks = PAGE.split(fence.as_str()).skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap_or("").lines());
    let vectors: Vec<_> = lines
        .map(|line| {
            let (hex, meaning) = line.split_once(' ').expect("bytes and their meaning");
            (bytes(hex), meaning.trim())
        })
        .collect();
    assert!(!vectors.is_empty(), "no vectors of {kind}");
    vectors
}

fn bytes(hex: &str) -> Vec<u8> {
    assert!(hex.len().is_multiple_of(2), "{hex}");
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits");
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// Checks a type's vectors. Returns how many begin with another byte.
fn check<T: Decode + Encode + Debug>(kind: &str) -> usize {
    let mut firsts = vec![];
    for (bytes, meaning) in vectors(kind) {
        let value = T::decode_all(&mut bytes.as_slice());
        let value = value.unwrap_or_else(|error| panic!("{kind} {meaning}: {error}"));
        assert_eq!(format!("{value:?}"), meaning, "{kind}");
        assert_eq!(value.encode(), bytes, "{kind} {meaning}");
        firsts.push(bytes[0]);
    }
    firsts.sort_unstable();
    firsts.dedup();
    firsts.len()
}

/// Checks the vectors of a type, of which each variant must have one.
fn check_variants<T: Decode + Encode + Debug + TypeInfo>(kind: &str) {
    let TypeDef::Variant(variants) = T::type_info().type_def else { panic!("{kind} is no enum") };
    assert_eq!(check::<T>(kind), variants.variants.len(), "each variant of {kind} has a vector");
}

#[test]
fn every_variant_has_a_vector_that_holds() {
    check_variants::<Action>("Action");
    check_variants::<Event>("Event");
    check_variants::<RevealResult>("RevealResult");
    check_variants::<StageChange>("StageChange");
    check_variants::<GameError>("GameError");
    check_variants::<ConfigError>("ConfigError");
    check_variants::<GameStage>("GameStage");
    check_variants::<PlayerStatus>("PlayerStatus");
    check_variants::<Move>("Move");
    check_variants::<StateQuery>("StateQuery");
    check_variants::<StateReply>("StateReply");
    check_variants::<Result<Event, GameError>>("Reply");
}

#[test]
fn structures_have_vectors_that_hold() {
    check::<GameConfig>("GameConfig");
    check::<TableInit>("TableInit");
    check::<GameState>("GameState");
}

#[test]
fn a_deployment_is_read_as_the_page_says() {
    for (bytes, meaning) in vectors("TableInit") {
        let init = TableInit::of_payload(&bytes).expect("is one");
        assert_eq!(format!("{init:?}"), meaning);
    }
    for (bytes, meaning) in vectors("GameConfig") {
        let init = TableInit::of_payload(&bytes).expect("a bare config is one");
        assert_eq!(format!("{:?}", init.config), meaning);
    }
}

#[test]
fn hashes_are_computed_as_the_page_says() {
    for (hash, of) in vectors("commitment") {
        assert_eq!(commitment(of).as_bytes(), hash, "{of}");
    }
    for (hash, of) in vectors("bound") {
        let [program, player, opening] = of.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{of} is a program, a player and an opening")
        };
        let [program, player] = [program, player].map(|id| id.parse().expect("an id"));
        assert_eq!(bound_commitment(program, player, opening).as_bytes(), hash, "{of}");
    }
}
