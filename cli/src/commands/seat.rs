//! Computes what a seat can cost, and asks whether the player agrees.

use crate::{
    chain::{
        BLOCK_TIME,
        code::Code,
        cost::{MESSAGES_A_ROUND, Price, Prices, USUAL_GAS},
        table::{Table, View},
        tip::Urgency,
        voucher::Voucher,
    },
    failure::{Failure, Mark},
    game::{rules::left_by_a_group, turn},
    keys::account::{Account, address},
    options::Stake,
    screen::{
        keyboard::Keyboard,
        output::{Output, warn},
        terminal::AtStake,
    },
    store::games::{Costs, Note, Origin, Winner, is_seat_shown},
    words::{
        digits::{hex, short},
        units::{balance, clock, cost, exact, span, vara},
    },
};
use anyhow::{Error, Result, ensure};
use gprimitives::ActorId;
use rpsls_io::{Format, GameConfig, GameRules, GameState, PlayerStatus};
use serde_json::json;
use std::{
    fmt,
    io::{self, IsTerminal},
};

/// Under classic rules, games at tables with more seats than this seldom end by play.
const MOST_CLASSIC: u8 = 8;
/// The time on Vara until a message is final, ms.
const FINAL: u64 = 10_000;

/// The rules under which a bracket may have gaps.
const BY_THE_CLOCK: GameRules = GameRules { format: Format::Knockout, start_when_full: false };

/// What a game can cost in all.
pub struct Offer {
    bet: u128,
    /// The cost of the message that takes the seat: its fee, and its gas with a little to spare.
    seat: u128,
    /// The cost of any other message, computed the same way.
    message: u128,
    /// Whether each move takes a message of its own. Otherwise the first move goes with the seat,
    /// and each other one with the reveal before it.
    is_later: bool,
    /// The value that has to stay in the account.
    deposit: u128,
    /// How many rounds the game takes; `None` where draws are played again.
    rounds: Option<u32>,
    max_spend: u128,
    /// The voucher that pays fees and gas in the player's place.
    voucher: Option<Voucher>,
}

impl Offer {
    /// `rounds` is how many the game takes, if that is known.
    pub fn new(
        price: &Price,
        prices: &Prices,
        rounds: Option<u32>,
        max_spend: u128,
        is_later: bool,
    ) -> Self {
        let seat = price.message(prices);
        Self {
            bet: price.value,
            seat,
            // The message for the seat may have to arm an alarm. Other messages need not.
            message: seat.min(price.fee.saturating_add(prices.gas(USUAL_GAS))),
            is_later,
            deposit: prices.existential_deposit,
            rounds,
            max_spend,
            voucher: price.voucher,
        }
    }

    /// Fees and gas of the game, or of one round where draws are played again. Each move goes with
    /// the message before it, unless the player makes it later.
    pub fn usual(&self) -> u128 {
        let each = if self.is_later { MESSAGES_A_ROUND } else { 1 };
        self.of_messages(each * self.rounds.unwrap_or(1))
    }

    /// Fees and gas of the seat and of so many more messages.
    fn of_messages(&self, count: u32) -> u128 {
        self.seat.saturating_add(self.message.saturating_mul(count.into()))
    }

    /// The most that the player spends on fees and gas. If the voucher does not last, the player
    /// pays.
    fn most(&self) -> u128 {
        // The limit applies before a move, and its reveal still follows.
        let limit = self.max_spend.saturating_add(self.message.saturating_mul(2));
        self.rounds.map_or(limit, |rounds| {
            // A move that is not ready in time for the reveal takes a message of its own.
            let messages = MESSAGES_A_ROUND * rounds - u32::from(!self.is_later);
            self.of_messages(messages).min(limit)
        })
    }

    /// Shows it to whoever plays, or to their program.
    pub fn show(&self, out: &Output) -> Result<()> {
        out.json(&json!({
            "step": "offer",
            "bet": self.bet.to_string(),
            "seat": self.seat.to_string(),
            "message": self.message.to_string(),
            "most": self.bet.saturating_add(self.most()).to_string(),
            "rounds": self.rounds,
            "voucher": self.voucher.map(|voucher| hex(voucher.id)),
        }))?;
        self.tell(out)
    }

    /// Says it in words alone.
    pub fn tell(&self, out: &Output) -> Result<()> {
        out.line(&match self.bet {
            0 => "A seat is free.".into(),
            bet => format!("A seat costs {}.", vara(bet)),
        })?;
        match &self.voucher {
            Some(voucher) => self.show_voucher(out, voucher)?,
            None => out.line(&format!(
                "On top come fees: {}. {} stays in the account.",
                self.fees(),
                vara(self.deposit)
            ))?,
        }
        if out.is_verbose() && self.max_spend != NO_LIMIT {
            out.line(&format!(
                "Each message takes {}; no move is made once {} are spent.",
                vara(self.message),
                vara(self.max_spend)
            ))?;
        }
        Ok(())
    }

    /// What comes on top of the bet, in words.
    fn fees(&self) -> String {
        let (usual, most) = (cost(self.usual()), cost(self.most()));
        match self.rounds {
            Some(_) if usual == most => usual,
            Some(rounds) => format!("{usual} for {rounds} rounds, {most} at most"),
            None if self.max_spend == NO_LIMIT => {
                format!("{usual} for one round, and more for each that follows a draw")
            }
            None => format!("{usual} for one round, {most} at most, since draws are played again"),
        }
    }

    fn show_voucher(&self, out: &Output, voucher: &Voucher) -> Result<()> {
        let messages = voucher.balance.saturating_sub(self.deposit) / self.message.max(1);
        out.line(&format!(
            "Fees are paid by the voucher {} of {}: it has {}, enough for about {messages} messages; \
             you need {}. After that you pay, {} for each.",
            short(voucher.id),
            address(voucher.owner),
            balance(voucher.balance),
            self.fees(),
            cost(self.message)
        ))
    }
}

/// What a player who decides on each message may spend.
pub const NO_LIMIT: u128 = u128::MAX / 2;

/// The question to a person before a seat is paid for.
pub const TAKE_SEAT: &str = "Take the seat?";

/// A person's consent to an offer.
pub struct Agreement<'a> {
    pub out: &'a Output,
    /// Whether `--yes` was given.
    pub is_given: bool,
}

impl<'a> Agreement<'a> {
    pub fn of(out: &'a Output, is_given: bool) -> Self {
        Self { out, is_given }
    }

    /// Whether the person agrees.
    ///
    /// # Errors
    ///
    /// [`Failure::Usage`] if nobody sits at a terminal and `--yes` was not given: silence is no
    /// consent.
    pub async fn asked_for(&self, question: &str) -> Result<bool> {
        if self.is_given {
            return Ok(true);
        }
        ensure!(
            io::stdin().is_terminal(),
            Failure::Usage(format!(
                "there is no terminal to ask in: “{question}” Nothing was sent, and nothing was \
                 paid: --yes goes ahead without asking"
            ))
        );
        Keyboard::default().agrees(self.out, question).await
    }
}

/// The terms that an owner can change from one game to the next, so that a game costs more or is a
/// different one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    bet: u128,
    seats: u8,
    format: Format,
    /// The shorter of the two stages in which a player who does nothing is out, ms.
    shortest: u64,
    start_when_full: bool,
}

impl Terms {
    pub fn of(GameState { config, rules, .. }: &GameState) -> Self {
        Self {
            bet: config.bet_size,
            seats: config.players_count_limit,
            format: rules.format,
            shortest: config.move_timeout.min(config.reveal_timeout),
            start_when_full: rules.start_when_full,
        }
    }

    /// Checks that a later game of a run may have these terms without asking anybody. It has to be
    /// the same game, and cost no more than the first unless `max_bet` allows more.
    ///
    /// # Errors
    ///
    /// [`Failure::Limit`] if it may not.
    pub fn allow(&self, later: &Self, max_bet: Option<u128>) -> Result<()> {
        let most = max_bet.unwrap_or(self.bet);
        ensure!(
            later.bet <= most,
            Failure::Limit(format!(
                "a seat costs {} by now, and that of this run's first game {}: no seat was taken. \
                 --max-bet {} allows it",
                vara(later.bet),
                vara(self.bet),
                exact(later.bet)
            ))
        );
        let game = |terms: &Self| (terms.seats, terms.format, terms.start_when_full);
        ensure!(
            game(later) == game(self) && later.shortest >= self.shortest,
            Failure::Limit(format!(
                "the next game is {later}, and this run's first was {self}: no seat was taken. \
                 Look at `rpsls status`; `rpsls join` again plays it"
            ))
        );
        Ok(())
    }
}

impl Terms {
    /// The game's kind in words, without its times.
    pub fn game(&self) -> String {
        let format = match self.format {
            Format::Replay => "a game of replays",
            Format::Points => "a game by points",
            Format::Knockout => "a knockout",
        };
        let start = if self.start_when_full { "starts when full" } else { "starts by the clock" };
        format!("{format} with {} seats that {start}", self.seats)
    }
}

impl fmt::Display for Terms {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}, with {} to act", self.game(), span(self.shortest))
    }
}

impl Stake {
    /// The bet, if the player agrees to it and to the table.
    pub async fn agreed(&self, table: &Table, View { state, .. }: &View) -> Result<u128> {
        let bet = state.config.bet_size;
        ensure!(
            bet <= self.max_bet.unwrap_or(u128::MAX),
            Error::from(Failure::Limit(format!(
                "a seat costs {}, which is more than --max-bet",
                vara(bet)
            )))
            .context(Mark::Changed)
        );
        ensure!(
            self.any_code || table.code().await? != Code::Unknown,
            Failure::Usage(
                "this table's code is no release that this rpsls knows, and not the one that it \
                 was built with. It may be a later version, or keep what you pay: --any-code, if \
                 you trust who deployed it"
                    .into()
            )
        );
        Ok(bet)
    }
}

/// The error, with what became of the voucher that may have paid before. A player who has nothing
/// but a voucher has to ask for another one, and not for money.
pub async fn with_lapsed(error: anyhow::Error, table: &Table, id: ActorId) -> anyhow::Error {
    if !matches!(Failure::of(&error), Some(Failure::Funds(_))) {
        return error;
    }
    // An account that can't pay is told so, whether the node can read vouchers or not.
    let Ok(head) = table.link.head().await else { return error };
    let vouchers = table.link.vouchers_for(id, table.program).await.unwrap_or_default();
    let Some(last) = vouchers.iter().find(|voucher| voucher.is_expired(head.number)) else {
        return error;
    };
    Failure::funds(format!(
        "the voucher {} has expired, or was ended: {} gave it, and can give another. Without one, \
         {error:#}",
        short(last.id),
        address(last.owner)
    ))
}

/// Warns of a table at which a game may not end, or somebody may keep a message out of the blocks.
pub fn warn_of_table(state: &GameState) {
    let GameConfig { bet_size, players_count_limit, move_timeout, reveal_timeout, .. } =
        state.config;
    if state.rules.format == Format::Replay && players_count_limit > MOST_CLASSIC {
        warn(
            "this table replays each draw: whoever plays by chance needs 11 rounds on average with \
             8 players, 38 with 10, some 10000 with 20. A game may end by your limits and not by \
             play",
        );
    }
    if bet_size > 0
        && let Some(left) = left_by_a_group(&state.rules, players_count_limit)
    {
        warn(&format!(
            "at this table all play against all: one person with all the other seats leaves you \
             {left}. Sit down with people you know; among strangers play a knockout"
        ));
    }
    if state.rules == BY_THE_CLOCK && players_count_limit > 2 && bet_size > 0 {
        warn(
            "this knockout starts by the clock with whoever is there: unless that are 2, 4, 8 or \
             so on, some have a round less to win, and a seat may be worth little more than half \
             its bet. Sit down with people you know; among strangers play one that starts when full",
        );
    }
    let shortest = move_timeout.min(reveal_timeout);
    if shortest < FINAL {
        warn(&format!(
            "a stage of {} is over before a message is final, which takes some {}: even one that \
             is sent at once may be too late",
            span(shortest),
            span(FINAL)
        ));
    }
    let blocks = shortest / BLOCK_TIME;
    let blocks = u32::try_from(blocks).unwrap_or(u32::MAX);
    let pot = bet_size.saturating_mul(players_count_limit.into());
    // In the first round at a full table, a place is worth its bet.
    let cost = Urgency { max_tip: bet_size, ..Urgency::default() }.cost_of_keeping_out(blocks);
    if pot > cost / 2 {
        warn(&format!(
            "a full table's pot is {}, and filling all blocks of a stage, so that nobody's message \
             is taken, costs about {}: somebody might",
            vara(pot),
            vara(cost)
        ));
    }
}

/// What the account of this name has at stake at a table, if this process ends now. `by` is the time
/// by which to be back, ms, and `None` if it is not known yet whether the bet is paid.
pub fn at_stake(program: ActorId, account: &str, bet: u128, by: Option<u64>) -> AtStake {
    let what = match bet {
        0 => "your seat".into(),
        bet => format!("your bet of {}", vara(bet)),
    };
    // The account of a phrase has no name to give.
    let who = match account.contains('…') {
        true => String::new(),
        false => format!(" --account {account}"),
    };
    let back = format!("rpsls{who} join --table {}", hex(program));
    let text = match by {
        Some(by) => format!("{what} stays: be back by {}, `{back}`", clock(by)),
        None => format!("{what} may be in: `{back}` looks, and pays no second one"),
    };
    let fields = json!({ "program": hex(program), "bet": bet.to_string(), "be_here_by_ms": by });
    AtStake { text, fields }
}

/// The note of the running game. What a seat has cost that is there already is not known: it may
/// have been taken on another computer.
pub fn note(table: &Table, account: &Account, View { head, state, .. }: &View) -> Note {
    Note {
        seat: table.seat(account),
        game: state.games_finished,
        origin: Origin {
            node: table.link.url().into(),
            name: account.name.clone(),
            ..Origin::default()
        },
        since: head.timestamp,
        bet: state.config.bet_size,
        costs: Costs {
            is_whole: turn::status_of(state, account.id) == PlayerStatus::NotRegistered,
            ..Costs::since(head.number, head.hash.0)
        },
        is_unsure: !is_seat_shown(state, account.id),
        before: state.last_game.as_ref().map(Winner::of),
        end: None,
        back: None,
        is_untold: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::units::VARA;

    #[test]
    fn later_games_of_a_run_cost_no_more_and_are_the_same_game() {
        let first = Terms {
            bet: VARA,
            seats: 2,
            format: Format::Replay,
            shortest: 60_000,
            start_when_full: true,
        };
        let may = |later: Terms, max_bet| first.allow(&later, max_bet);
        assert!(may(first, None).is_ok() && may(Terms { bet: 0, ..first }, None).is_ok());
        let dearer = Terms { bet: 9 * VARA, ..first };
        let error = may(dearer, None).unwrap_err();
        assert_eq!(Failure::code(&error), 6);
        assert!(error.to_string().contains("--max-bet 9 allows it"), "{error}");
        assert!(may(dearer, Some(9 * VARA)).is_ok() && may(dearer, Some(8 * VARA)).is_err());
        assert!(may(Terms { shortest: 90_000, ..first }, None).is_ok());
        let told = "a game of replays with 2 seats that starts when full, with 1 min to act";
        assert_eq!(first.to_string(), told);
        // With three accounts of their own, a player surely wins a fourth player's bet. With stages
        // of seconds, a player surely wins the bet of one who waits for final blocks.
        let other = [
            Terms { format: Format::Points, ..first },
            Terms { seats: 4, ..first },
            Terms { shortest: 59_000, ..first },
            Terms { start_when_full: false, ..first },
        ];
        for max_bet in [None, Some(9 * VARA)] {
            for terms in other {
                assert_eq!(Failure::code(&may(terms, max_bet).unwrap_err()), 6);
            }
        }
    }

    fn offer(rounds: Option<u32>, is_later: bool) -> Offer {
        Offer {
            bet: VARA,
            seat: VARA / 4,
            message: VARA / 5,
            is_later,
            deposit: VARA,
            rounds,
            max_spend: 10 * VARA,
            voucher: None,
        }
    }

    #[test]
    fn an_offer_is_exact_where_the_rounds_are_known() {
        let of = |rounds, is_later| {
            let offer = offer(rounds, is_later);
            (offer.usual() * 20 / VARA, offer.most() * 20 / VARA, offer.fees())
        };
        // A duel is a seat with its move, and a reveal.
        assert_eq!(of(Some(1), false), (9, 9, "0.45 VARA".into()));
        assert_eq!(of(Some(1), true), (13, 13, "0.65 VARA".into()));
        let told = "0.85 VARA for 3 rounds, 1.25 VARA at most";
        assert_eq!(of(Some(3), false), (17, 25, told.into()));
        assert_eq!(of(Some(3), true), (29, 29, "1.45 VARA".into()));
        let told = "0.45 VARA for one round, 10.40 VARA at most, since draws are played again";
        assert_eq!(of(None, false), (9, 208, told.into()));
        let unlimited = Offer { max_spend: NO_LIMIT, ..offer(None, false) };
        assert_eq!(
            unlimited.fees(),
            "0.45 VARA for one round, and more for each that follows a draw"
        );
        let limited = Offer { max_spend: VARA / 2, ..offer(Some(7), false) };
        assert_eq!(limited.most(), VARA / 2 + 2 * limited.message, "by --max-spend");
    }
}
