//! The metadata: what the build writes for tools is what the program is.

use crate::node;
use blake2::{Blake2b, Digest, digest::consts::U32};
use gmeta::{Metadata, MetadataRepr, PortableRegistry, TypesRepr};
use parity_scale_codec::Decode;
use rpsls_io::ProgramMetadata;
use scale_info::{TypeDef, form::PortableForm};
use std::{env, fs, path::PathBuf};

/// What the build left in this file beside the program.
pub fn artifact(name: &str) -> Vec<u8> {
    let test_binary = env::current_exe().expect("this runs");
    // `<target>/<profile>/deps/<test binary>`
    let profile = test_binary
        .ancestors()
        .nth(2)
        .and_then(|dir| dir.file_name())
        .expect("cargo put the test binary there");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = target.with_file_name("wasm32-gear").join(profile).join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The types by name, as one writes them in Rust.
pub struct Types(PortableRegistry);

impl Types {
    pub fn decode(registry: &[u8]) -> Self {
        Self(PortableRegistry::decode(&mut &*registry).expect("a registry"))
    }

    pub fn name(&self, id: u32) -> String {
        let ty = self.0.resolve(id).expect("a registered type");
        let parameters: Vec<_> =
            ty.type_params.iter().filter_map(|parameter| parameter.ty).collect();
        match (&ty.type_def, ty.path.ident()) {
            (_, Some(ident)) if parameters.is_empty() => ident,
            (_, Some(ident)) => {
                let parameters = parameters.iter().map(|parameter| self.name(parameter.id));
                format!("{ident}<{}>", parameters.collect::<Vec<_>>().join(", "))
            }
            (TypeDef::Sequence(items), None) => format!("Vec<{}>", self.name(items.type_param.id)),
            (TypeDef::Tuple(fields), None) => {
                let fields = fields.fields.iter().map(|field| self.name(field.id));
                format!("({})", fields.collect::<Vec<_>>().join(", "))
            }
            (TypeDef::Primitive(primitive), None) => format!("{primitive:?}").to_lowercase(),
            (other, None) => panic!("no name for {other:?}"),
        }
    }

    pub fn names(&self, types: &TypesRepr) -> (Option<String>, Option<String>) {
        let name = |id: Option<u32>| id.map(|id| self.name(id));
        (name(types.input), name(types.output))
    }

    /// An enum's variants, or a struct's fields, in order, with their types.
    fn parts(&self, id: u32) -> Vec<(String, Vec<String>)> {
        let types = |fields: &[scale_info::Field<PortableForm>]| {
            fields.iter().map(|field| self.name(field.ty.id)).collect()
        };
        match &self.0.resolve(id).expect("a registered type").type_def {
            TypeDef::Variant(variants) => {
                assert!(
                    (0..).zip(&variants.variants).all(|(index, variant)| variant.index == index),
                    "variants are numbered in order"
                );
                variants
                    .variants
                    .iter()
                    .map(|variant| (variant.name.clone(), types(&variant.fields)))
                    .collect()
            }
            TypeDef::Composite(composite) => composite
                .fields
                .iter()
                .map(|field| {
                    let name = field.name.clone().expect("the field has a name");
                    (name, types(std::slice::from_ref(field)))
                })
                .collect(),
            other => panic!("no parts in {other:?}"),
        }
    }
}

fn written() -> MetadataRepr {
    MetadataRepr::from_hex(artifact("rpsls.meta.txt")).expect("metadata in hexadecimal")
}

fn parts<const N: usize>(parts: [(&str, &[&str]); N]) -> Vec<(String, Vec<String>)> {
    parts.map(|(name, types)| (name.into(), types.iter().map(|ty| (*ty).into()).collect())).into()
}

#[test]
fn the_build_writes_the_metadata() {
    assert_eq!(written(), ProgramMetadata::repr());
}

#[test]
fn each_entry_point_has_its_types() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    let names = |input: Option<&str>, output: Option<&str>| {
        (input.map(str::to_owned), output.map(str::to_owned))
    };
    assert_eq!(types.names(&metadata.init), names(Some("GameConfig"), None));
    assert_eq!(
        types.names(&metadata.handle),
        names(Some("Action"), Some("Result<Event, GameError>"))
    );
    assert_eq!(types.names(&metadata.others), names(None, Some("Event")));
    assert_eq!(types.names(&metadata.state), names(Some("StateQuery"), Some("StateReply")));
    assert_eq!((metadata.reply, metadata.signal), (None, None));
}

#[test]
fn actions_are_listed_in_the_order_of_their_encoding() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.handle.input.expect("an Action")),
        parts([
            ("Register", &[]),
            ("MakeMove", &["H256"]),
            ("Reveal", &["str"]),
            ("ChangeNextGameConfig", &["GameConfig"]),
            ("StopGame", &[]),
            ("Advance", &[]),
            ("Leave", &[]),
        ])
    );
}

#[test]
fn events_are_listed_in_the_order_of_their_encoding() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.others.output.expect("an Event")),
        parts([
            ("PlayerRegistered", &[]),
            ("SuccessfulMove", &["ActorId"]),
            ("SuccessfulReveal", &["RevealResult"]),
            ("GameConfigChanged", &[]),
            ("GameWasStopped", &["BTreeSet<ActorId>"]),
            ("StageAdvanced", &["StageChange"]),
            ("PlayerLeft", &[]),
        ])
    );
}

#[test]
fn queries_and_replies_go_by_the_same_names() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.state.input.expect("a StateQuery")),
        parts([
            ("Config", &[]),
            ("LobbyList", &[]),
            ("GameStage", &[]),
            ("CurrentStageTimestamp", &[]),
            ("Deadline", &[]),
            ("Round", &[]),
            ("Player", &["ActorId"]),
            ("All", &[]),
        ])
    );
    assert_eq!(
        types.parts(metadata.state.output.expect("a StateReply")),
        parts([
            ("Config", &["GameConfig"]),
            ("LobbyList", &["Vec<ActorId>"]),
            ("GameStage", &["GameStage"]),
            ("CurrentStageTimestamp", &["u64"]),
            ("Deadline", &["u64"]),
            ("Round", &["u32"]),
            ("Player", &["PlayerStatus"]),
            ("All", &["GameState"]),
        ])
    );
}

#[test]
fn the_config_is_listed_field_by_field() {
    let metadata = written();
    let types = Types::decode(&metadata.registry);
    assert_eq!(
        types.parts(metadata.init.input.expect("a GameConfig")),
        parts([
            ("bet_size", &["u128"]),
            ("players_count_limit", &["u8"]),
            ("entry_timeout", &["u64"]),
            ("move_timeout", &["u64"]),
            ("reveal_timeout", &["u64"]),
        ])
    );
}

#[test]
fn the_program_s_metahash_is_that_of_the_written_metadata() {
    let _chain = gtest::System::new();
    let metahash = node::run(rpsls::WASM_BINARY_OPT, "metahash", vec![], 0);
    assert_eq!(metahash, Ok(ProgramMetadata::repr().hash().to_vec()));
    assert_eq!(metahash, Ok(Blake2b::<U32>::digest(written().bytes()).to_vec()));
}
