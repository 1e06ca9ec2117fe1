//! The blocks of the chain, as the node tells of them: the newest, the final ones, and news of both.

use super::{FIRST_PAUSE, Link, SOON, nodes};
use crate::{
    chain::{
        block::{BlockHash, BlockId, Head},
        error::Error,
        feed::{Kind, News},
        pace::{in_time, paced},
        runtime,
    },
    game::turn::BEHIND,
    words::notices::notice,
};
use gsdk::{
    Api, Error as Raw, GearConfig,
    config::Header,
    ext::subxt::{config::Header as _, events::Events},
    gear,
};
use std::{mem::replace, time::Instant};
use tokio::{
    select,
    time::{sleep, timeout},
};

impl Link {
    /// The last finalized block, with its time.
    pub async fn head(&self) -> Result<Head, Error> {
        let last = self.last_block().await?;
        self.with_time(last).await
    }

    /// The last finalized block, once there is one after this number. If the chain went back behind
    /// this number, it returns at once.
    pub async fn block_after(&self, number: u32) -> Result<BlockId, Error> {
        let mut news = self.news();
        loop {
            let last = self.last_block().await?;
            // Nobody has seen later blocks, unless the chain went back behind them.
            if last.number != number {
                return Ok(last);
            }
            self.wait_for(&mut news).await?;
        }
    }

    /// The newest block, which may be undone, once there is another one than that of this number,
    /// and so many are not final.
    pub async fn newest_after(&self, number: u32, lag: u32) -> Result<BlockId, Error> {
        let mut news = self.news();
        loop {
            let newest = self.newest_block().await?;
            if newest.number != number && self.lag() >= lag {
                return Ok(newest);
            }
            self.wait_for(&mut news).await?;
        }
    }

    /// The next block that counts after one of this number: a final one, or the newest if finality
    /// is behind, or comes to be behind meanwhile.
    pub async fn counting_after(&self, number: u32) -> Result<BlockId, Error> {
        match self.lag() < BEHIND {
            true => select! {
                block = self.block_after(number) => block,
                block = self.newest_after(number, BEHIND) => block,
            },
            false => self.newest_after(number, 0).await,
        }
    }

    /// Waits until the node has a block of a number that was seen before. One that is behind shows
    /// what was so before then, such as a table without the player. A development node's chain may
    /// have gone back.
    ///
    /// # Errors
    ///
    /// [`Error::Network`] if it is still behind once patience has run out.
    pub async fn come_to(&self, number: u32) -> Result<(), Error> {
        let (since, mut news, mut is_told) = (Instant::now(), self.news(), false);
        loop {
            let newest = self.newest_block().await?.number;
            if newest >= number || self.is_of_development().await? {
                return Ok(());
            }
            let text = format!(
                "the node at {} is behind: its newest block is {newest}, and your game was noted in \
                 block {number}",
                self.shown_node()
            );
            if self.losses.patience.is_some_and(|patience| since.elapsed() >= patience) {
                return Err(Error::Network(text));
            }
            if !replace(&mut is_told, true) {
                notice(&format!("{text}. Waiting until it has come so far"));
            }
            self.wait_for(&mut news).await?;
        }
    }

    /// The chain's time as of a block, ms.
    pub async fn time_at(&self, block: BlockHash) -> Result<u64, Error> {
        self.asked(async |api| {
            let now = runtime::read(api, gear::storage().timestamp().now(), block).await?;
            now.ok_or(Raw::StorageEntryNotFound)
        })
        .await
        .map_err(|error| error.about("the chain's time can't be read"))
    }

    async fn with_time(&self, BlockId { number, hash }: BlockId) -> Result<Head, Error> {
        let timestamp = self.time_at(hash).await?;
        Ok(Head { number, hash, timestamp })
    }

    /// The hash of the finalized block with this number. Waits until there is one.
    ///
    /// # Errors
    ///
    /// If the node has forgotten it, or the chain went back behind it.
    pub async fn block(&self, number: u32) -> Result<BlockHash, Error> {
        let last = match self.feed.last() {
            Some(last) if last.number >= number => last,
            _ => self.block_after(number.saturating_sub(1)).await?,
        };
        if last.number < number {
            return Err(Error::Missing(format!("the chain has gone back behind block {number}")));
        }
        let missing = || Error::Missing(format!("the node has no block {number}"));
        self.hash_of(number).await?.ok_or_else(missing)
    }

    /// The hash of an earlier finalized block, unless the node has forgotten it.
    pub async fn hash_of(&self, number: u32) -> Result<Option<BlockHash>, Error> {
        if let Some(hash) = self.feed.hash_of(number) {
            return Ok(Some(hash));
        }
        self.asked_hash_of(number).await
    }

    pub(in crate::chain) async fn asked_hash_of(
        &self,
        number: u32,
    ) -> Result<Option<BlockHash>, Error> {
        self.asked(async |api| Ok(api.legacy().chain_get_block_hash(Some(number.into())).await?))
            .await
            .map_err(|error| error.about("the node can't say which block has a number"))
    }

    /// The events of a block.
    pub async fn events(&self, block: BlockHash) -> Result<Events<GearConfig>, Error> {
        let last = || self.known.events.lock().expect("nothing panics that has it");
        if let Some((of, events)) = &*last()
            && *of == block
        {
            return Ok(events.clone());
        }
        let read = self.asked(async |api| {
            let events = api.events().at(block).await?;
            // Whether the events can be read at all may depend on the runtime's version.
            for event in events.iter() {
                event?;
            }
            Ok(events)
        });
        let events = read.await?;
        *last() = Some((block, events.clone()));
        Ok(events)
    }

    /// The last finalized block. While announcements come, the last one announced.
    pub async fn last_block(&self) -> Result<BlockId, Error> {
        let line = self.line().number;
        if let Some(last) = self.feed.fresh(line, Kind::Final) {
            return Ok(last);
        }
        let known = self.feed.last();
        let last = self.ask_for_last_block().await?;
        // Blocks come that are not announced: another subscription may tell of them.
        if known.is_some_and(|known| known.number < last.number) {
            self.feed.give_up_stale(line);
        }
        Ok(last)
    }

    /// Whether the node has the last final block and its state, so that what it lacks is not only
    /// too new for it.
    pub async fn has_last_block(&self) -> bool {
        let Ok(BlockId { number, hash }) = self.last_block().await else { return false };
        let found = self.asked_hash_of(number).await;
        found.is_ok_and(|found| found == Some(hash)) && self.time_at(hash).await.is_ok()
    }

    /// How many blocks there are that are not final yet.
    pub fn lag(&self) -> u32 {
        self.feed.lag()
    }

    /// The number of the newest block that is known.
    pub fn newest_number(&self) -> u32 {
        self.feed.standing().newest
    }

    /// The newest block, which may be undone.
    pub async fn newest_block(&self) -> Result<BlockId, Error> {
        let line = self.line().number;
        if let Some(newest) = self.feed.fresh(line, Kind::Newest) {
            return Ok(newest);
        }
        let about = "the chain's newest block can't be read";
        let mut news = self.news();
        let asked = self.asked(newest_of);
        tokio::pin!(asked);
        loop {
            select! {
                newest = &mut asked => {
                    let newest = newest.map_err(|error| error.about(about))?;
                    self.feed.see_newest(newest);
                    return Ok(newest);
                }
                // The node may announce what it does not say.
                () = news.next() => {
                    if let Some(newest) = self.feed.fresh(self.line().number, Kind::Newest) {
                        return Ok(newest);
                    }
                }
            }
        }
    }

    async fn ask_for_last_block(&self) -> Result<BlockId, Error> {
        let asked = async || -> Result<_, Error> {
            let hash =
                self.asked(async |api| Ok(api.legacy().chain_get_finalized_head().await?)).await?;
            if let Some(last) = self.feed.last()
                && last.hash == hash
            {
                self.feed.confirm();
                return Ok((last, None));
            }
            let header = self.asked(async |api| header_of(api, hash).await).await?;
            Ok((BlockId { number: header.number(), hash }, Some(header.parent_hash)))
        };
        let about = "the chain's last block can't be read";
        let (block, parent) = asked().await.map_err(|error| error.about(about))?;
        let Some(parent) = parent else {
            return Ok(block);
        };
        if let Some(last) = self.feed.last()
            && block.number < last.number
        {
            // A node that is behind others has the later block too, but does not count it as final
            // yet.
            if self.asked_hash_of(last.number).await? == Some(last.hash) {
                self.feed.confirm();
                return Ok(last);
            }
            self.feed.go_back_before(block.number + 1);
        }
        self.forget_what_is_no_more(block.number).await?;
        Ok(self.feed.note(block, parent))
    }

    /// Checks the known blocks if the final block with this number is not the next after them: the
    /// chain may have gone back, and then grown past them.
    async fn forget_what_is_no_more(&self, number: u32) -> Result<(), Error> {
        if self.feed.last().is_none_or(|last| number <= last.number + 1) {
            return Ok(());
        }
        let mut gone = None;
        for BlockId { number, hash } in self.feed.newest_first() {
            match self.asked_hash_of(number).await? {
                Some(other) if other != hash => gone = Some(number),
                _ => break,
            }
        }
        if let Some(first) = gone {
            self.feed.go_back_before(first);
        }
        Ok(())
    }

    /// What is announced from now on. This does not subscribe.
    pub fn news(&self) -> News {
        self.feed.news()
    }

    /// Subscribes to new blocks.
    pub async fn subscribe(&self) -> Result<(), Error> {
        let _turn = self.subscribing.lock().await;
        let line = self.line().number;
        if self.feed.is_followed(line) {
            return Ok(());
        }
        let subscribed = self.asked(async |api| {
            let finals = api.legacy().chain_subscribe_finalized_heads().await?;
            Ok((finals, api.legacy().chain_subscribe_new_heads().await?))
        });
        let about = "the node announces no blocks";
        let (finals, newest) = subscribed.await.map_err(|error| error.about(about))?;
        // The connection may have changed meanwhile. The next call notices that.
        self.feed.follow(line, self.api().hasher(), finals, newest);
        // The subscriptions do not announce earlier blocks, nor that the chain has changed. What the
        // node does not say it may announce.
        let asked = async {
            self.newest_block().await?;
            self.ask_for_last_block().await
        };
        in_time(asked).await.map_or(Ok(()), |said| said.map(drop))
    }

    /// Returns once there is news, or none was for the time of some blocks. Then it looks whether
    /// there is another way to news.
    pub async fn wait_for(&self, news: &mut News) -> Result<(), Error> {
        self.subscribe().await?;
        let (since, quiet) = (Instant::now(), self.feed.quiet());
        match timeout(quiet, news.next()).await {
            Err(_) if since.elapsed() > quiet + SOON => self.feed.wake(),
            Err(_) => self.look_for_news().await?,
            // The next question shows whether the connection is lost too.
            Ok(()) if !self.is_followed() => sleep(paced(FIRST_PAUSE)).await,
            Ok(()) if self.is_time_to_compare() => self.go_to_whoever_is_ahead().await?,
            Ok(()) => {}
        }
        Ok(())
    }

    fn is_followed(&self) -> bool {
        let line = self.line().number;
        self.feed.is_followed(line)
    }

    /// Whether to look how far the other nodes are: this one may announce old blocks, or none as
    /// final.
    fn is_time_to_compare(&self) -> bool {
        let mut compared = self.compared.lock().expect("nothing panics that has it");
        let is_time = nodes(&self.url).len() > 1 && compared.elapsed() >= self.feed.silence();
        if is_time {
            *compared = Instant::now();
        }
        is_time
    }

    /// Looks for blocks that nobody has announced: at this node, and then at the others.
    async fn look_for_news(&self) -> Result<(), Error> {
        let line = self.line().number;
        let known = self.feed.standing();
        self.newest_block().await?;
        self.ask_for_last_block().await?;
        let now = self.feed.standing();
        if now.last > known.last || now.newest > known.newest {
            self.feed.give_up_stale(line);
            return Ok(());
        }
        self.go_to_whoever_is_ahead().await?;
        if self.line().number == line {
            self.tell_of_silence();
        }
        Ok(())
    }

    fn tell_of_silence(&self) {
        if let Some(silent) = self.feed.tell_of_silence() {
            notice(&format!(
                "your node stands still: {} has had no new block for {} s, and nothing happens \
                 without one. Name another one with --node; a development node with --instant \
                 makes blocks for messages only, or with `rpsls dev advance`",
                self.shown_node(),
                silent.as_secs()
            ));
        }
    }
}

/// The header of a block that the node has named. One that is not the block's own counts as none:
/// its number would say anything.
async fn header_of(api: &Api, block: BlockHash) -> Result<Header, Raw> {
    let header = api.legacy().chain_get_header(Some(block)).await?;
    let own = header.filter(|header| header.hash_with(api.hasher()) == block);
    own.ok_or(Raw::StorageEntryNotFound)
}

/// The newest block that a node has, and its hash.
pub(super) async fn newest_of(api: &Api) -> Result<BlockId, Raw> {
    let hash = api.legacy().chain_get_block_hash(None).await?.ok_or(Raw::StorageEntryNotFound)?;
    Ok(BlockId { number: header_of(api, hash).await?.number(), hash })
}
