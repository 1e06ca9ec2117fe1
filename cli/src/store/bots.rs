//! The tables that a bot has opened, from which its losses are counted.

use crate::{
    disk,
    game::seat::short,
    store::{
        games::{End, Note},
        lock::Lock,
    },
    words::{decimal, hex32},
};
use anyhow::{Context, Result};
use gprimitives::{ActorId, H256};
use serde::{Deserialize, Serialize};
use std::{mem::take, path::PathBuf};

/// A table that a bot has opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    #[serde(with = "hex32")]
    pub program: [u8; 32],
    /// What opening it cost, including the deposit that it keeps.
    #[serde(with = "decimal")]
    pub spent: u128,
    /// The games before this number are logged.
    pub logged: u64,
}

/// A ledger's content on disk.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Kept {
    tables: Vec<Opened>,
    /// What the last opening was going to cost; 0 once its table is known.
    #[serde(with = "decimal")]
    opening: u128,
    /// The account's nonce when it was looked at last.
    #[serde(default)]
    nonce: Option<u32>,
    /// What the account may have lost by messages that this computer does not know of.
    #[serde(default, with = "decimal")]
    elsewhere: u128,
}

/// The tables of one account's bot on one chain.
pub struct Ledger {
    path: PathBuf,
    genesis: [u8; 32],
    account: [u8; 32],
    kept: Kept,
    /// Keeps other bots of the account from playing meanwhile.
    _lock: Lock,
}

/// The folder with the ledgers.
pub struct Bots {
    dir: PathBuf,
}

impl Bots {
    /// The ledgers in this folder. The first ledger creates it.
    pub fn in_folder(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Opens the ledger of an account.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`](crate::failure::Failure::Usage) if another process has it open.
    pub fn open(&self, genesis: H256, account: ActorId) -> Result<Ledger> {
        let (genesis, account) = (genesis.0, account.into_bytes());
        let path = self.dir.join(format!("{}-{}.json", short(&genesis), short(&account)));
        let lock = Lock::take(
            &path.with_extension("lock"),
            "another bot plays for this account",
            "Give this one an account of its own, or end the other first. Nothing was sent",
        )?;
        let kept = match disk::read(&path)? {
            None => Kept::default(),
            Some(text) => serde_json::from_str(&text).with_context(|| {
                format!("can't read what the bot has opened in {}", path.display())
            })?,
        };
        Ok(Ledger { path, genesis, account, kept, _lock: lock })
    }
}

impl Ledger {
    /// Notes what an opening is going to cost, before it is sent.
    pub fn intend(&mut self, spent: u128) -> Result<()> {
        self.kept.opening = spent;
        self.write()
    }

    /// Notes a table that the bot has opened, unless it is known already. It counts as having cost
    /// what was intended, but at least `least`.
    pub fn add(&mut self, table: ActorId, least: u128) -> Result<()> {
        let program = table.into_bytes();
        if self.kept.tables.iter().any(|opened| opened.program == program) {
            return Ok(());
        }
        let spent = take(&mut self.kept.opening).max(least);
        self.kept.tables.push(Opened { program, spent, logged: 0 });
        self.write()
    }

    /// Notes that the bot has logged this game.
    pub fn log(&mut self, note: &Note) -> Result<()> {
        let table = self.kept.tables.iter_mut().find(|opened| opened.program == note.seat.program);
        table.context("the game is of the bot")?.logged = note.game + 1;
        self.write()
    }

    /// Whether the bot knows that it has opened this table.
    pub fn has(&self, table: ActorId) -> bool {
        self.kept.tables.iter().any(|opened| opened.program == table.into_bytes())
    }

    /// Whether an opening was interrupted.
    pub fn is_opening(&self) -> bool {
        self.kept.opening > 0
    }

    /// How many messages the account has sent, as of this nonce, that no note here knows of. One may be
    /// of a run that was interrupted.
    pub fn unknown(&self, nonce: u32, notes: &[Note]) -> u32 {
        let Some(seen) = self.kept.nonce else { return 0 };
        let here = (self.genesis, self.account);
        let own = notes.iter().filter(|note| (note.seat.genesis, note.seat.account) == here);
        let noted = own.filter_map(|note| Some(note.costs.trace?.nonce)).max().unwrap_or_default();
        nonce.saturating_sub(seen.max(noted).saturating_add(1))
    }

    /// Notes the account's nonce, and what it may have lost by messages that were not known.
    pub fn see(&mut self, nonce: u32, lost: u128) -> Result<()> {
        self.kept.nonce = Some(nonce);
        self.kept.elsewhere = self.kept.elsewhere.saturating_add(lost);
        self.write()
    }

    fn write(&self) -> Result<()> {
        disk::write(&self.path, &self.kept)
    }

    /// The bot's own games among these, each with its table.
    pub fn own<'a>(&'a self, notes: &'a [Note]) -> impl Iterator<Item = (&'a Opened, &'a Note)> {
        notes.iter().filter_map(|note| {
            let is_own = (note.seat.genesis, note.seat.account) == (self.genesis, self.account);
            let mut tables = self.kept.tables.iter();
            let table = tables.find(|opened| opened.program == note.seat.program);
            table.filter(|_| is_own).map(|table| (table, note))
        })
    }

    /// What the bot has lost by opening tables, by its games that are over, and elsewhere: fees, gas
    /// and bets, less what it has won. Negative if it has won more. A stopped game counts as having returned
    /// the bet.
    pub fn loss(&self, notes: &[Note]) -> i128 {
        let openings: u128 = self.kept.tables.iter().map(|opened| opened.spent).sum();
        let over = self.own(notes).filter_map(|(_, note)| {
            let unknown = if note.end? == End::Stopped { note.bet } else { 0 };
            Some(signed(note.paid()) - signed(note.won().unwrap_or(unknown)))
        });
        signed(openings.saturating_add(self.kept.elsewhere)) + over.sum::<i128>()
    }
}

/// No chain has this much value.
fn signed(value: u128) -> i128 {
    i128::try_from(value).unwrap_or(i128::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        failure::Failure,
        game::seat::Seat,
        store::games::{Costs, Trace, Winner, tests},
    };

    const GENESIS: H256 = H256([1; 32]);
    const BOT: ActorId = ActorId::new([3; 32]);
    const TABLE: ActorId = ActorId::new([2; 32]);

    fn note(table: ActorId, game: u64, end: Option<End>) -> Note {
        let seat = Seat::new(GENESIS, table, BOT);
        let costs = Costs { spent: 7, ..Costs::since(5, [7; 32]) };
        Note { seat, bet: 100, costs, end, ..tests::note(game) }
    }

    fn won(by: ActorId) -> Option<End> {
        Some(End::Won(Winner { account: by.into_bytes(), pot: 200, rounds: 1 }))
    }

    #[test]
    fn openings_fees_and_bets_are_lost_and_pots_are_won() {
        let dir = tempfile::tempdir().unwrap();
        let bots = Bots::in_folder(dir.path().join("bots"));
        let mut ledger = bots.open(GENESIS, BOT).unwrap();
        ledger.add(TABLE, 1_000).unwrap();
        ledger.add(TABLE, 9_999).unwrap();
        let other = 9.into();
        let of = |ends: &[Option<End>]| {
            let ends = ends.iter().enumerate();
            let notes: Vec<_> = ends.map(|(game, end)| note(TABLE, game as u64, *end)).collect();
            ledger.loss(&notes)
        };
        assert_eq!(of(&[]), 1_000);
        assert_eq!(of(&[None]), 1_000, "it is not lost yet");
        assert_eq!(of(&[won(other)]), 1_107);
        assert_eq!(of(&[won(other), won(BOT)]), 1_014);
        assert_eq!(of(&[Some(End::Stopped), Some(End::Left), Some(End::NotSeated)]), 1_021);
        assert_eq!(of(&[Some(End::Unknown)]), 1_107);
        assert_eq!(of(&[won(BOT); 20]), 1_000 - 20 * 93, "it may win more than it loses");
        let elsewhere = Seat { account: [4; 32], ..note(TABLE, 0, None).seat };
        let not_its_own =
            [note(8.into(), 0, won(other)), Note { seat: elsewhere, ..note(TABLE, 0, won(other)) }];
        assert_eq!(ledger.loss(&not_its_own), 1_000);
    }

    #[test]
    fn what_the_account_did_elsewhere_is_seen_at_its_nonce_and_counts_as_lost() {
        let dir = tempfile::tempdir().unwrap();
        let mut ledger = Bots::in_folder(dir.path().into()).open(GENESIS, BOT).unwrap();
        let noted = |nonce| {
            let trace = Some(Trace { nonce, held: 0 });
            let note = note(TABLE, 0, None);
            [Note { costs: Costs { trace, ..note.costs }, ..note }]
        };
        assert_eq!(ledger.unknown(40, &[]), 0, "an account may have been used before");
        ledger.see(40, 0).unwrap();
        assert_eq!((ledger.unknown(41, &[]), ledger.unknown(44, &[])), (0, 3));
        assert_eq!((ledger.unknown(44, &noted(43)), ledger.unknown(44, &noted(12))), (0, 3));
        ledger.see(44, 30).unwrap();
        assert_eq!((ledger.unknown(44, &[]), ledger.loss(&[])), (0, 30));
    }

    #[test]
    fn a_ledger_is_there_the_next_time_and_open_once() {
        let dir = tempfile::tempdir().unwrap();
        let bots = Bots::in_folder(dir.path().join("bots"));
        let mut ledger = bots.open(GENESIS, BOT).unwrap();
        ledger.intend(1_000).unwrap();
        drop(ledger);
        let mut ledger = bots.open(GENESIS, BOT).unwrap();
        ledger.add(TABLE, 100).unwrap();
        ledger.log(&note(TABLE, 4, won(BOT))).unwrap();
        let error = bots.open(GENESIS, BOT).err().unwrap();
        assert_eq!(Failure::code(&error), 2);
        assert!(error.to_string().contains("another bot plays for this account"), "{error}");
        bots.open(GENESIS, 4.into()).unwrap();
        drop(ledger);
        let opened = Opened { program: TABLE.into_bytes(), spent: 1_000, logged: 5 };
        let kept = Kept { tables: vec![opened], ..Kept::default() };
        assert_eq!(bots.open(GENESIS, BOT).unwrap().kept, kept);
    }
}
