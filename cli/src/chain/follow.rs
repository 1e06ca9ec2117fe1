//! Follows what happens at a table, block by block.

use crate::{
    chain::{
        block::BlockId,
        messages::{Content, Sent},
        table::{Table, View},
    },
    failure::Failure,
    game::round::{Round, Rounds},
    words::notices::warn,
};
use anyhow::Result;
use tokio::join;

/// The most blocks to read after the connection was lost for long. Nodes forget the events of older
/// ones.
const MOST: u32 = 200;
/// How many blocks can be read before a node far away has made many more.
const FEW: u32 = 32;

/// How far the table has been followed.
pub struct Follow {
    seen: u32,
    /// The number of the game that runs.
    game: u64,
    rounds: Rounds,
    /// Whether all blocks in which games have ended could be read.
    is_whole: bool,
}

/// Something that happened at the table, and when.
pub struct Happened {
    pub block: u32,
    /// The chain's time, ms.
    pub time: u64,
    /// The number of the game.
    pub game: u64,
    pub what: Happening,
}

/// What happened.
pub enum Happening {
    /// The program sent something.
    Sent(Sent),
    /// A round was decided by what came before.
    Round(Round),
}

/// Blocks that could not be read.
struct Gap {
    first: u32,
    last: u32,
    why: String,
}

impl Follow {
    /// Starts after this view's block.
    pub fn after(View { head, state, .. }: &View) -> Self {
        let mut rounds = Rounds::default();
        rounds.look(state);
        Self { seen: head.number, game: state.games_finished, rounds, is_whole: true }
    }

    /// The number of the last block that was followed.
    pub fn seen(&self) -> u32 {
        self.seen
    }

    /// The number of the game that runs.
    pub fn game(&self) -> u64 {
        self.game
    }

    /// Whether all blocks in which games have ended could be read.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether so many blocks are to be read that a stage may end meanwhile.
    pub async fn is_late(&self, table: &Table) -> Result<bool> {
        let last = table.link.last_block().await?;
        Ok(last.number.saturating_sub(self.seen) > FEW)
    }

    /// Passes over the blocks up to the last final one, if the state there is that of this view.
    /// Returns the view there.
    pub async fn pass(&mut self, table: &Table, view: &View) -> Result<Option<View>> {
        let now = table.view_at(table.link.last_block().await?).await?;
        if now.state != view.state {
            return Ok(None);
        }
        self.seen = now.head.number;
        Ok(Some(now))
    }

    /// Waits for the next blocks. Returns the game as of the last of them, and what happened in all
    /// blocks since the last call.
    ///
    /// What happened is only for telling. A block that the node has forgotten or can't tell about
    /// is left out with a warning. If the chain went back, nothing happened.
    pub async fn next(&mut self, table: &Table) -> Result<(View, Vec<Happened>)> {
        let last = table.link.block_after(self.seen).await?;
        let BlockId { number, hash } = last;
        // `happened_in` reads these events below; by then they are at hand.
        let (view, _) = join!(table.view_at(last), table.link.events(hash));
        let view = view?;
        let first = (self.seen + 1).max(number.saturating_sub(MOST));
        let mut all = vec![];
        let mut gap: Option<Gap> = None;
        let game = self.game;
        for number in first..=number {
            let is_last = number == last.number;
            match self.happened_in(table, number, is_last.then_some(&view)).await {
                Ok(happened) => all.extend(happened),
                Err(error) if Failure::of(&error).is_none() => {
                    let first = gap.map_or(number, |gap| gap.first);
                    gap = Some(Gap { first, last: number, why: format!("{error:#}") });
                }
                Err(error) => return Err(error),
            }
        }
        self.is_whole &= self.game == game || (gap.is_none() && first <= self.seen + 1);
        if let Some(Gap { first, last, why }) = gap {
            warn(&format!(
                "what happened from block {first} to {last} can't be read ({why}): going by the \
                 table's state"
            ));
        }
        self.seen = number;
        Ok((view, all))
    }

    /// What happened in a block, and then the round that this has decided. The state tells of the
    /// round; for the last block the caller has it.
    async fn happened_in(
        &mut self,
        table: &Table,
        number: u32,
        last: Option<&View>,
    ) -> Result<Vec<Happened>> {
        let hash = table.link.block(number).await?;
        let sent = in_order(table.sent_in(hash).await?);
        let of_block;
        let view = match last {
            Some(view) => view,
            // A round decided in the last block shows even if the program sent nothing there;
            // earlier blocks are not worth a question then.
            None if sent.is_empty() => return Ok(vec![]),
            None => {
                of_block = table.view_at(BlockId { number, hash }).await?;
                &of_block
            }
        };
        let (before, now) = (self.game, view.state.games_finished);
        let decided = self.rounds.look(&view.state);
        self.game = now;
        // Messages up to the last one that ends a game are of the game that is over; later ones are
        // of the next game.
        let last = sent.iter().rposition(|sent| sent.end().is_some());
        let game = |at: usize| if last.is_none_or(|last| at <= last) { before } else { now };
        let time = view.head.timestamp;
        let happened = |game, what| Happened { block: number, time, game, what };
        let sent = (0..).zip(sent).map(|(at, sent)| (game(at), Happening::Sent(sent)));
        let decided = decided.map(|round| (before, Happening::Round(round)));
        Ok(sent.chain(decided).map(|(game, what)| happened(game, what)).collect())
    }
}

/// What a program sent, with the reply to the message that ended a game before what else tells of that
/// end: the chain has payments first.
fn in_order(mut sent: Vec<Sent>) -> Vec<Sent> {
    for at in 1..sent.len() {
        let (before, [reply, ..]) = sent.split_at(at) else { break };
        if reply.end().is_none() || !matches!(reply.content, Content::Reply(_)) {
            continue;
        }
        let is_of_it = |sent: &&Sent| {
            matches!(sent.content, Content::Event(_)) && sent.event() == reply.event()
        };
        let first = at - before.iter().rev().take_while(is_of_it).count();
        sent[first..=at].rotate_right(1);
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;
    use gprimitives::ActorId;
    use rpsls_io::{Event, RevealResult};

    #[test]
    fn the_reveal_that_ended_a_game_comes_before_the_payment() {
        let [table, ada, bob] = [0, 1, 2].map(ActorId::from);
        let over = Event::SuccessfulReveal(RevealResult::GameOver { winner: ada });
        let event = |to, value, event| Sent { to, value, content: Content::Event(event) };
        let reply = |to, event| Sent { to, value: 0, content: Content::Reply(Ok(event)) };
        let early = Event::SuccessfulReveal(RevealResult::Continue);
        let sent = vec![
            reply(ada, early.clone()),
            event(ada, 9, over.clone()),
            event(table, 0, over.clone()),
            reply(bob, over),
            reply(ada, Event::PlayerRegistered),
        ];
        let order: Vec<_> = in_order(sent).into_iter().map(|sent| (sent.to, sent.value)).collect();
        assert_eq!(order, [(ada, 0), (bob, 0), (ada, 9), (table, 0), (ada, 0)]);
    }
}
