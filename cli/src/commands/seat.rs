//! What a seat can cost, and whether the player agrees.

use crate::{
    args::{Limits, Stake},
    chain::{
        BLOCK_TIME,
        code::Code,
        cost::{Price, Prices, messages},
        table::{Table, View},
        voucher::Voucher,
    },
    failure::Failure,
    keys::account::{Account, address},
    screen::{
        digits::{hex, short},
        keyboard::Keyboard,
        output::{Output, warn},
        units::{exact, vara},
    },
    store::games::{Note, Winner},
};
use anyhow::{Result, ensure};
use rpsls_io::{GameConfig, GameState, TieBreak};
use serde_json::json;

/// Tables of more seats seldom end by play under classic rules.
const MOST_CLASSIC: u8 = 8;
/// What filling a block costs on Vara, by runtime 2.0.0: one `system.remark` of the
/// length that a block has for normal extrinsics. A unit of weight and a byte of length
/// cost 100 each, beside the weight of any extrinsic, a remark's and that of its bytes.
const FULL_BLOCK: u128 = {
    let length = 2_621_440;
    100 * (107_074_000 + 1_482_000 + 337 * length + length)
};

/// A game of this length costs each player the same few messages.
const SHORT_GAME: u32 = 3;

/// What a game can cost in all.
pub struct Offer {
    bet: u128,
    /// One message: its fee, and its gas with a little to spare.
    message: u128,
    /// What has to stay in the account.
    deposit: u128,
    max_rounds: u32,
    max_spend: u128,
    /// What pays fees and gas in the player's place.
    voucher: Option<Voucher>,
}

impl Offer {
    pub fn new(price: &Price, prices: &Prices, limits: &Limits) -> Self {
        Self {
            bet: price.value,
            message: price.message(prices),
            deposit: prices.existential_deposit,
            max_rounds: limits.max_rounds,
            max_spend: limits.max_spend,
            voucher: price.voucher,
        }
    }

    /// Fees and gas of a game of so many rounds.
    fn of_rounds(&self, rounds: u32) -> u128 {
        self.message * messages(rounds)
    }

    /// The most that the limits allow to spend on fees and gas. If the voucher does not
    /// last, the player pays.
    fn most(&self) -> u128 {
        // The limit is looked at before a move, which has its reveal follow.
        self.of_rounds(self.max_rounds).min(self.max_spend + 2 * self.message)
    }

    pub fn show(&self, out: &Output) -> Result<()> {
        out.json(&json!({
            "step": "offer",
            "bet": self.bet.to_string(),
            "message": self.message.to_string(),
            "most": (self.bet + self.most()).to_string(),
            "voucher": self.voucher.map(|voucher| hex(voucher.id)),
        }))?;
        out.line(&format!("A seat costs {}.", vara(self.bet)))?;
        if let Some(voucher) = &self.voucher {
            return self.show_voucher(out, voucher);
        }
        out.line(&format!(
            "Fees and gas come on top, about {} for each of the messages: {} for a game of one \
             round, {} for {SHORT_GAME} rounds. With the bet, this game costs {} at most \
             (--max-rounds {}, --max-spend {}). {} stays in the account.",
            vara(self.message),
            vara(self.of_rounds(1)),
            vara(self.of_rounds(SHORT_GAME)),
            vara(self.bet + self.most()),
            self.max_rounds,
            exact(self.max_spend),
            vara(self.deposit)
        ))
    }

    fn show_voucher(&self, out: &Output, voucher: &Voucher) -> Result<()> {
        let messages = voucher.balance.saturating_sub(self.deposit) / self.message.max(1);
        out.line(&format!(
            "Fees and gas are paid by the voucher {} of {}: it has {}, enough for about {messages} \
             messages, and a round is two. After that you pay, {} for each.",
            short(voucher.id),
            address(voucher.owner),
            vara(voucher.balance),
            vara(self.message)
        ))
    }
}

/// What a person is asked before a seat is paid for.
pub const TAKE_SEAT: &str = "Take the seat?";

/// A person's consent to an offer.
pub struct Agreement<'a> {
    pub out: &'a Output,
    /// By `--yes`, or because a program reads along.
    pub is_given: bool,
}

impl Agreement<'_> {
    pub async fn asked_for(&self, question: &str, keyboard: &mut Keyboard) -> Result<bool> {
        match self.is_given || self.out.is_json() {
            true => Ok(true),
            false => keyboard.agrees(self.out, question).await,
        }
    }
}

impl Stake {
    /// The bet, unless the player does not agree to it or to the table.
    pub async fn agreed(&self, table: &mut Table, View { state, .. }: &View) -> Result<u128> {
        let bet = state.config.bet_size;
        ensure!(
            bet <= self.max_bet.unwrap_or(u128::MAX),
            Failure::Usage(format!(
                "a seat costs {}, which is more than --max-bet: nothing was sent",
                vara(bet)
            ))
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

/// Warns of a table at which a game may not end, or a message may be kept away.
pub fn warn_of_table(state: &GameState) {
    let GameConfig { bet_size, players_count_limit, move_timeout, reveal_timeout, .. } =
        state.config;
    if state.rules.tie_break == TieBreak::Replay && players_count_limit > MOST_CLASSIC {
        warn(
            "this table plays classic rules: who plays by chance needs 11 rounds on average with \
             8 players, 38 with 10, some 10000 with 20. A game may end by your limits and not by \
             play",
        );
    }
    let blocks = move_timeout.min(reveal_timeout) / BLOCK_TIME;
    let pot = bet_size.saturating_mul(players_count_limit.into());
    if pot > u128::from(blocks) * FULL_BLOCK / 2 {
        warn(&format!(
            "a full table's pot is {}, and filling all blocks of a stage, so that nobody's message \
             is taken, costs about {}: somebody might",
            vara(pot),
            vara(u128::from(blocks) * FULL_BLOCK)
        ));
    }
}

/// What is noted of the running game.
pub fn note(table: &Table, account: &Account, View { head, state }: &View) -> Note {
    Note {
        seat: table.seat(account),
        game: state.games_finished,
        node: table.link.url().into(),
        name: account.name.clone(),
        since: head.timestamp,
        bet: state.config.bet_size,
        spent: 0,
        before: state.last_game.as_ref().map(Winner::of),
        end: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::units::VARA;

    #[test]
    fn a_block_is_filled_for_a_tenth_of_a_vara() {
        assert_eq!(vara(FULL_BLOCK), "0.0995 VARA");
    }

    #[test]
    fn an_offer_is_bounded_by_rounds_and_by_money() {
        let mut offer = Offer {
            bet: 10 * VARA,
            message: VARA / 5,
            deposit: VARA,
            max_rounds: 20,
            max_spend: 100 * VARA,
            voucher: None,
        };
        assert_eq!(offer.of_rounds(1), 3 * VARA / 5);
        assert_eq!(offer.most(), 41 * VARA / 5);
        offer.max_spend = VARA;
        assert_eq!(offer.most(), VARA + 2 * VARA / 5);
    }
}
