//! Generates a client of each program from its IDL, as anybody would who has only the IDL.

use program_idl::Interface;
use sails_client_gen_v2::ClientGenerator;
use std::{env, error::Error, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    // This does not read the IDL in the code, which a build script would have to build a second
    // time. A test compares the two.
    for (program, interface) in [
        ("Rpsls", Interface::of::<rpsls_io::ProgramMetadata>(&rpsls_io::StateQuery::ANSWERS)),
        (
            "RpslsClub",
            Interface::of::<rpsls_club_io::ProgramMetadata>(&rpsls_club_io::StateQuery::ANSWERS),
        ),
        (
            "TicTacToe",
            Interface::of::<tic_tac_toe_io::ProgramMetadata>(&tic_tac_toe_io::StateQuery::ANSWERS),
        ),
    ] {
        let idl = interface.idl(program, "");
        ClientGenerator::from_idl(&idl).generate_to(out.join(format!("{program}.rs")))?;
    }
    Ok(())
}
