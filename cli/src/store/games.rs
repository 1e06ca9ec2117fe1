//! The games that this computer took part in, and how they ended.
//!
//! Each game is noted before its bet is sent. So a player who was interrupted and comes back after
//! that game makes no second bet, even if there was no move yet and so no opening that would tell.
//! The note stays when the game is over: `rpsls games` shows it, and a limit on spending counts by
//! it.

use crate::{
    disk,
    game::{
        seat::{Seat, part_of_program, short},
        turn,
    },
    store::lock::Lock,
    words::notices::warn,
    words::{decimal, hex32},
};
use anyhow::{Context, Result, ensure};
use gprimitives::ActorId;
use rpsls_io::{GameResult, GameState, PlayerStatus, RoundResult};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One game of one player at one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    #[serde(flatten)]
    pub seat: Seat,
    /// The game's number at its table, from 0.
    pub game: u64,
    #[serde(flatten)]
    pub origin: Origin,
    /// The chain's time when the player took the seat, ms.
    pub since: u64,
    #[serde(with = "decimal")]
    pub bet: u128,
    /// Fees and gas so far.
    #[serde(flatten)]
    pub costs: Costs,
    /// Whether no state has shown the seat yet. Others may have been faster, or the bracket may be
    /// full without it, and then the bet is back.
    pub is_unsure: bool,
    /// The winner of the game before this one, by which this game's end is told apart.
    pub before: Option<Winner>,
    /// How the game ended, once that is known.
    pub end: Option<End>,
    /// What a stopped game paid back, once that is known.
    #[serde(default, with = "decimal::optional")]
    pub back: Option<u128>,
    /// Whether a `join` was interrupted and still has to show the end. It takes no other seat
    /// before.
    pub is_untold: bool,
}

/// How this computer came to a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The node through which the table was reached.
    pub node: String,
    /// The account's name on this computer.
    pub name: String,
    /// Whether the player has revealed by a single command, so that no `join` was interrupted.
    pub is_by_hand: bool,
    /// Whether `join --any` chose the table. It goes back to the table, listed or not.
    pub is_any: bool,
}

/// What the chain took for a game's messages, up to a final block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// Fees, tips and burned gas, in the chain's smallest unit.
    #[serde(with = "decimal")]
    pub spent: u128,
    /// The block's number.
    pub block: u32,
    #[serde(with = "hex32")]
    pub hash: [u8; 32],
    /// The account's trace at the block, once it was read.
    pub trace: Option<Trace>,
    /// Whether all blocks since the seat was taken could be read.
    pub is_whole: bool,
    /// Whether later blocks no longer count: the game is over and no gas is held, or the seat's
    /// next game has begun.
    pub is_settled: bool,
}

/// The traces at a block of what an account has sent or paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    pub nonce: u32,
    /// Value that the chain holds for gas that is not burned yet, in its smallest unit. An alarm
    /// burns a little of it, and the rest comes back.
    #[serde(with = "decimal")]
    pub held: u128,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Winner {
    #[serde(with = "hex32")]
    pub account: [u8; 32],
    #[serde(with = "decimal")]
    pub pot: u128,
    pub rounds: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Won(Winner),
    /// The owner stopped it.
    Stopped,
    /// The player gave the seat back.
    Left,
    /// The player never got a seat.
    NotSeated,
    /// The bracket was full without this seat, and the bet came back.
    SentAway,
    /// The game was over before anybody looked.
    Unknown,
}

impl Winner {
    pub fn of(result: &GameResult) -> Self {
        let GameResult { winner, pot, rounds, .. } = result;
        Self { account: winner.into_bytes(), pot: *pot, rounds: *rounds }
    }

    pub fn id(&self) -> ActorId {
        self.account.into()
    }

    /// Whether this is the winner of a game that ended with this round: all others in it were
    /// beaten, or silent.
    fn won(&self, round: &RoundResult) -> bool {
        let shown = round.moves.iter().find(|(id, _)| *id == self.id()).and_then(|(_, mv)| *mv);
        let others = round.moves.iter().filter(|(id, _)| *id != self.id());
        round.round == self.rounds
            && shown.is_some_and(|won| {
                others.into_iter().all(|(_, mv)| mv.is_none_or(|mv| won.beats(mv)))
            })
    }

    /// Whether the players of this round, which was the game's only one, have paid the whole pot.
    /// Then nobody else had a seat.
    fn beat_all(&self, round: &RoundResult, bet: u128) -> bool {
        let paid = bet.saturating_mul(round.moves.len() as u128);
        (self.rounds, round.round) == (1, 1) && bet > 0 && paid == self.pot
    }
}

fn plays(round: &RoundResult, player: ActorId) -> bool {
    round.moves.iter().any(|(id, _)| *id == player)
}

/// Whether this state shows that the player has a seat in the running game. In a full bracket a seat
/// counts only once the game has started with it.
pub fn is_seat_shown(state: &GameState, player: ActorId) -> bool {
    let has_seat = turn::status_of(state, player) != PlayerStatus::NotRegistered;
    has_seat && (state.round > 0 || !state.rules.has_full_bracket())
}

impl Costs {
    /// No costs up to this block.
    pub fn since(block: u32, hash: [u8; 32]) -> Self {
        Self { spent: 0, block, hash, trace: None, is_whole: true, is_settled: false }
    }
}

impl Note {
    pub fn is_same_game(&self, other: &Note) -> bool {
        (self.seat, self.game) == (other.seat, other.game)
    }

    /// Whether the end is not known, or was not shown yet.
    pub fn is_open(&self) -> bool {
        self.end.is_none() || self.is_untold
    }

    /// What the player has paid: fees and gas, and the bet unless it came back.
    pub fn paid(&self) -> u128 {
        let bet = match self.end {
            Some(End::NotSeated | End::Left | End::SentAway) => 0,
            _ => self.bet,
        };
        self.costs.spent.saturating_add(bet)
    }

    /// What the player has won, or had back of a stopped game, if that is known.
    pub fn won(&self) -> Option<u128> {
        match self.end? {
            End::Won(winner) if winner.account == self.seat.account => Some(winner.pot),
            End::Won(_) | End::NotSeated | End::Left | End::SentAway => Some(0),
            End::Stopped => self.back.or((self.bet == 0).then_some(0)),
            End::Unknown => (self.bet == 0).then_some(0),
        }
    }

    /// This note with what the table's state tells of its game: the end, or that it has started with
    /// this player. `None` if that is nothing new.
    pub fn seen(&self, state: &GameState) -> Option<Self> {
        let end = self.end_by(state);
        let is_running = end.is_none() && state.games_finished == self.game;
        let is_shown = is_running && is_seat_shown(state, self.seat.account.into());
        let is_unsure = self.is_unsure && !is_shown;
        let is_untold = end.is_some() && !self.origin.is_by_hand;
        let is_new = (end, is_unsure) != (self.end, self.is_unsure);
        is_new.then(|| Self { end, is_unsure, is_untold, ..self.clone() })
    }

    /// How this game ended, by a later state of its table.
    ///
    /// The state has the last winner, but not the number of that winner's game. It was this game if
    /// this is the last one that ended, and the winner differs from the one before, or won the last
    /// round, which has its game's number. A player who never had a seat, or was sent away, has not
    /// lost to that winner.
    pub fn end_by(&self, state: &GameState) -> Option<End> {
        let player = self.seat.account.into();
        if self.end.is_some() || state.games_finished < self.game {
            return self.end;
        }
        if state.games_finished == self.game {
            let is_out =
                state.round > 0 && turn::status_of(state, player) == PlayerStatus::NotRegistered;
            return match turn::is_sent_away(state, player) {
                true => Some(End::SentAway),
                false => (self.is_unsure && is_out).then_some(End::NotSeated),
            };
        }
        if state.games_finished > self.game + 1 {
            return Some(End::Unknown);
        }
        let round = state.last_round.as_ref().filter(|round| round.game == self.game);
        let is_unsure = self.is_unsure && !round.is_some_and(|round| plays(round, player));
        let Some(last) = state.last_game.as_ref().map(Winner::of) else {
            return Some(if is_unsure { End::Unknown } else { End::Stopped });
        };
        let is_this = self.before != Some(last) || round.is_some_and(|round| last.won(round));
        Some(match last.id() == player {
            _ if !is_this => End::Unknown,
            false if is_unsure => match round.is_some_and(|round| last.beat_all(round, self.bet)) {
                true => End::NotSeated,
                false => End::Unknown,
            },
            _ => End::Won(last),
        })
    }
}

/// The folder with the notes.
pub struct Games {
    dir: PathBuf,
}

impl Games {
    /// The notes in this folder. The first note creates it.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Writes a note to disk, in place of an earlier note of this game.
    pub fn write(&self, note: &Note) -> Result<()> {
        disk::write(&self.path(&note.seat, note.game), note)
    }

    /// The note of a game, if there is one.
    pub fn of(&self, seat: &Seat, game: u64) -> Result<Option<Note>> {
        self.read(&self.path(seat, game))
    }

    /// The note in a file.
    ///
    /// # Errors
    ///
    /// If it can't be read, or its content is of another name than the file's: what syncs folders
    /// makes copies, and these have no say.
    fn read(&self, path: &Path) -> Result<Option<Note>> {
        let Some(text) = disk::read(path)? else {
            return Ok(None);
        };
        let note: Note = serde_json::from_str(&text)
            .with_context(|| format!("can't read which game was joined in {}", path.display()))?;
        ensure!(
            self.path(&note.seat, note.game) == path,
            "{} is a copy of a game's note, and has another name than its game",
            path.display()
        );
        Ok(Some(note))
    }

    /// Keeps other processes from changing notes while it lives. Playing goes first: where there can
    /// be no lock, or another process holds it for long, there is none.
    fn turn(&self) -> Option<Lock> {
        Lock::soon(&self.dir.join("lock"))
    }

    /// The player's last game at this table whose end is not known, or was not shown yet.
    ///
    /// # Errors
    ///
    /// If a note of this player at this table can't be read: that is no permission to bet.
    pub fn open(&self, seat: &Seat) -> Result<Option<Note>> {
        for (_, path) in self.of_seat(seat)?.into_iter().rev() {
            if let Some(note) = self.read(&path)?
                && note.seat == *seat
                && note.is_open()
            {
                return Ok(Some(note));
            }
        }
        Ok(None)
    }

    /// The player's game at this table before this one, if there is a note of any.
    pub fn before(&self, seat: &Seat, game: u64) -> Result<Option<Note>> {
        let before = self.of_seat(seat)?.into_iter().rfind(|(of, _)| *of < game);
        Ok(before.map(|(_, path)| self.read(&path)).transpose()?.flatten())
    }

    /// The notes of a seat, in the order of its games.
    fn of_seat(&self, seat: &Seat) -> Result<Vec<(u64, PathBuf)>> {
        let of = disk::json_in(&self.dir)?.into_iter();
        let mut of: Vec<_> = of.filter_map(|path| Some((game_of(&path, seat)?, path))).collect();
        of.sort();
        Ok(of)
    }

    /// The last of an account's games whose end is not known, at this table or at any.
    pub fn unfinished(&self, account: ActorId, program: Option<ActorId>) -> Option<Note> {
        let is_of = |note: &Note| {
            let Seat { account: of, program: at, .. } = note.seat;
            of == account.into_bytes() && program.is_none_or(|program| at == program.into_bytes())
        };
        let (account, program) =
            (short(&account.into_bytes()), program.map(|id| part_of_program(&id.into_bytes())));
        let may_be_of = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.contains(&account) && program.as_ref().is_none_or(|program| name.contains(program))
        };
        let paths = disk::json_in(&self.dir).ok()?.into_iter().filter(may_be_of);
        let notes = paths.filter_map(|path| self.read(&path).ok().flatten());
        let open = notes.filter(|note| note.end.is_none() && is_of(note));
        open.max_by_key(|note| (note.since, note.game))
    }

    /// Notes that `join` or a single command plays a game. Keeps and returns what the game has cost
    /// before. From now on more may come, even if the player has had and left a seat in it.
    pub fn begin(&self, mut note: Note) -> Result<Costs> {
        let _turn = self.turn();
        if let Some(known) = self.of(&note.seat, note.game)? {
            let costs = Costs { is_settled: false, ..known.costs };
            let is_unsure = note.is_unsure && (known.is_unsure || known.end.is_some());
            note.origin.is_any |= known.origin.is_any;
            note = Note { costs, since: known.since, is_unsure, ..note };
        }
        self.write(&note)?;
        Ok(note.costs)
    }

    /// Notes what a game has cost, if there is a note of it. Returns the costs as they are then.
    pub fn cost(&self, seat: &Seat, game: u64, mut costs: Costs) -> Result<Costs> {
        let _turn = self.turn();
        let Some(note) = self.of(seat, game)? else { return Ok(costs) };
        let is_gas_held = costs.trace.is_none_or(|trace| trace.held > 0);
        costs.is_settled |= note.end.is_some() && !is_gas_held;
        self.write(&Note { costs, ..note })?;
        Ok(costs)
    }

    /// Notes what the table's state tells about the player's last game there.
    pub fn look(&self, seat: &Seat, state: &GameState) -> Result<()> {
        match self.open(seat)? {
            Some(note) => self.see(note, state).map(drop),
            None => Ok(()),
        }
    }

    /// Notes how a game ended, or that it has started with this player, if its table's state tells.
    /// Returns the note as it is then.
    pub fn see(&self, note: Note, state: &GameState) -> Result<Note> {
        let _turn = self.turn();
        // Another process may have seen more by now.
        let note = self.of(&note.seat, note.game)?.unwrap_or(note);
        let Some(seen) = note.seen(state) else { return Ok(note) };
        self.write(&seen)?;
        Ok(seen)
    }

    /// Notes how a game ended, if there is a note of it. For whoever has left it, its end is none of
    /// theirs, unless they came back by another client and won.
    pub fn end(&self, seat: &Seat, game: u64, end: End) -> Result<()> {
        let _turn = self.turn();
        let is_won = matches!(end, End::Won(winner) if winner.account == seat.account);
        match self.of(seat, game)? {
            Some(Note { end: Some(End::Left | End::SentAway), is_untold: false, .. })
                if !is_won =>
            {
                Ok(())
            }
            Some(note) => self.write(&Note { end: Some(end), is_untold: false, ..note }),
            None => Ok(()),
        }
    }

    /// Notes that the player has revealed in this game by a single command, if there is a note of it.
    pub fn by_hand(&self, seat: &Seat, game: u64) -> Result<()> {
        let _turn = self.turn();
        match self.of(seat, game)? {
            Some(mut note) => {
                note.origin.is_by_hand = true;
                self.write(&note)
            }
            None => Ok(()),
        }
    }

    /// Notes what a stopped game has paid back, if there is a note of it.
    pub fn give_back(&self, seat: &Seat, game: u64, back: u128) -> Result<()> {
        let _turn = self.turn();
        match self.of(seat, game)? {
            Some(note) => self.write(&Note { back: Some(back), ..note }),
            None => Ok(()),
        }
    }

    /// Deletes a note.
    pub fn forget(&self, note: &Note) -> Result<()> {
        disk::remove(&self.path(&note.seat, note.game))
    }

    /// All notes, in order of time. Warns of a note that can't be read, leaves it out, and keeps
    /// it.
    pub fn all(&self) -> Result<Vec<Note>> {
        let mut all = disk::read_all(&self.dir, |path| {
            self.read(path).context("a game's note is damaged: it is left out, and kept")
        })?;
        all.sort_by_key(|note| (note.since, note.game));
        Ok(all)
    }

    fn path(&self, seat: &Seat, game: u64) -> PathBuf {
        self.dir.join(format!("{}-{game}.json", seat.file_stem()))
    }
}

/// Says that the note of a game could not be read or written. What is due is done all the same, and
/// what was done stays done.
pub fn unless_noted(noted: Result<()>) {
    if let Err(error) = noted {
        warn(&format!("{error:#}: the note of this game may lack something"));
    }
}

/// The game whose note of this seat a file has by its name. A copy of one has another name.
fn game_of(path: &Path, seat: &Seat) -> Option<u64> {
    let name = path.file_stem()?.to_str()?;
    name.strip_prefix(&seat.file_stem())?.strip_prefix('-')?.parse().ok()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::game::turn::tests::state;
    use rpsls_io::{Format, GameRules, GameStage, Move, PlayerStatus};

    const SEAT: Seat = Seat { genesis: [1; 32], program: [2; 32], account: [3; 32] };
    const LAST: Winner = Winner { account: [3; 32], pot: 2 << 100, rounds: 1 };

    pub fn note(game: u64) -> Note {
        Note {
            seat: SEAT,
            game,
            origin: Origin {
                node: "ws://127.0.0.1:9944".into(),
                name: "ada".into(),
                ..Origin::default()
            },
            since: game,
            bet: 7,
            costs: Costs { spent: 1, ..Costs::since(5, [7; 32]) },
            is_unsure: false,
            before: None,
            end: None,
            back: None,
            is_untold: false,
        }
    }

    fn games() -> (tempfile::TempDir, Games) {
        let dir = tempfile::tempdir().unwrap();
        let games = Games::in_folder(dir.path().join("games"));
        (dir, games)
    }

    #[test]
    fn a_copy_of_a_note_has_no_say() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        let path = games.path(&SEAT, 3);
        let stem = path.file_stem().unwrap().to_str().unwrap();
        for copy in [" (conflicted copy 2026-11-28)", ".sync-conflict-20261128-101112-ABCDEFG", "9"]
        {
            std::fs::copy(&path, path.with_file_name(format!("{stem}{copy}.json"))).unwrap();
        }
        games.end(&SEAT, 3, End::Left).unwrap();
        std::fs::remove_file(games.path(&SEAT, 39)).unwrap();
        assert_eq!(games.open(&SEAT).unwrap(), None, "the copies would be open for ever");
        assert_eq!(games.all().unwrap().len(), 1, "nor do they count twice");
        std::fs::copy(&path, games.path(&SEAT, 4)).unwrap();
        assert!(games.of(&SEAT, 4).is_err() && games.open(&SEAT).is_err());
    }

    #[test]
    fn who_saw_less_undoes_nothing() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        let seen_before = games.of(&SEAT, 3).unwrap().unwrap();
        games.end(&SEAT, 3, End::Won(LAST)).unwrap();
        let state = GameState {
            games_finished: 9,
            ..state(GameStage::Preparation, PlayerStatus::NotRegistered)
        };
        let seen = games.see(seen_before, &state).unwrap();
        assert_eq!((seen.end, seen.is_untold), (Some(End::Won(LAST)), false));
        assert_eq!(games.of(&SEAT, 3).unwrap(), Some(seen));
    }

    #[test]
    fn a_note_is_of_its_seat_until_its_game_is_over() {
        let (_dir, games) = games();
        assert_eq!(games.open(&SEAT).unwrap(), None);
        games.write(&note(3)).unwrap();
        games.write(&note(4)).unwrap();
        assert_eq!(games.open(&SEAT).unwrap(), Some(note(4)));
        assert_eq!(games.open(&Seat { account: [9; 32], ..SEAT }).unwrap(), None);
        games.end(&SEAT, 4, End::Won(LAST)).unwrap();
        games.end(&SEAT, 5, End::Left).unwrap();
        assert_eq!(games.open(&SEAT).unwrap(), Some(note(3)));
        let ends: Vec<_> = games.all().unwrap().into_iter().map(|note| note.end).collect();
        assert_eq!(ends, [None, Some(End::Won(LAST))]);
    }

    #[test]
    fn what_a_game_has_cost_outlasts_an_interruption() {
        let (_dir, games) = games();
        let trace = Some(Trace { nonce: 2, held: 3 });
        let costs = Costs { spent: 18, trace, ..Costs::since(9, [8; 32]) };
        games.cost(&SEAT, 3, costs).unwrap();
        assert_eq!(games.all().unwrap(), [], "nothing is known of that game");
        games.write(&note(3)).unwrap();
        games.cost(&SEAT, 3, costs).unwrap();
        games.begin(Note { since: 99, ..note(3) }).unwrap();
        assert_eq!(games.of(&SEAT, 3).unwrap(), Some(Note { costs, ..note(3) }));
    }

    #[test]
    fn a_seat_that_is_taken_again_costs_on() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        games.end(&SEAT, 3, End::Left).unwrap();
        let trace = Some(Trace { nonce: 2, held: 0 });
        assert!(games.cost(&SEAT, 3, Costs { trace, ..note(3).costs }).unwrap().is_settled);
        assert!(!games.begin(note(3)).unwrap().is_settled);
        assert!(!games.of(&SEAT, 3).unwrap().unwrap().costs.is_settled);
    }

    #[test]
    fn a_stopped_game_pays_back_what_was_noted() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        games.end(&SEAT, 3, End::Stopped).unwrap();
        let won = || games.of(&SEAT, 3).unwrap().unwrap().won();
        assert_eq!(won(), None);
        games.give_back(&SEAT, 3, 9).unwrap();
        assert_eq!(won(), Some(9));
    }

    #[test]
    fn a_note_of_an_earlier_release_can_be_read() {
        let mut text = serde_json::to_value(note(3)).unwrap();
        text.as_object_mut().unwrap().remove("back").expect("it is new");
        assert_eq!(serde_json::from_value::<Note>(text).unwrap(), note(3));
    }

    /// The state after a game, which this player won in this round, whose moves were these.
    fn won_by(account: u8, pot: u128, rounds: u32, moves: &[(u8, Option<Move>)]) -> GameState {
        let id = |account| ActorId::new([account; 32]);
        let moves = moves.iter().map(|(account, mv)| (id(*account), *mv)).collect();
        let lobby = state(GameStage::Preparation, PlayerStatus::NotRegistered);
        GameState {
            games_finished: 1,
            last_game: Some(GameResult { winner: id(account), pot, rounds }),
            last_round: Some(RoundResult { game: 0, round: rounds, moves }),
            ..lobby
        }
    }

    #[test]
    fn a_seat_that_no_state_has_shown_is_not_lost() {
        use Move::{Paper, Rock};
        let unsure = Note { is_unsure: true, ..note(0) };
        let [bob, eve, ada] = [(8, Some(Rock)), (9, Some(Paper)), (3, Some(Rock))];
        // Two players paid the whole pot of two bets of 7.
        assert_eq!(unsure.end_by(&won_by(9, 14, 1, &[bob, eve])), Some(End::NotSeated));
        assert_eq!(unsure.end_by(&won_by(9, 21, 1, &[bob, eve])), Some(End::Unknown));
        assert_eq!(unsure.end_by(&won_by(9, 14, 2, &[bob, eve])), Some(End::Unknown));
        // She was in it, or has won.
        assert!(matches!(unsure.end_by(&won_by(9, 14, 1, &[ada, eve])), Some(End::Won(_))));
        assert!(matches!(unsure.end_by(&won_by(3, 14, 1, &[ada, bob])), Some(End::Won(_))));
        // A game that runs without her, in any format.
        let stage = GameStage::InProgress(Default::default());
        let running = GameState { players: vec![], ..state(stage, PlayerStatus::ToMove) };
        assert_eq!(unsure.end_by(&running), Some(End::NotSeated));
        assert_eq!(note(0).end_by(&running), None, "she may have left it");
        let (_dir, games) = games();
        games.write(&unsure).unwrap();
        let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
        let lobby = GameState { round: 0, ..lobby };
        let players = vec![(ActorId::new([3; 32]), PlayerStatus::Registered)];
        assert!(games.see(unsure.clone(), &lobby).unwrap().is_unsure, "others have seats");
        assert!(!games.see(unsure, &GameState { players, ..lobby }).unwrap().is_unsure);
    }

    #[test]
    fn a_game_won_as_the_one_before_is_told_by_its_last_round() {
        use Move::{Paper, Rock, Scissors};
        let last = Winner { account: [3; 32], pot: 14, rounds: 1 };
        let again = Note { before: Some(last), ..note(0) };
        let end = |moves: &[(u8, Option<Move>)]| again.end_by(&won_by(3, 14, 1, moves));
        assert_eq!(end(&[(3, Some(Rock)), (9, Some(Scissors))]), Some(End::Won(last)));
        assert_eq!(end(&[(3, Some(Rock)), (9, None)]), Some(End::Won(last)), "silent");
        let other = [(3, Some(Rock)), (9, Some(Paper))];
        assert_eq!(end(&other), Some(End::Unknown), "that round it has not won");
        let earlier = GameState { last_round: None, ..won_by(3, 14, 1, &other) };
        assert_eq!(again.end_by(&earlier), Some(End::Unknown));
    }

    #[test]
    fn costs_are_settled_once_the_game_is_over_and_no_gas_is_held() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        let is_settled = |held| {
            let trace = Some(Trace { nonce: 2, held });
            games.cost(&SEAT, 3, Costs { trace, ..note(3).costs }).unwrap();
            games.of(&SEAT, 3).unwrap().unwrap().costs.is_settled
        };
        assert!(!is_settled(0));
        games.end(&SEAT, 3, End::Stopped).unwrap();
        assert!(!is_settled(1), "an alarm is yet to come");
        assert!(is_settled(0));
    }

    #[test]
    fn who_was_interrupted_is_told_of_an_end_that_others_have_found() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        let last = GameResult { winner: LAST.account.into(), pot: LAST.pot, rounds: LAST.rounds };
        let over = |game: u64| {
            let lobby = state(GameStage::Preparation, PlayerStatus::Registered);
            GameState { games_finished: game + 1, last_game: Some(last.clone()), ..lobby }
        };
        games.see(note(3), &over(3)).unwrap();
        let open = games.open(&SEAT).unwrap().expect("nobody was told");
        assert_eq!(open.end, Some(End::Won(LAST)));
        games.end(&SEAT, 3, End::Won(LAST)).unwrap();
        assert_eq!(games.open(&SEAT).unwrap(), None);
        let mut by_hand = note(4);
        by_hand.origin.is_by_hand = true;
        games.see(by_hand, &over(4)).unwrap();
        assert_eq!(games.open(&SEAT).unwrap(), None, "nobody was interrupted");
    }

    #[test]
    fn whoever_was_sent_away_has_lost_to_nobody() {
        let (_dir, games) = games();
        let unsure = Note { is_unsure: true, ..note(0) };
        let stage = GameStage::InProgress(Default::default());
        let rules = GameRules { format: Format::Knockout, start_when_full: true };
        let running = GameState { rules, ..state(stage, PlayerStatus::ToMove) };
        assert_eq!(unsure.end_by(&running), Some(End::SentAway));
        let won_by = |account| {
            let last = GameResult { winner: ActorId::new([account; 32]), pot: 7, rounds: 2 };
            GameState { games_finished: 1, last_game: Some(last), ..running.clone() }
        };
        assert_eq!(unsure.end_by(&won_by(9)), Some(End::Unknown));
        assert!(matches!(unsure.end_by(&won_by(3)), Some(End::Won(_))), "oneself");
        // Once a state has shown it in play, it has lost.
        games.write(&unsure).unwrap();
        let seated = vec![(ActorId::new([3; 32]), PlayerStatus::ToMove)];
        games.look(&SEAT, &GameState { players: seated, ..running.clone() }).unwrap();
        let known = games.open(&SEAT).unwrap().unwrap();
        assert!(!known.is_unsure && matches!(known.end_by(&won_by(9)), Some(End::Won(_))));
        games.write(&unsure).unwrap();
        games.look(&SEAT, &running).unwrap();
        let found = games.open(&SEAT).unwrap().expect("a join has yet to be told");
        assert_eq!(found.end, Some(End::SentAway));
    }

    #[test]
    fn a_note_that_cannot_be_read_is_no_leave_to_bet() {
        let (_dir, games) = games();
        games.write(&note(3)).unwrap();
        std::fs::write(games.path(&SEAT, 3), "{").unwrap();
        assert!(games.open(&SEAT).unwrap_err().to_string().contains("can't read"));
        assert!(games.open(&Seat { account: [9; 32], ..SEAT }).is_ok(), "that is another's");
        assert!(games.all().unwrap().is_empty());
    }
}
