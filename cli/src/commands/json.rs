//! What `--json` prints. `docs/cli.md` documents the fields, which stay as they are.
//!
//! Values are decimal strings of the chain's smallest unit, since JSON's numbers can't hold them.
//! Times are in ms. Ids and hashes are `0x` and digits. Nothing of it is secret.

use crate::{
    chain::{
        code::Code,
        follow::{Happened, Happening},
        messages::{Content, Sent},
        table::{Receipt, View},
    },
    failure::{
        Failure,
        spent::{self, Spent},
    },
    game::{
        hours,
        knockout::{Pair, pairs},
        moves,
        round::Round,
        turn,
    },
    words::{digits::hex, text},
};
use gprimitives::ActorId;
use rpsls_io::{
    Event, Format, GameConfig, GameError, GameResult, GameRules, Move, PlayerStatus, RevealResult,
    RoundResult, StageChange,
};
use serde_json::{Value, json};

/// The reason why a command failed, and what was sent and paid in vain.
pub fn failure(error: &anyhow::Error) -> Value {
    let error = json!({ "kind": Failure::kind(error), "text": format!("{error:#}") });
    paid(json!({ "ok": false, "error": error }))
}

/// An answer, with what was sent and paid for it.
pub fn paid(line: Value) -> Value {
    with(line, &spent::take())
}

/// A line, with what was sent and paid.
pub fn with(mut line: Value, spent: &Spent) -> Value {
    for (name, value) in spent.fields() {
        line[name] = value;
    }
    line
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

/// The rules of a game.
pub fn rules(rules: &GameRules) -> Value {
    let format = match rules.format {
        Format::Replay => "replay",
        Format::Points => "points",
        Format::Knockout => "knockout",
    };
    json!({ "format": format, "start_when_full": rules.start_when_full })
}

/// The game.
pub fn view(
    program: ActorId,
    code: Code,
    View { head, state, lag }: &View,
    closable_from: Option<u64>,
) -> Value {
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
        "release": code.release(),
        "known_code": code != Code::Unknown,
        "block": head.number,
        "lag": lag,
        "time_ms": head.timestamp,
        "stage": text::stage(&state.game_stage),
        "deadline_ms": state.deadline,
        "left_ms": state.deadline.saturating_sub(head.timestamp),
        "be_here_by_ms": hours::be_here_by(state),
        "closable_from_ms": closable_from,
        "shares_due": hours::dues(state).to_string(),
        "game": state.games_finished,
        "round": state.round,
        "pairs": pairs(state).iter().map(pair).collect::<Vec<_>>(),
        "pot": state.pot.to_string(),
        "config": config(&state.config),
        "rules": rules(&state.rules),
        "next_config": state.next_config.as_ref().map(config),
        "next_rules": state.next_rules.as_ref().map(rules),
        "stop_scheduled": state.stop_scheduled,
        "owner": hex(state.owner),
        "players": players.collect::<Vec<_>>(),
        "last_game": state.last_game.as_ref().map(last_game),
        "last_round": state.last_round.as_ref().map(last_round),
    })
}

/// A player's own place in the game, and the command that is next.
pub fn me(View { state, .. }: &View, is_settled: bool, you: ActorId) -> Value {
    let status = turn::status_of(state, you);
    // A move or a reveal moves an overdue stage on by itself.
    let acts = matches!(status, PlayerStatus::ToMove | PlayerStatus::ToReveal);
    json!({
        "account": hex(you),
        "status": text::status(status).0,
        "next": turn::next_step(state, you, is_settled || acts),
    })
}

/// The round that was decided last.
fn last_round(RoundResult { game, round, moves }: &RoundResult) -> Value {
    let shown = |(id, mv): &(ActorId, Option<Move>)| json!({ "account": hex(id), "move": mv.map(moves::argument) });
    json!({ "game": game, "number": round, "moves": moves.iter().map(shown).collect::<Vec<_>>() })
}

/// The game that was over last.
pub fn last_game(GameResult { winner, pot, rounds }: &GameResult) -> Value {
    json!({ "winner": hex(winner), "pot": pot.to_string(), "rounds": rounds })
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
        "voucher": receipt.cost.voucher.map(hex),
        "sent": true,
        "cost": spent::answered().to_string(),
    })
}

/// What a block has that is not final yet.
pub fn early(action: &str, account: ActorId, (block, lag): (u32, u32), fee: u128) -> Value {
    json!({
        "ok": true,
        "action": action,
        "account": hex(account),
        "block": block,
        "lag": lag,
        "fee": fee.to_string(),
        "sent": true,
        "cost": spent::answered().to_string(),
    })
}

/// Something that happened at a table.
pub fn happened(program: ActorId, happened: &Happened) -> Value {
    let Happened { block, time, game, what } = happened;
    let mut line = match what {
        Happening::Sent(sent) => self::sent(sent),
        Happening::Round(round) => json!({ "round": self::round(round) }),
    };
    line["program"] = hex(program).into();
    line["game"] = (*game).into();
    line["block"] = (*block).into();
    line["time_ms"] = (*time).into();
    line
}

/// Something that the program sent.
fn sent(sent: &Sent) -> Value {
    let (key, value) = match &sent.content {
        Content::Reply(Ok(replied)) => ("reply", event(replied)),
        Content::Reply(Err(error)) => ("refused", refused(error)),
        Content::Event(sent) => ("event", event(sent)),
        Content::Started => ("event", json!({ "kind": "deployed" })),
        Content::Trap(why) => ("trap", json!({ "text": why })),
    };
    json!({ "to": hex(sent.to), "value": sent.value.to_string(), key: value })
}

/// A round that is decided.
fn round(round: &Round) -> Value {
    let shown = round.shown.iter();
    let moves = shown.map(|(id, mv)| json!({ "account": hex(id), "move": moves::argument(*mv) }));
    json!({
        "number": round.number,
        "pairs": round.pairs.iter().map(pair).collect::<Vec<_>>(),
        "moves": moves.collect::<Vec<_>>(),
        "silent": players(&round.silent),
        "beaten": players(&round.beaten),
        "players": players(&round.still_in),
    })
}

/// Two players who meet, or one who meets nobody.
pub fn pair(pair: &Pair) -> Value {
    json!([hex(pair.first), pair.second.map(hex)])
}

/// An event.
pub fn event(event: &Event) -> Value {
    let mut value = match event {
        Event::PlayerRegistered
        | Event::GameConfigChanged
        | Event::PlayerLeft
        | Event::GameRulesChanged
        | Event::StopScheduled => json!({}),
        Event::SuccessfulMove(player) => json!({ "player": hex(player) }),
        Event::SuccessfulReveal(result) => reveal(result),
        Event::GameWasStopped(paid) | Event::SharesPaid(paid) | Event::SentAway(paid) => {
            json!({ "players": players(paid) })
        }
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

fn players<'a>(players: impl IntoIterator<Item = &'a ActorId>) -> Vec<String> {
    players.into_iter().map(hex).collect()
}
