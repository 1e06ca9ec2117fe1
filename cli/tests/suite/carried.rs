//! Text and files that people carry from elsewhere, and where they are kept.

use crate::{
    filter::{Filter, Verdict},
    world::{World, client, finish, with_password},
};
use std::fs;

const PASSWORD: &str = "sesame street 7";

/// What a shell of Windows writes to a file for this text.
fn of_windows(text: &str) -> Vec<u8> {
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn openings_come_back_however_they_were_written_to_a_file() {
    let (world, [ada, bob]) = World::with_players("1", ["ada", "bob"]);
    for player in [&ada, &bob] {
        world.ok(player, &["register"]);
    }
    world.skip();
    world.ok(&ada, &["move", "rock"]);
    let kept = world.home().join("kept.json");
    let kept = kept.to_str().expect("it is text");
    let said = world.ok("", &["secrets", "export", "--to", kept]);
    assert!(said.contains("1 opening written to /"), "{said}");
    let said = world.fails(2, "", &["secrets", "export", "--to", kept]);
    assert!(said.contains("it is there already") && said.contains(kept), "{said}");
    // A file that a crash has cut off keeps nobody from a copy of the others.
    fs::write(world.home().join("secrets/cut.json"), "{").expect("it is ours");
    let done = world.run("", &["secrets", "export"]);
    assert!(done.code == 0 && done.err.contains("is left out here"), "{}", done.err);
    let text = fs::read_to_string(kept).expect("it is there");
    assert_eq!(done.out, text);
    let line = world.json("", &["secrets", "export"]);
    assert_eq!(line, serde_json::from_str::<serde_json::Value>(&text).expect("JSON"));
    let line = world.ok("", &["--json", "secrets", "export"]);
    assert_eq!(line.lines().count(), 1, "{line}");
    world.ok(&bob, &["move", "scissors"]);
    world.wait_for(|now| now["stage"] == "reveals");
    fs::remove_dir_all(world.home().join("secrets")).expect("it is ours");
    let said = world.fails(2, &ada, &["reveal"]);
    assert!(said.contains("secrets") && said.contains(world.home().to_str().unwrap()), "{said}");
    for bytes in [of_windows(&text), format!("\u{feff}{text}").into_bytes()] {
        fs::write(kept, bytes).expect("it is ours");
        let said = world.ok("", &["secrets", "import", kept]);
        assert!(said.contains("1 opening is kept here now"), "{said}");
    }
    let said = finish(world.command("", &["secrets", "import", "-"]), &format!("\u{feff}{text}"));
    assert_eq!(said.code, 0, "{}", said.err);
    world.ok(&ada, &["reveal"]);
}

#[test]
fn settings_and_lists_are_read_as_they_look() {
    let world = World::with_table("0");
    let ada = world.rich_player("ada");
    let settings = format!("account = \"{ada}\"\npassword_file = \"pw\"\n");
    for bytes in [of_windows(&settings), format!("\u{feff}{settings}").into_bytes()] {
        fs::write(world.home().join("config.toml"), bytes).expect("it is ours");
        let shown = world.json("", &["account", "show"]);
        assert_eq!(shown["name"], ada.as_str());
    }
    let said = world.ok(&ada, &["join", "--dry-run", "--moves", "\u{feff}rock, SPOCK ,４\r"]);
    assert!(said.contains("Nothing was sent"), "{said}");
    let bob = world.address(&world.rich_player("bob"));
    let said = world.ok(&ada, &["transfer", "--dry-run", &format!("\u{200b}{bob}\r\n"), "0,5"]);
    assert!(said.contains("0.5 VARA would go to"), "{said}");
    for amount in ["1,000", "5¹"] {
        let done = world.run(&ada, &["transfer", "--dry-run", &bob, amount]);
        assert!(done.code == 2 && done.err.contains("must be an amount"), "{}", done.err);
    }
    let node = format!("\u{feff}{}\u{200b}\r\n", world.url);
    world.ok("", &["--node", &node, "status"]);
}

#[test]
fn a_variable_that_can_not_be_read_as_it_is_meant_is_refused_by_its_name() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    for (name, value) in [("RPSLS_HOME", &b"~/rpsls"[..]), ("RPSLS_ACCOUNT", b"andr\xe9")] {
        let mut command = client();
        command.args(["account", "list"]).env(name, OsStr::from_bytes(value));
        let done = finish(command, "");
        assert!(done.code == 2 && done.err.contains(name), "{}", done.err);
    }
}

#[test]
fn a_password_is_what_it_looks_like() {
    let world = World::new();
    let done = with_password(&world, "caf\u{e9} du matin", &["account", "new", "ada"]);
    assert_eq!(done.code, 0, "{}", done.err);
    for typed in ["caf\u{e9} du matin", "cafe\u{301} du matin", "caf\u{e9} du matin\r\n"] {
        let done = with_password(&world, typed, &["account", "export", "ada"]);
        assert_eq!(done.code, 0, "{}", done.err);
    }
    assert_eq!(with_password(&world, "cafe du matin", &["account", "export", "ada"]).code, 2);
}

#[test]
fn what_a_wallet_s_file_can_not_sign_is_said_before_its_password_is_asked_for() {
    let world = World::new();
    let wallet = include_str!("../data/wallet.json");
    let file = world.home().join("wallet.json");
    for (text, why) in [
        (wallet.replacen("sr25519", "ed25519", 1), "of the kind ed25519"),
        (wallet.replacen("sr25519", "ecdsa", 1), "of the kind ecdsa"),
        (wallet.replacen("\"name\"", "\"isHardware\":true,\"name\"", 1), "key is elsewhere"),
        (r#"{"address":"kGx","meta":{"isExternal":true}}"#.into(), "key is elsewhere"),
        ("{}".into(), "no account as a wallet exports it"),
    ] {
        fs::write(&file, text).expect("it is ours");
        let args = ["account", "import", "grace", "--wallet", file.to_str().unwrap()];
        let said = world.fails(2, "", &args);
        assert!(said.contains(why), "{said}");
    }
    fs::write(&file, of_windows(wallet)).expect("it is ours");
    let mut command =
        world.command("", &["account", "import", "grace", "--wallet", file.to_str().unwrap()]);
    command.env("RPSLS_WALLET_PASSWORD", PASSWORD).env("RPSLS_PASSWORD", PASSWORD);
    let done = finish(command, "");
    assert_eq!(done.code, 0, "{}", done.err);
    // What is signed is of the account that is shown.
    let kept = world.home().join("accounts/grace.json");
    let other = world.address(&world.player("other"));
    let text = fs::read_to_string(&kept).expect("it is there");
    let own = world.address("grace");
    fs::write(&kept, text.replace(&own, &other)).expect("it is ours");
    let done = with_password(&world, PASSWORD, &["--account", "grace", "transfer", &own, "1"]);
    assert_eq!(done.code, 1, "{}", done.err);
    assert!(done.err.contains("another program has changed it"), "{}", done.err);
}

#[test]
fn where_nothing_is_found_says_where_it_was_looked_for() {
    let home = tempfile::tempdir().expect("there is room for a folder");
    let run = |args: &[&str]| {
        let mut command = client();
        command.current_dir(home.path()).env("RPSLS_HOME", "here/../there").args(args);
        finish(command, "")
    };
    let said = |args: &[&str]| {
        let done = run(args);
        format!("{}{}", done.out, done.err)
    };
    let root = fs::canonicalize(home.path()).expect("it is there");
    let is_named = |said: &str| said.contains(root.to_str().expect("it is text"));
    for args in [
        &["games"][..],
        &["tables"],
        &["secrets", "list"],
        &["account", "list"],
        &["account", "export", "ada"],
    ] {
        let said = said(args);
        assert!(is_named(&said) && said.contains("there"), "{args:?}: {said}");
    }
}

#[test]
fn a_folder_of_another_user_is_told_of() {
    use std::os::unix::fs::chown;

    let world = World::new();
    // Only root can give a folder away.
    if chown(world.home(), Some(4_242), None).is_err() {
        return;
    }
    let done = world.run("", &["games"]);
    assert_eq!(
        (done.code, done.err.contains("belongs to another user")),
        (0, true),
        "{}",
        done.err
    );
    let _ = chown(world.home(), Some(0), None);
    assert!(world.run("", &["games"]).err.is_empty());
}

#[test]
fn a_clock_that_is_far_from_the_chain_s_is_told_of_once_and_not_by_a_chain_for_development() {
    let world = World::with_table("0");
    let ada = world.rich_player("ada");
    if !world.is_ours("it moves the chain's time") {
        return;
    }
    world.advance(400);
    let live = Filter::asked(&world.url, |method, _| match method {
        "system_chainType" => Verdict::Answer("Live".into()),
        _ => Verdict::Pass,
    });
    let told = |node: &str| {
        let done = world.run(&ada, &["--node", node, "join", "--dry-run", "--auto"]);
        assert_eq!(done.code, 0, "{}", done.err);
        done.err.matches("this computer's clock is").count()
    };
    assert_eq!((told(&live.url), told(&world.url)), (1, 0));
}

#[test]
fn what_is_still_to_come_is_named_before_an_account_is_emptied() {
    let (world, [ada, bob]) = World::with_players("5", ["ada", "bob"]);
    world.ok(&ada, &["register"]);
    world.ok(&ada, &["voucher", "issue", "--to", &bob]);
    for more in [&[][..], &["--dry-run"]] {
        let done = world.run(&ada, &[&["transfer", "--all", &bob][..], more].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        if more.is_empty() {
            let told = &done.err;
            assert!(told.contains("a game that may not be over, with 5 VARA of bets in"), "{told}");
            assert!(told.contains("in vouchers that it has issued"), "{told}");
            world.fund(&ada, "20");
        } else {
            assert!(done.err.contains("in vouchers"), "{}", done.err);
        }
    }
}
