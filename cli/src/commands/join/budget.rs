//! Sends messages, and counts what they cost.

use super::Player;
use crate::{
    chain::{
        block::BlockId,
        cost::{Cost, Following, Prices},
        extrinsic::Included,
        table::View,
        tip::{self, Urgency},
    },
    commands::{actions::summary, costs, json},
    failure::{Failure, Mark},
    game::turn,
    screen::output::warn,
    store::games::{Costs, Trace},
    way::Landing,
    words::units::vara,
};
use anyhow::{Result, anyhow, ensure};
use rpsls_io::Action;
use std::mem::replace;

/// What the running game has cost, and may cost.
pub(super) struct Budget {
    pub prices: Prices,
    /// The most that fees and gas of a game may cost.
    pub max_spend: u128,
    pub costs: Costs,
    /// What was paid in blocks that are not final yet, with their numbers.
    pub early: Vec<(u32, u128)>,
    /// Who else acts for the account.
    pub others: Others,
}

impl Budget {
    pub fn new(prices: Prices, max_spend: u128) -> Self {
        let costs = Costs::since(0, [0; 32]);
        Self { prices, max_spend, costs, early: vec![], others: Others::none() }
    }

    /// What the game has cost, in blocks that are not final too.
    pub fn spent(&self) -> u128 {
        let early = self.early.iter().filter(|(block, _)| *block > self.costs.block);
        early.fold(self.costs.spent, |spent, (_, paid)| spent.saturating_add(*paid))
    }
}

/// Sees by the account's nonce whether somebody else acts for it: the same account on another
/// computer, or by another program.
pub(super) struct Others {
    /// How many messages of this process may have come since the costs were counted last.
    pub own: u32,
    is_told: bool,
}

impl Others {
    /// Nothing is counted yet. An interrupted run may have sent a message just before.
    fn none() -> Self {
        Self { own: 1, is_told: false }
    }

    /// Whether this process has not sent all messages between two traces.
    fn acted(&mut self, before: Option<Trace>, now: Option<Trace>) -> Option<u32> {
        let (now, own) = (now?, replace(&mut self.own, 0));
        let all = now.nonce.saturating_sub(before?.nonce);
        let others = all.saturating_sub(own);
        (others > 0 && !replace(&mut self.is_told, true)).then_some(others)
    }
}

impl Player {
    /// Checks that the game has not cost too much yet.
    pub(super) fn within_spending(&self) -> Result<()> {
        let spent = self.budget.spent();
        ensure!(
            self.policy.is_bot || spent <= self.budget.max_spend,
            Failure::Limit(format!(
                "this game has cost {} of fees and gas, more than --max-spend allows, and is not \
                 decided: a higher one plays on, if it is there before the stage is over",
                vara(spent)
            ))
        );
        Ok(())
    }

    /// Sends an action so that there is time for another one if it is lost for good. Returns the
    /// block that has what it did.
    pub(super) async fn send(
        &mut self,
        name: &str,
        action: Action,
        value: u128,
        view: &View,
    ) -> Result<Landing> {
        let game = view.state.games_finished;
        let is_due = matches!(action, Action::Commit(_) | Action::RevealFor { .. });
        let (worth, urgency) = match is_due {
            true => (turn::worth(&view.state), Urgency::within(view.blocks_left())),
            false => (0, Urgency::default()),
        };
        let left = self.budget.max_spend.saturating_sub(self.budget.spent());
        let kept = Following::of(&action, &view.state).kept;
        // A bot's losses count whatever moves its duel on.
        let alarms = self.policy.is_bot.then(|| self.budget.prices.alarms_of_duel());
        let most_tip = |message| most_tip(worth, left, needed(message, kept, alarms));
        let Self { table, account, .. } = self;
        let state = &view.state;
        let mut sent = table.send(urgency, state, account, &action, value, most_tip).await;
        if is_due
            && let Err(error) = &sent
            && let Some(by_any) =
                Box::pin(table.send_by_any(urgency, state, account, &action, most_tip, error)).await
        {
            sent = by_any;
        }
        self.budget.others.own += u32::from(!sent.as_ref().is_err_and(is_unsent));
        let replied = match sent {
            Ok((included, cost)) if !included.is_final => {
                self.sent_early(name, &included, &cost)?;
                return Ok(Landing { block: included.block, is_final: false });
            }
            Ok((included, cost)) => self.table.receipt(&included, cost).await,
            Err(error) => Err(error),
        };
        let receipt = match replied {
            Err(error) if is_unsent(&error) => return Err(error),
            Err(error) => {
                if let Ok(last) = self.table.link.last_block().await {
                    self.count(game, last, 0).await;
                }
                return Err(sent_right(error));
            }
            Ok(receipt) => receipt,
        };
        let mut line = json::receipt(name, self.account.id, &receipt);
        line["step"] = name.into();
        self.out.json(&line)?;
        self.out.line(&summary(&self.out, &self.budget.prices, (name, &self.account), &receipt))?;
        let expected = receipt.cost.paid(&self.budget.prices);
        if let Ok(hash) = self.table.link.block(receipt.block).await {
            self.count(game, BlockId { number: receipt.block, hash }, expected).await;
        }
        Ok(Landing { block: receipt.block, is_final: true })
    }

    /// Says that the newest block has an action, while finality is behind. If that is undone, the
    /// next block asks for it again.
    fn sent_early(&mut self, name: &str, included: &Included, cost: &Cost) -> Result<()> {
        let (paid, lag) = (cost.paid(&self.budget.prices), self.table.link.lag());
        self.budget.early.retain(|(block, _)| *block > self.budget.costs.block);
        self.budget.early.push((included.block, paid));
        let mut line = json::early(name, self.account.id, (included.block, lag), included.fee);
        line["step"] = name.into();
        self.out.json(&line)?;
        self.out.line(&format!(
            "{} has sent the {name}, while {lag} blocks are not final ({} of fees)",
            self.account.name,
            vara(paid)
        ))
    }

    /// Counts what the game has cost up to this block, and notes it if the disk allows it.
    pub(super) async fn count(&mut self, game: u64, upto: BlockId, expected: u128) {
        let Self { table, seat, budget, .. } = self;
        let costs = budget.costs;
        let counted = costs::up_to(upto, &table.link, seat, costs, expected).await;
        // What the node can't tell now it may tell the next time.
        let Ok(counted) = counted else { return };
        if counted.block > costs.block
            && let Some(count) = budget.others.acted(costs.trace, counted.trace)
        {
            warn(&format!(
                "{} has sent {} that this rpsls did not send: another computer or program acts for it, \
                 too. What they take at this table counts for --max-spend",
                self.account.name,
                if count == 1 { "a message".into() } else { format!("{count} messages") }
            ));
        }
        self.budget.costs = counted;
        if let Err(error) = self.books.games.cost(&self.seat, game, counted) {
            self.tell_of_disk(&format!(
                "{error:#}. The game goes on; what it costs is noted once there is room"
            ));
        }
    }
}

/// What a message takes, and what is kept for those that follow it. Where the alarms count, so does
/// a message that moves an overdue stage on.
fn needed(message: u128, kept: u32, alarms: Option<u128>) -> u128 {
    let messages = 1 + u128::from(kept) + u128::from(alarms.is_some());
    message.saturating_mul(messages).saturating_add(alarms.unwrap_or(0))
}

/// The highest tip for a message worth this much, if this much may still be spent, of which the
/// message and what follows it take this much. All values are in the chain's smallest unit.
fn most_tip(worth: u128, left: u128, needed: u128) -> u128 {
    worth.min(left.saturating_sub(needed)).max(tip::FIRST)
}

fn is_unsent(error: &anyhow::Error) -> bool {
    Mark::of(error) == Some(Mark::Unsent)
}

/// The error, whatever it is, of a request that was right: a later one may go through.
fn sent_right(error: anyhow::Error) -> anyhow::Error {
    match Failure::of(&error) {
        _ if Mark::is_not_taken(&error) => error,
        None => Failure::Chain(format!("{error:#}")).into(),
        Some(Failure::Usage(why)) => anyhow!("{why}").context(Mark::Unsent),
        Some(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::cost::tests::PRICES;

    #[test]
    fn what_others_send_for_the_account_is_seen_at_its_nonce_and_told_once() {
        let at = |nonce| Some(Trace { nonce, held: 0 });
        let mut others = Others::none();
        assert_eq!(others.acted(at(7), at(8)), None, "an interrupted run's");
        others.own += 1;
        assert_eq!(others.acted(None, at(8)), None, "there was nothing to compare with");
        others.own += 2;
        assert_eq!(others.acted(at(8), at(10)), None);
        others.own += 1;
        assert_eq!(others.acted(at(10), at(13)), Some(2));
        assert_eq!(others.acted(at(13), at(20)), None);
    }

    #[test]
    fn a_tip_leaves_what_is_needed_within_the_limit() {
        let needed = 12;
        for (worth, left) in [(1, 100), (u128::MAX, needed)] {
            assert_eq!(most_tip(worth, left, needed), tip::FIRST);
        }
        let left = needed + 50 * tip::FIRST;
        assert_eq!(most_tip(u128::MAX, left, needed), 50 * tip::FIRST);
        assert_eq!(most_tip(7 * tip::FIRST, left, needed), 7 * tip::FIRST);
    }

    #[test]
    fn a_bot_tips_no_more_than_its_duel_may_leave() {
        let message = 144_000_000_000 + PRICES.gas(rpsls_io::gas::BURNED);
        let most = PRICES.most_of_duel(144_000_000_000) + 50 * tip::FIRST;
        let left = most - message;
        let needed = needed(message, 0, Some(PRICES.alarms_of_duel()));
        assert_eq!(most_tip(u128::MAX, left, needed), 50 * tip::FIRST);
        // The reveal itself, and whatever moves the duel on.
        let worst = 2 * message + PRICES.alarms_of_duel();
        assert_eq!(left - worst, 50 * tip::FIRST);
    }
}
