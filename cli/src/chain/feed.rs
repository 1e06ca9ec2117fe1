//! The blocks that a node announces. A task of its own takes them in, so everybody who shares
//! the connection can wait for the same news.

use crate::{
    chain::{
        BLOCK_TIME,
        block::{BlockHash, BlockId},
        wire::Standing,
    },
    words::notices::notice,
};
use gsdk::{
    GearConfig,
    config::Header,
    ext::{
        subxt::{Config, config::Header as _},
        subxt_rpcs::client::RpcSubscription,
    },
};
use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant, SystemTime},
};
use tokio::{sync::watch, task::AbortHandle};

type Hashing = <GearConfig as Config>::Hasher;

/// The client remembers the hashes of this many of the last blocks.
const REMEMBERED: usize = 256;
/// From the last so many announcements it knows how fast blocks come.
const PACE_OF: usize = 8;
/// After how many blocks' time without an announcement to ask.
const QUIET: u32 = 3;
/// Not before this time.
const LEAST_QUIET: Duration = Duration::from_secs(2);
/// After how many blocks' time the player is told that the node stands still. As often the nodes
/// are compared, if there is more than one.
const SILENCE: u32 = 10;
const LEAST_SILENCE: Duration = Duration::from_secs(5);
/// A final block so much later than the last known one is asked for before it is believed. Nodes
/// announce the last one of those that become final at once.
const FAR: u32 = 64;
const BLOCK: Duration = Duration::from_millis(BLOCK_TIME);

/// What was announced, and who takes in more.
#[derive(Default)]
pub struct Feed {
    followed: Mutex<Followed>,
    /// Changes with each announcement, and when a subscription ends.
    news: watch::Sender<()>,
}

/// Tells of each announcement.
pub struct News(watch::Receiver<()>);

impl News {
    /// Returns once something was announced, or a subscription has ended, since the last call.
    pub async fn next(&mut self) {
        // The link that announces is there for as long as somebody asks it.
        let _ = self.0.changed().await;
    }
}

/// Which block to ask for: the last final one, or the newest one, which may be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Final,
    Newest,
}

#[derive(Default)]
struct Followed {
    known: Known,
    newest: Option<BlockId>,
    /// The subscriptions, while their connection lasts.
    heads: Option<Heads>,
    /// When the last new blocks came.
    came: VecDeque<Instant>,
    silence: Silence,
}

struct Heads {
    /// The number of the connection.
    line: u32,
    /// When the last block was announced, a final one and any.
    last: Moment,
    last_new: Moment,
    /// Whether a final block was announced that does not follow on the known ones.
    is_doubtful: bool,
    task: AbortHandle,
}

impl Drop for Heads {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A time. The one clock stands still while the computer sleeps, and the other one can be set.
#[derive(Clone, Copy)]
struct Moment(Instant, SystemTime);

impl Moment {
    fn now() -> Self {
        Self(Instant::now(), SystemTime::now())
    }

    /// How long ago it was, by the clock that says more.
    fn elapsed(self) -> Duration {
        self.0.elapsed().max(self.1.elapsed().unwrap_or_default())
    }
}

/// Since when no block came, and whether the player was told.
struct Silence {
    since: Instant,
    is_told: bool,
}

impl Default for Silence {
    fn default() -> Self {
        Self { since: Instant::now(), is_told: false }
    }
}

impl Followed {
    /// The time between two blocks.
    fn pace(&self) -> Duration {
        match (self.came.front(), self.came.back()) {
            (Some(first), Some(last)) if self.came.len() == PACE_OF => {
                (last.duration_since(*first) / (PACE_OF as u32 - 1)).min(BLOCK)
            }
            _ => BLOCK,
        }
    }

    fn quiet(&self) -> Duration {
        (self.pace() * QUIET).max(LEAST_QUIET)
    }

    fn silence(&self) -> Duration {
        (self.pace() * SILENCE).max(LEAST_SILENCE)
    }
}

impl Feed {
    fn followed(&self) -> MutexGuard<'_, Followed> {
        self.followed.lock().expect("nothing panics that has it")
    }

    pub fn news(&self) -> News {
        News(self.news.subscribe())
    }

    /// Takes in what is announced over this connection from now on.
    pub fn follow(
        self: &Arc<Self>,
        line: u32,
        hasher: Hashing,
        mut finals: RpcSubscription<Header>,
        mut newest: RpcSubscription<Header>,
    ) {
        let feed = self.clone();
        let mut followed = self.followed();
        let task = tokio::spawn(async move {
            loop {
                let (kind, next) = tokio::select! {
                    next = finals.next() => (Kind::Final, next),
                    next = newest.next() => (Kind::Newest, next),
                };
                let Some(Ok(header)) = next else { break };
                feed.announced(line, kind, &header, hasher);
            }
            feed.followed().heads.take_if(|heads| heads.line == line);
            feed.news.send_replace(());
        });
        let (last, task) = (Moment::now(), task.abort_handle());
        let is_doubtful = false;
        followed.heads = Some(Heads { line, last, last_new: last, is_doubtful, task });
        followed.newest = None;
    }

    fn announced(&self, line: u32, kind: Kind, header: &Header, hasher: Hashing) {
        let mut guard = self.followed();
        let followed = &mut *guard;
        let Some(heads) = followed.heads.as_mut().filter(|heads| heads.line == line) else {
            return;
        };
        let block = BlockId { number: header.number(), hash: header.hash_with(hasher) };
        match kind {
            Kind::Final => {
                heads.last = Moment::now();
                match followed.known.follows(block, header.parent_hash) {
                    true => followed.known.note(block, header.parent_hash),
                    false => heads.is_doubtful = true,
                }
            }
            Kind::Newest => {
                heads.last_new = Moment::now();
                followed.newest = Some(block);
                followed.came.push_back(Instant::now());
                if followed.came.len() > PACE_OF {
                    followed.came.pop_front();
                }
            }
        }
        followed.silence = Silence::default();
        drop(guard);
        self.news.send_replace(());
    }

    /// Ends the subscriptions.
    pub fn end(&self) {
        self.followed().heads = None;
    }

    /// Ends this connection's subscriptions, unless they told of something a moment ago.
    pub fn give_up_stale(&self, line: u32) {
        let mut followed = self.followed();
        let quiet = followed.quiet();
        followed.heads.take_if(|heads| {
            heads.line == line && heads.last.elapsed().max(heads.last_new.elapsed()) >= quiet
        });
    }

    /// After a sleep nothing counts as known that was known before, and nobody as silent.
    pub fn wake(&self) {
        let mut followed = self.followed();
        followed.heads = None;
        followed.silence = Silence::default();
    }

    /// Whether this connection's announcements are taken in.
    pub fn is_followed(&self, line: u32) -> bool {
        self.followed().heads.as_ref().is_some_and(|heads| heads.line == line)
    }

    /// The last block of this kind, if this connection has announced one, or was subscribed to, a
    /// moment ago.
    pub fn fresh(&self, line: u32, kind: Kind) -> Option<BlockId> {
        let followed = self.followed();
        let heads = followed.heads.as_ref().filter(|heads| heads.line == line)?;
        let (block, last) = match kind {
            Kind::Final if heads.is_doubtful => return None,
            Kind::Final => (followed.known.last(), heads.last),
            Kind::Newest => (followed.newest, heads.last_new),
        };
        block.filter(|_| last.elapsed() < followed.quiet())
    }

    /// Takes in the newest block that a node has named.
    pub fn see_newest(&self, block: BlockId) {
        self.followed().newest = Some(block);
    }

    /// How far the node is.
    pub fn standing(&self) -> Standing {
        let followed = self.followed();
        let last = followed.known.last().map_or(0, |block| block.number);
        Standing { last, newest: followed.newest.map_or(last, |block| block.number.max(last)) }
    }

    /// How many blocks there are that are not final.
    pub fn lag(&self) -> u32 {
        let Standing { last, newest } = self.standing();
        newest - last
    }

    /// After which time without news to ask for it.
    pub fn quiet(&self) -> Duration {
        self.followed().quiet()
    }

    /// The last known block.
    pub fn last(&self) -> Option<BlockId> {
        self.followed().known.last()
    }

    /// The hash of a known block.
    pub fn hash_of(&self, number: u32) -> Option<BlockHash> {
        self.followed().known.hashes.get(&number).copied()
    }

    /// The known blocks.
    pub fn newest_first(&self) -> Vec<BlockId> {
        let followed = self.followed();
        let known = followed.known.hashes.iter().rev();
        known.map(|(number, hash)| BlockId { number: *number, hash: *hash }).collect()
    }

    /// The node was asked for the last final block: what it has announced is in no doubt.
    pub fn confirm(&self) {
        if let Some(heads) = &mut self.followed().heads {
            heads.is_doubtful = false;
        }
    }

    /// Takes in a final block that the node was asked for, and its parent. Returns the last known
    /// block.
    pub fn note(&self, block: BlockId, parent: BlockHash) -> BlockId {
        self.confirm();
        let mut followed = self.followed();
        followed.known.note(block, parent);
        followed.known.last().expect("there is this one")
    }

    /// Forgets the block with this number and all later ones.
    pub fn go_back_before(&self, number: u32) {
        self.followed().known.go_back_before(number);
    }

    /// How often the chain went back behind a block that had been final.
    pub fn set_backs(&self) -> u32 {
        self.followed().known.set_backs
    }

    /// How long there has been no new block, if that is long and the player was not told.
    pub fn tell_of_silence(&self) -> Option<Duration> {
        let mut followed = self.followed();
        let most = followed.silence();
        let Silence { since, is_told, .. } = &mut followed.silence;
        let silent = Some(since.elapsed()).filter(|silent| !*is_told && *silent >= most);
        *is_told |= silent.is_some();
        silent
    }

    /// After which time without a block the node counts as silent.
    pub fn silence(&self) -> Duration {
        self.followed().silence()
    }
}

/// What the client knows of the chain's final blocks.
#[derive(Default)]
struct Known {
    hashes: BTreeMap<u32, BlockHash>,
    /// How often the chain went back behind a block that had been final.
    set_backs: u32,
}

impl Known {
    fn last(&self) -> Option<BlockId> {
        self.hashes.last_key_value().map(|(number, hash)| BlockId { number: *number, hash: *hash })
    }

    /// Whether a final block is a known one, or comes soon after the last known one and on no other
    /// block. Any other may be a mistake, or the chain has gone back.
    fn follows(&self, BlockId { number, hash }: BlockId, parent: BlockHash) -> bool {
        let Some(last) = self.last() else { return false };
        match number.checked_sub(last.number) {
            Some(1) => parent == last.hash,
            Some(later @ 2..) => later <= FAR,
            _ => self.hashes.get(&number) == Some(&hash),
        }
    }

    /// Takes in a final block and its parent. If a different block was known in either's place, the
    /// chain has gone back, and the known blocks after that place no longer exist.
    fn note(&mut self, block: BlockId, parent: BlockHash) {
        let BlockId { number, hash } = block;
        let is_other = |number, hash| self.hashes.get(&number).is_some_and(|known| *known != hash);
        match number.checked_sub(1) {
            Some(before) if is_other(before, parent) => self.go_back_before(before),
            _ if is_other(number, hash) => self.go_back_before(number),
            _ => {}
        }
        self.hashes.insert(number, hash);
        while self.hashes.len() > REMEMBERED {
            self.hashes.pop_first();
        }
    }

    /// Forgets the block with this number and all later ones.
    fn go_back_before(&mut self, number: u32) {
        let gone = self.hashes.split_off(&number);
        if let Some((last, _)) = gone.last_key_value() {
            self.set_backs += 1;
            notice(&format!(
                "the chain has gone back: blocks {number} to {last}, which were final, are no \
                 more. Going on from there"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u32, hash: u8) -> BlockId {
        BlockId { number, hash: BlockHash::repeat_byte(hash) }
    }

    fn known(blocks: &[(BlockId, u8)]) -> Known {
        let mut known = Known::default();
        for (block, parent) in blocks {
            known.note(*block, BlockHash::repeat_byte(*parent));
        }
        known
    }

    #[test]
    fn a_chain_that_goes_on_or_is_behind_is_no_way_back() {
        let last = |blocks: &[(BlockId, u8)]| {
            let known = known(blocks);
            assert_eq!(known.set_backs, 0);
            known.last()
        };
        let [first, second] = [(block(1, 11), 10), (block(2, 12), 11)];
        assert_eq!(last(&[first, second, (block(4, 14), 13)]), Some(block(4, 14)));
        assert_eq!(last(&[first, second, first]), Some(block(2, 12)), "it is behind");
        assert_eq!(last(&[(block(0, 10), 0); 2]), Some(block(0, 10)), "it has no parent");
    }

    #[test]
    fn an_announcement_that_does_not_follow_is_asked_for() {
        let known = known(&[(block(1, 11), 10), (block(2, 12), 11)]);
        let follows = |number, hash, parent| {
            known.follows(block(number, hash), BlockHash::repeat_byte(parent))
        };
        assert!(follows(3, 13, 12), "the next");
        assert!(follows(2, 12, 11) && follows(1, 11, 10), "known ones again");
        assert!(follows(5, 15, 14), "several became final at once");
        assert!(!follows(5_000, 13, 12), "far too high a number");
        assert!(!follows(3, 13, 99) && !follows(2, 99, 11) && !follows(0, 10, 9));
    }

    #[test]
    fn another_block_of_a_known_number_or_on_another_parent_is_the_way_back() {
        let chain = [(block(1, 11), 10), (block(2, 12), 11), (block(3, 13), 12)];
        let again = known(&[&chain[..], &[(block(2, 22), 11)]].concat());
        assert_eq!((again.last(), again.set_backs), (Some(block(2, 22)), 1));
        let beyond = known(&[&chain[..], &[(block(4, 24), 23)]].concat());
        assert_eq!((beyond.last(), beyond.set_backs), (Some(block(4, 24)), 1));
        assert_eq!(beyond.hashes.keys().copied().collect::<Vec<_>>(), [1, 2, 4]);
    }
}
