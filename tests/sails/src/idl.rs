//! Checks how Sails' parser and generator read the IDL in the programs.

use crate::support::{GENERATED, built, embedded};
use sails_client_gen_v2::ClientGenerator;
use sails_idl_parser_v2::parse_idl;

const PROGRAMS: [&str; 3] = ["rpsls", "rpsls_club", "tic_tac_toe"];

#[test]
fn the_idl_in_the_program_is_the_one_beside_it() {
    for program in PROGRAMS {
        let beside = String::from_utf8(built(&format!("{program}.idl"))).expect("text");
        assert_eq!(embedded(program), beside, "{program}");
    }
}

/// The parser checks an id that is written, and computes one that is not.
#[test]
fn the_parser_works_out_the_id_that_is_written() {
    for program in PROGRAMS {
        let idl = embedded(program);
        let written = idl.split_once("@0x").expect("the service's id").1[..16].to_owned();
        let bare = idl.replace(&format!("@0x{written}"), "");
        let parsed = [&idl, &bare].map(|idl| parse_idl(idl).expect("an IDL of version 2"));
        for document in parsed {
            let id = document.services[0].name.interface_id.expect("the parser computes the id");
            assert_eq!(id.to_string(), format!("0x{written}"), "{program}");
        }
    }
}

#[test]
fn entries_are_the_indices_of_variants() {
    let document = parse_idl(&embedded("rpsls")).expect("an IDL of version 2");
    let [table] = &document.services[..] else { panic!("one service") };
    let entry = |name: &str| {
        let mut functions = table.funcs.iter();
        functions.find(|function| function.name == name).expect(name).entry_id
    };
    assert_eq!(["Register", "Reveal", "Join"].map(entry), [0, 2, 8]);
    assert_eq!(["Config", "All"].map(entry), [256, 263]);
    let mut events = table.events.iter();
    let over = events.find(|event| event.name == "SuccessfulReveal").expect("the event");
    assert_eq!(over.entry_id, 2);
    let program = document.program.expect("the program");
    assert_eq!(program.ctors[0].name, "New");
    assert_eq!(program.services[0].route_idx, 1);
}

/// The clients that play here are those that anybody gets who has only the code.
#[test]
fn the_clients_are_generated_from_the_idl_in_the_code() {
    for (program, client) in GENERATED {
        let generated = ClientGenerator::from_idl(&embedded(program)).generate().expect("a client");
        assert_eq!(generated, client, "{program}");
    }
}
