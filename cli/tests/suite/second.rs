//! The same account elsewhere: on another computer, in a folder that is synced or was restored, or by a
//! second bot.

use crate::{
    club::{tables, with_club},
    world::{Running, World, finish, text},
};
use std::{fs, path::PathBuf};

/// The files of a folder in the home.
fn files(world: &World, folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(world.home().join(folder)).expect("there are some");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths.filter(|path| path.extension().is_some_and(|is| is == "json")).collect()
}

#[test]
fn a_copy_that_a_synced_folder_makes_is_no_game_and_no_table() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    world.ok(&ada, &["register"]);
    // What another computer had, as programs that sync folders keep it.
    for path in files(&world, "games") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        fs::copy(&path, path.with_file_name(format!("{name} (conflicted copy).json"))).unwrap();
        let name = format!("{name}.sync-conflict-20261128-101112-ABCDEFG.json");
        fs::copy(&path, path.with_file_name(name)).unwrap();
    }
    world.ok(&ada, &["leave"]);
    let listed = world.json("", &["games"]);
    assert_eq!(listed["games"].as_array().unwrap().len(), 1, "{listed}");
    // The copies say that a game is open: no seat would ever be taken again.
    let playing = world.seated(&ada, &["--moves", "rock"]);
    world.lose_to(playing, &bob);
}

#[test]
fn a_name_that_two_tables_have_names_none() {
    let world = World::new();
    let owner = world.rich_player("owner");
    let [den, club] = ["den", "club"].map(|name| world.deploy_named(&owner, name));
    let file = files(&world, "tables").into_iter();
    let file = file.into_iter().find(|path| path.to_str().unwrap().contains(&club[2..]));
    let file = file.expect("it is kept");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("\"club\"", "\"den\"")).unwrap();
    let said = world.fails(2, &owner, &["--table", "den", "status"]);
    assert!(said.contains("2 tables are called den"), "{said}");
    assert!(said.contains(&den[2..]) && said.contains(&club[2..]), "{said}");
    world.ok(&owner, &["--table", &den, "status"]);
}

#[test]
fn what_the_account_does_elsewhere_is_told_and_counts_for_the_limit() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let playing = world.seated(&ada, &["--moves", "rock"]);
    world.ok(&bob, &["register"]);
    // Another program, which this one's notes don't know.
    let elsewhere = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let mut command = world.command(&ada, &["transfer", &bob, "1"]);
        command.env("RPSLS_HOME", elsewhere.path());
        assert_eq!(finish(command, "").code, 0);
    }
    world.skip();
    world.ok(&bob, &["move", "scissors"]);
    world.wait_for(|now| now["stage"] == "reveals");
    world.ok(&bob, &["reveal"]);
    let done = playing.end();
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.err.matches("that this rpsls did not send").count(), 1, "{}", done.err);
}

#[test]
fn two_bots_of_an_account_lose_no_more_than_one_may() {
    let (world, club) = with_club();
    if !world.is_ours("it moves time on") {
        return;
    }
    let host = world.rich_player("host");
    let elsewhere = tempfile::tempdir().unwrap();
    let args = ["bot", "--club", &club, "--max-loss", "30"];
    let mut first = world.start(&host, &args);
    first.wait_for("Waiting for players");
    // The other computer's bot knows no table, and finds this one's.
    let mut command = world.command(&host, &args);
    command.env("RPSLS_HOME", elsewhere.path());
    let mut second = Running::new(command);
    second.wait_for("Waiting for players");
    assert!(second.errors().contains("no bot here has opened"), "{}", second.errors());
    assert_eq!(tables(&world, &club).len(), 1);
    let list = world.json("", &["tables", "--club", &club]);
    assert_eq!(list["clubs"][0]["opened"], 1, "{list}");
    second.kill();
    first.kill();
    // The account then acts elsewhere, and the bot's folder is as it was.
    let bob = world.rich_player("bob");
    for _ in 0..3 {
        let mut command = world.command(&host, &["transfer", &bob, "1"]);
        command.env("RPSLS_HOME", elsewhere.path());
        assert_eq!(finish(command, "").code, 0);
    }
    let mut third = world.start(&host, &args);
    third.wait_for("Waiting for players");
    let told = third.errors();
    assert!(told.contains("messages that this computer does not know of"), "{told}");
    third.kill();
    let table = text(&tables(&world, &club)[0]["program"]);
    world.ok(&host, &["--program", &table, "leave"]);
    // So a limit is reached that the games alone would leave room for.
    let done = world.run(&host, &["bot", "--club", &club, "--max-loss", "3"]);
    assert_eq!(done.code, 6, "{}{}", done.out, done.err);
    assert!(done.err.contains("--max-loss allows 3 VARA"), "{}", done.err);
}
