//! What `--json` prints. The fields are documented in `docs/cli.md`, and stay.
//!
//! Values are decimal strings of the chain's smallest unit, since JSON's
//! numbers can't hold them; times are ms; ids and hashes are `0x` and digits.
//! There is nothing secret in any of it.

use crate::{
    failure::Failure,
    moves,
    table::{Receipt, Said, View, What, hex},
    text,
};
use gprimitives::ActorId;
use rpsls_io::{Event, GameConfig, GameError, RevealResult, StageChange};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Why a command failed.
pub fn failure(error: &anyhow::Error) -> Value {
    json!({
        "ok": false,
        "error": { "kind": Failure::kind(error), "text": format!("{error:#}") },
    })
}

/// A config.
pub fn config(config: &GameConfig) -> Value {
    json!({
        "bet": config.bet_size.to_string(),
        "seats": config.players_count_limit,
        "entry_ms": config.entry_timeout,
        "move_ms": config.move_timeout,
        "reveal_ms": config.reveal_timeout,
    })
}

/// The game.
pub fn view(program: ActorId, View { head, state }: &View) -> Value {
    let players = state.players.iter().map(|(id, status)| {
        let of = |pairs: &[(ActorId, gprimitives::H256)]| {
            pairs.iter().find(|(player, _)| player == id).map(|(_, hash)| hex(hash.0))
        };
        let shown = state.revealed_moves.iter().find(|(player, _)| player == id);
        json!({
            "account": hex(id),
            "status": text::status(*status).0,
            "commitment": of(&state.commitments),
            "move": shown.map(|(_, mv)| moves::argument(*mv)),
        })
    });
    json!({
        "ok": true,
        "program": hex(program),
        "block": head.number,
        "time_ms": head.timestamp,
        "stage": text::stage(&state.game_stage),
        "deadline_ms": state.deadline,
        "left_ms": state.deadline.saturating_sub(head.timestamp),
        "game": state.games_finished,
        "round": state.round,
        "pot": state.pot.to_string(),
        "config": config(&state.config),
        "next_config": state.next_config.as_ref().map(config),
        "owner": hex(state.owner),
        "players": players.collect::<Vec<_>>(),
        "last_game": state.last_game.as_ref().map(|game| json!({
            "winner": hex(game.winner),
            "pot": game.pot.to_string(),
            "rounds": game.rounds,
        })),
    })
}

/// An action that the game took.
pub fn receipt(action: &str, account: ActorId, receipt: &Receipt) -> Value {
    json!({
        "ok": true,
        "action": action,
        "account": hex(account),
        "block": receipt.block,
        "message": hex(receipt.message),
        "reply": event(&receipt.event),
        "returned": receipt.returned.to_string(),
        "fee": receipt.cost.fee.to_string(),
        "gas_limit": receipt.cost.gas_limit,
        "gas_burned": receipt.cost.gas_burned,
    })
}

/// Something that the program said.
pub fn said(block: u32, said: &Said) -> Value {
    let mut line = json!({
        "block": block,
        "to": hex(said.to),
        "value": said.value.to_string(),
    });
    let (key, value) = match &said.what {
        What::Replied(Ok(replied)) => ("reply", event(replied)),
        What::Replied(Err(error)) => ("refused", refused(error)),
        What::Told(told) => ("event", event(told)),
        What::Started => ("event", json!({ "kind": "deployed" })),
        What::Trapped(why) => ("trap", json!({ "text": why })),
    };
    line[key] = value;
    line
}

/// An event.
pub fn event(event: &Event) -> Value {
    let mut value = match event {
        Event::PlayerRegistered | Event::GameConfigChanged | Event::PlayerLeft => json!({}),
        Event::SuccessfulMove(player) => json!({ "player": hex(player) }),
        Event::SuccessfulReveal(result) => reveal(result),
        Event::GameWasStopped(paid) => json!({ "players": players(paid) }),
        Event::StageAdvanced(change) => self::change(change),
    };
    value["kind"] = text::event_kind(event).into();
    value
}

fn reveal(result: &RevealResult) -> Value {
    match result {
        RevealResult::Continue => json!({ "result": "continue" }),
        RevealResult::NextRoundStarted { players } => {
            json!({ "result": "next_round_started", "players": self::players(players) })
        }
        RevealResult::GameOver { winner } => {
            json!({ "result": "game_over", "winner": hex(winner) })
        }
    }
}

fn change(change: &StageChange) -> Value {
    let (name, players) = match change {
        StageChange::Extended => return json!({ "change": "extended" }),
        StageChange::GameOver { winner } => {
            return json!({ "change": "game_over", "winner": hex(winner) });
        }
        StageChange::MovesStarted { players } => ("moves_started", players),
        StageChange::RevealsStarted { players } => ("reveals_started", players),
        StageChange::NextRoundStarted { players } => ("next_round_started", players),
    };
    json!({ "change": name, "players": self::players(players) })
}

fn refused(error: &GameError) -> Value {
    json!({ "kind": text::error_kind(error), "text": text::refusal(error) })
}

pub fn players(players: &BTreeSet<ActorId>) -> Vec<String> {
    players.iter().map(hex).collect()
}
