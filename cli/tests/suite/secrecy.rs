//! The client never shows what must stay secret.

use crate::{
    filter::Filter,
    world::{Done, NOBODY, Running, World, client, finish},
};
use std::fs;

const PHRASE: &str = "bottom drive obey lake curtain smoke basket hold race lonely fit walk";

#[test]
fn no_opening_shows_in_the_process_list_the_logs_or_json() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    let mut command = world.command(&ada, &["--json", "join", "--auto", "--later"]);
    command.env("RUST_LOG", "trace");
    let mut playing = Running::new(command);
    playing.step("register");
    world.ok(&bob, &["register"]);
    world.skip();
    playing.step("move");

    let opening = opening(&world);
    assert_eq!(opening.len(), 33, "a digit and 16 bytes");
    if cfg!(target_os = "linux") {
        let seen = fs::read(format!("/proc/{}/cmdline", playing.id())).unwrap();
        let seen = String::from_utf8_lossy(&seen);
        assert!(seen.contains("join") && !seen.contains(&opening[1..]), "{seen}");
    }
    let listed = world.ok("", &["secrets", "list"]) + &world.ok("", &["secrets", "list", "--json"]);
    assert!(!listed.contains(&opening[1..]), "{listed}");
    world.ok(&bob, &["move", "rock"]);
    playing.step("reveal");
    world.ok(&world.player("owner"), &["stop"]);
    // The stop takes effect after the round, which waits for Bob's reveal.
    world.skip();
    let Done { out, err, .. } = playing.end();
    let said = out + &err;
    assert!(!said.contains(&opening[1..]), "{said}");
}

#[test]
fn a_key_in_a_node_s_address_is_repeated_nowhere() {
    let mut world = World::new();
    let filter = Filter::open(&world.url);
    let named = filter.url.replace("ws://", "ws://me:HUSH@") + "/v1/HUSH?key=HUSH";
    let owner = world.rich_player("owner");
    world.deploy(&["--bet", "1", "--seats", "2"]);
    let nobody = NOBODY;
    for args in [
        &["account", "show"][..],
        &["deploy", "--bet", "1", "--name", "den", "--yes"],
        &["join", "--auto", "--later", "--yes", "--dry-run"],
        &["register", "--yes"],
        &["tables"],
        &["games"],
        &["--program", nobody, "status"],
        &["verify", nobody],
    ] {
        for json in [&[][..], &["--json"]] {
            let Done { out, err, .. } =
                world.run(&owner, &[&["--node", &named], args, json].concat());
            assert!(!out.contains("HUSH") && !err.contains("HUSH"), "{args:?}: {out}{err}");
        }
    }
    let said = world.ok(&owner, &["--node", &named, "account", "show"]);
    assert!(said.contains(&format!("{}/…", filter.url)), "it says which node: {said}");
    let playing = world.start(&owner, &["--node", &named, "watch", "--patience", "1s"]);
    world.wait_for(|_| filter.connections() > 0);
    filter.go_away();
    for Done { out, err, code } in
        [playing.end(), world.run(&owner, &["--node", &named, "status", "--patience", "1s"])]
    {
        assert!(code == 4 && err.contains("/…"), "{out}{err}");
        assert!(!out.contains("HUSH") && !err.contains("HUSH"), "{out}{err}");
    }
}

/// The only opening that the client has stored.
fn opening(world: &World) -> String {
    let files = fs::read_dir(world.home().join("secrets")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    // The folder also has the game's key.
    let mut files = files.filter(|path| path.extension().is_some_and(|name| name == "json"));
    let file = fs::read_to_string(files.next().unwrap()).unwrap();
    assert!(files.next().is_none());
    let file: serde_json::Value = serde_json::from_str(&file).unwrap();
    file["entries"][0]["opening"].as_str().unwrap().to_owned()
}

#[test]
fn a_phrase_and_a_password_stay_where_they_were_put() {
    let world = World::new();
    let run = |args: &[&str]| {
        let mut command = world.command("", args);
        command.env("RPSLS_PHRASE", PHRASE).env("RPSLS_PASSWORD", "sesame street 7");
        command.env("RUST_LOG", "trace");
        let done = finish(command, "");
        assert_eq!(done.code, 0, "{}", done.err);
        let said = done.out + &done.err;
        assert!(!said.contains("sesame"), "{said}");
        said
    };
    for args in [
        &["account", "import", "ada"][..],
        &["account", "list"],
        &["account", "list", "--json"],
        &["account", "show"],
        &["--account", "ada", "account", "show", "--json"],
    ] {
        let said = run(args);
        assert!(PHRASE.split(' ').all(|word| !said.contains(word)), "{said}");
    }
    // This command shows the phrase on request.
    assert!(run(&["account", "export", "ada"]).contains(PHRASE));

    for file in fs::read_dir(world.home().join("accounts")).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        assert!(!text.contains("bottom") && !text.contains("sesame"), "{text}");
    }
}

#[test]
fn a_phrase_among_the_arguments_is_refused_and_not_repeated() {
    let seed = format!("0x{}", "7".repeat(64));
    for (before, secret, after) in [
        (&["--account"][..], PHRASE, &["register"][..]),
        (&["--account"], &seed, &["register"]),
        (&["--account"], "//Alice///secret", &["register"]),
        (&["account", "import"], PHRASE, &[]),
        (&["account", "import"], &seed, &[]),
    ] {
        let mut command = client();
        command.args(before).arg(secret).args(after).env("RPSLS_HOME", "/nonexistent");
        command.env("RPSLS_PHRASE", PHRASE).env("RPSLS_PASSWORD", "sesame");
        let done = finish(command, "");
        assert_eq!(done.code, 2, "{}", done.err);
        assert!(!done.err.contains(secret), "{}", done.err);
    }
}
