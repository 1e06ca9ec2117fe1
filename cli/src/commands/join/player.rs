//! A player at a table, and what this run knows.

use super::budget::Budget;
use crate::{
    chain::{cost::Prices, table::Table},
    commands::{Context, chooser::Chooser, retry::Tries, seat::Terms},
    failure::Failure,
    game::{seat::Seat, turn},
    keys::{
        account::Account,
        secrets::{Secret, Secrets},
    },
    options::Stake,
    screen::{
        output::{Output, warn},
        terminal::Stay,
    },
    store::{games::Games, home::Home, lock::Lock},
    way::Session,
};
use anyhow::Result;
use rpsls_io::Move;

/// An account at a table, in one run.
pub(super) struct Player {
    pub out: Output,
    pub account: Account,
    pub table: Table,
    pub seat: Seat,
    pub policy: Policy,
    pub books: Books,
    /// How far this run is on its way to a seat.
    pub session: Session,
    pub budget: Budget,
    pub hand: Hand,
    pub told: Told,
}

/// What the player wants.
pub(super) struct Policy {
    pub stake: Stake,
    pub chooser: Chooser,
    /// The terms of the first game of this run.
    pub terms: Option<Terms>,
    /// Whether the player chooses the first move only after the game has started.
    pub is_later: bool,
    /// Whether `--any` chose the table, for the terms that it had.
    pub is_any: bool,
    /// Whether a game is noted here whose end is not known, so that a bet may be in it.
    pub is_back: bool,
    /// Whether nobody watches. It then takes no seat that the limits may not allow it to play to
    /// the end, and plays to the end wherever it has a seat.
    pub is_bot: bool,
}

/// What is on disk.
pub(super) struct Books {
    /// Keeps other processes from playing the seat.
    pub lock: Option<Lock>,
    pub secrets: Secrets,
    pub games: Games,
}

/// What the player holds of the running game.
#[derive(Default)]
pub(super) struct Hand {
    /// The openings of this run's moves. They are shown even if the disk is gone.
    pub kept: Vec<Secret>,
    /// A move that was chosen but not committed to yet, with its round.
    pub chosen: Option<(u32, Move)>,
    /// Why the last message that was due was not sent.
    pub missed: Option<Missed>,
    /// Whether the player was silent in a round.
    pub is_silent: bool,
    /// Counts what the chain failed to do.
    pub tries: Tries<turn::Stage>,
    /// Keeps a signal from ending the process while a move is still to be shown.
    pub show_due: Option<Stay>,
    /// What a stopped game has paid back.
    pub share: Option<u128>,
}

/// What the player was told.
#[derive(Default)]
pub(super) struct Told {
    /// That nothing can be written.
    pub of_disk: bool,
    /// How they were beaten, or that they are out.
    pub of_out: bool,
    pub warned: Warned,
}

impl Player {
    /// A player who comes to a table.
    pub fn at(
        context: &Context,
        table: Table,
        account: Account,
        chooser: Chooser,
        (stake, max_spend): (Stake, u128),
    ) -> Result<Self> {
        let seat = table.seat(&account);
        Ok(Self {
            out: context.out,
            books: Books {
                lock: None,
                secrets: context.home.secrets(),
                games: context.home.games(),
            },
            budget: Budget::new(Prices::of(&table.link)?, max_spend),
            session: Session::new(account.id),
            policy: Policy {
                stake,
                chooser,
                terms: None,
                is_later: false,
                is_any: false,
                is_back: false,
                is_bot: false,
            },
            hand: Hand::default(),
            told: Told::default(),
            account,
            table,
            seat,
        })
    }

    /// Keeps other processes from playing the seat. If the disk has no room for the lock, the game
    /// is played all the same.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if another process plays it.
    pub fn lock_seat(&mut self, home: &Home) -> Result<()> {
        self.books.lock = match home.lock_seat(&self.seat) {
            Err(error) if Failure::of(&error).is_none() => {
                warn(&format!("{error:#}: run no other rpsls at this seat"));
                None
            }
            taken => Some(taken?),
        };
        Ok(())
    }
}

/// The warnings of a stage. Each is shown once.
#[derive(Default)]
pub(super) struct Warned {
    stage: turn::Stage,
    what: Vec<String>,
}

impl Warned {
    pub fn warn(&mut self, stage: turn::Stage, text: String) {
        if self.stage != stage {
            *self = Self { stage, what: vec![] };
        }
        if !self.what.contains(&text) {
            warn(&text);
            self.what.push(text);
        }
    }
}

/// Why the last message that was due has not come into a block.
pub(super) enum Missed {
    /// The player chose no move in time.
    Unchosen,
    /// Nothing was told of the stage before it was over.
    Unseen,
    /// The account could not pay.
    Unpaid,
    /// No block has had it, for this reason.
    Unsent(String),
}

impl Missed {
    pub fn why(&self) -> &str {
        match self {
            Self::Unchosen => "no move was chosen",
            Self::Unseen => "the node told too late that one was due",
            Self::Unpaid => "the account could not pay for it",
            Self::Unsent(why) => why,
        }
    }
}
