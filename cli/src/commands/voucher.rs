//! `rpsls voucher`

pub mod args;

use self::args::{IssueArgs, VoucherCommand};
use super::{Context, dry::untaken, json, seat::Agreement};
use crate::{
    chain::{
        BLOCK_TIME,
        balance::{balance, spendable},
        cost::{Price, Prices, messages, with_room},
        table::Table,
        voucher::{Issue, Voucher, decline, issue_to, message, revoke},
    },
    failure::Failure,
    game::{rules, seat::Seat},
    keys::account::{Account, address},
    options::DryRun,
    screen::output::warn,
    store::guests::Guest,
    words::{
        digits::{hex, short},
        units::{cost as cost_of, exact, shortage, span, vara},
    },
};
use anyhow::{Result, ensure};
use gprimitives::ActorId;
use gsdk::gear;
use rpsls_io::{GameConfig, GameStage, GameState};
use serde_json::{Value, json};

/// The length of the longest message of a move: an opening, and the hash of the next move.
pub const LONGEST: usize = 128;
/// A guest need not come at once.
pub const DAY: u64 = 24 * 60 * 60 * 1_000;

pub async fn run(context: &Context, command: VoucherCommand) -> Result<()> {
    // Only commands that send something need the account unlocked.
    let account = match &command {
        VoucherCommand::List { .. } => None,
        _ => Some(context.account().await?),
    };
    let id = match &account {
        Some(account) => account.id,
        None => context.identity()?.1,
    };
    if let VoucherCommand::List { all: true } = command {
        return list_all(context, id).await;
    }
    let table = context.table(context.link().await?).await?;
    let host = Seat::new(table.link.genesis(), table.program, id);
    let mut session = VoucherSession { context, id, table, host };
    match (command, &account) {
        (VoucherCommand::Issue(args), Some(account)) => session.issue(account, &args).await,
        (VoucherCommand::Revoke { ids, step }, Some(account)) => {
            session.revoke(account, &ids, step.dry).await
        }
        (VoucherCommand::Decline { ids, step }, Some(account)) => {
            session.decline(account, &ids, step.dry).await
        }
        (VoucherCommand::List { .. }, _) | (_, None) => session.list().await,
    }
}

/// An account that issues, lists or ends vouchers for a table.
struct VoucherSession<'a> {
    context: &'a Context,
    /// The account.
    id: ActorId,
    table: Table,
    host: Seat,
}

/// The most that a game's messages cost.
struct GameCost {
    message: u128,
    /// The deposits for gas. They come back, so they are needed only once.
    once: u128,
}

impl GameCost {
    fn of_rounds(&self, rounds: u32) -> u128 {
        self.message * messages(rounds) + self.once
    }
}

impl VoucherSession<'_> {
    async fn issue(&mut self, account: &Account, args: &IssueArgs) -> Result<()> {
        let guests = self.guests(args).await?;
        let spenders: Vec<ActorId> = guests.iter().map(Guest::id).collect();
        let state = self.table.view().await?.state;
        // For a whole game, also while one runs.
        let state = GameState { game_stage: GameStage::Preparation, ..state };
        let rounds = args.rounds.or(rules::rounds(&state)).unwrap_or(rules::REPLAYED);
        let prices = Prices::of(&self.table.link)?;
        let cost = self.cost(account, &prices).await?;
        let value = args.each.unwrap_or_else(|| cost.of_rounds(rounds));
        ensure!(
            value >= prices.existential_deposit + prices.gas(rpsls_io::gas::BURNED),
            Failure::Usage(format!(
                "a voucher of {} pays for no message, since {} stays in it: one round takes {}",
                vara(value),
                vara(prices.existential_deposit),
                vara(cost.of_rounds(1))
            ))
        );
        let duration = self.blocks(args.lasts, longest(&state.config, rounds).max(DAY))?;
        let issue = Issue { program: self.table.program, value, duration };
        let call = issue_to(&spenders, &issue);
        let fee = self.table.link.fee(account, &call).await?;
        let all = value.saturating_mul(spenders.len() as u128);
        self.check_funds(account, all.saturating_add(fee), &prices).await?;

        let out = &self.context.out;
        out.line(&format!(
            "{} of {}{}, for fees and gas at this table alone, for {}. That takes {}. What is left \
             then comes back with `rpsls voucher revoke`.",
            count(spenders.len()),
            vara(value),
            if spenders.len() == 1 { "" } else { " each" },
            span(u64::from(duration) * BLOCK_TIME),
            cost_of(all.saturating_add(fee))
        ))?;
        if args.consent.dry.dry_run {
            // Guests' keys are made together with the vouchers.
            let named = guests.iter().filter(|guest| guest.seed.is_none());
            let told = json!({
                "to": named.map(|guest| hex(guest.spender)).collect::<Vec<_>>(),
                "vouchers": spenders.len(),
                "each": value.to_string(),
                "value": all.to_string(),
                "fee": fee.to_string(),
            });
            out.json(&untaken("voucher_issue", account, &told))?;
            return out.line("Nothing was sent.");
        }
        if guests.iter().any(|guest| guest.seed.is_some()) {
            self.tell_what_links_name();
        }
        if !Agreement::of(out, args.consent.yes).asked_for("Issue them?").await? {
            return out.line("Nothing was issued.");
        }
        // The keys come first: a guest with a voucher and no key has nothing. The keys stay even if
        // issuing fails, since a failure does not say that the chain has not issued the vouchers.
        self.context.home.guests().keep(&guests)?;
        out.waiting("Issuing");
        let included = self.table.link.submit(account, &call).await?;
        out.waited();
        // They are paid for, and known without asking the node for anything more.
        let block = included.block;
        // The first block in which they pay for nothing.
        let expiry = block.saturating_add(duration).saturating_add(1);
        let mut vouchers = vec![];
        for (guest, issued) in guests.iter().zip(&included.issued) {
            let (id, owner, spender) = (issued.voucher_id.0.into(), self.id, guest.id());
            let voucher = Voucher { id, owner, spender, expiry, balance: value, held: 0 };
            vouchers.push(self.entry(&voucher, Some(guest), block, args.page.as_deref()));
            self.show(&voucher, Some(guest), block, args.page.as_deref())?;
        }
        let told = json!({ "ok": true, "action": "voucher_issue", "vouchers": vouchers });
        out.json(&json::paid(told))
    }

    /// The guests who shall get vouchers.
    async fn guests(&self, args: &IssueArgs) -> Result<Vec<Guest>> {
        let of =
            |spender: ActorId, seed| Guest { host: self.host, spender: spender.into_bytes(), seed };
        let mut guests = vec![];
        for named in &args.spenders.to {
            let guest = of(self.context.recipient(named).await?, None);
            // A guest who is named twice is still one guest.
            if !guests.contains(&guest) {
                guests.push(guest);
            }
        }
        for _ in 0..args.spenders.players.unwrap_or_default() {
            let (account, seed) = Account::guest()?;
            guests.push(of(account.id, Some(seed)));
        }
        Ok(guests)
    }

    async fn cost(&mut self, account: &Account, prices: &Prices) -> Result<GameCost> {
        let program = self.table.program;
        // All vouchers' ids have the same length.
        let call = message(program, program, vec![0; LONGEST], prices.block_gas_limit, 0);
        let fee = self.table.link.fee(account, &call).await?;
        Ok(GameCost {
            message: with_room(fee) + prices.gas(rpsls_io::gas::BURNED),
            once: prices.gas(rpsls_io::gas::MESSAGE) + prices.existential_deposit,
        })
    }

    /// A time in blocks: the time that the user asked for, or else this one, within the chain's
    /// limits.
    fn blocks(&self, asked: Option<u64>, or: u64) -> Result<u32> {
        let constants = gear::constants().gear_voucher();
        let least = self.table.link.constant(constants.min_duration())?;
        let most = self.table.link.constant(constants.max_duration())?;
        let count = |time: u64| u32::try_from(time.div_ceil(BLOCK_TIME)).unwrap_or(u32::MAX);
        let blocks = asked.map_or_else(|| count(or).clamp(least, most), count);
        ensure!(
            (least..=most).contains(&blocks),
            Failure::Usage(format!(
                "on this chain a voucher lasts from {} to {}",
                span(u64::from(least) * BLOCK_TIME),
                span(u64::from(most) * BLOCK_TIME)
            ))
        );
        Ok(blocks)
    }

    async fn check_funds(&mut self, account: &Account, takes: u128, prices: &Prices) -> Result<()> {
        let has = spendable(&self.table.link, account.id).await?;
        let deposit = prices.existential_deposit;
        let needs = takes.saturating_add(deposit);
        let [shown, needed, lacks] = shortage(needs, has);
        ensure!(
            has >= needs,
            Failure::Funds(format!(
                "the account {} has {shown} VARA, and needs {needed} for the vouchers and their \
                 fees, {} of it to stay in the account: {lacks} VARA short. Nothing was issued",
                account.name,
                exact(deposit)
            ))
        );
        Ok(())
    }

    async fn check_fee(&self, account: &Account, fee: u128) -> Result<()> {
        let price = Price { fee, ..Price::bare(0) };
        let prices = Prices::of(&self.table.link)?;
        price.gas_limit(&self.table.link, account, &prices).await.map(drop)
    }

    async fn list(&mut self) -> Result<()> {
        let block = self.table.link.head().await?.number;
        let mut own = self.table.link.vouchers_for(self.id, self.table.program).await?;
        own.retain(|voucher| !voucher.is_spent(block));
        let mut issued = self.issued().await?;
        issued.retain(|(_, voucher)| !voucher.is_spent(block));
        let out = &self.context.out;
        let usable = own.iter().map(|voucher| self.entry(voucher, None, block, None));
        let issued_entries =
            issued.iter().map(|(guest, voucher)| self.entry(voucher, guest.as_ref(), block, None));
        out.json(&json!({
            "ok": true,
            "usable": usable.collect::<Vec<_>>(),
            "issued": issued_entries.collect::<Vec<_>>(),
        }))?;
        if own.is_empty() && issued.is_empty() {
            out.line("No vouchers for this table: `rpsls voucher issue` pays others' fees.")?;
        }
        for voucher in &own {
            self.show(voucher, None, block, None)?;
        }
        for (guest, voucher) in &issued {
            self.show(voucher, guest.as_ref(), block, None)?;
        }
        Ok(())
    }

    /// The vouchers that the account has issued, from here or elsewhere. Each has its guest, if
    /// that is known here.
    async fn issued(&mut self) -> Result<Vec<(Option<Guest>, Voucher)>> {
        let guests = self.context.home.guests().of(&self.host)?;
        self.context.out.waiting("Looking through the chain's vouchers");
        let found = self.table.link.vouchers_of(self.id, Some(self.table.program)).await?;
        self.context.out.waited();
        let of = |voucher: &Voucher| guests.iter().find(|guest| guest.id() == voucher.spender);
        Ok(found.into_iter().map(|voucher| (of(&voucher).cloned(), voucher)).collect())
    }

    async fn revoke(&mut self, account: &Account, ids: &[ActorId], dry: DryRun) -> Result<()> {
        let block = self.table.link.head().await?.number;
        let issued = self.issued().await?;
        let all: Vec<Voucher> = issued.iter().map(|(_, voucher)| *voucher).collect();
        let mut chosen = chosen(&all, ids, "issued by this account for this table")?;
        if let Some(early) = chosen.iter().find(|voucher| !voucher.is_expired(block))
            && !ids.is_empty()
        {
            return Err(Failure::usage(format!(
                "the voucher {} pays for another {}: only who may use it can end it before, with \
                 `rpsls voucher decline`",
                short(early.id),
                span(early.lasts(block))
            )));
        }
        // If an account was emptied, anything less than the existential deposit that comes back to
        // it is lost. So this waits for what the chain holds.
        let is_waiting = chosen.iter().any(|voucher| voucher.is_expired(block) && voucher.held > 0);
        chosen.retain(|voucher| {
            voucher.is_expired(block) && voucher.balance > 0 && voucher.held == 0
        });
        let back: u128 = chosen.iter().map(|voucher| voucher.balance).sum();
        let out = &self.context.out;
        let mut fee = 0;
        if dry.dry_run {
            if !chosen.is_empty() {
                fee = self.table.link.fee(account, &revoke(&chosen)).await?;
                self.check_fee(account, fee).await?;
            }
            let told = json!({
                "vouchers": ids_of(&chosen),
                "returned": back.to_string(),
                "fee": fee.to_string(),
            });
            out.json(&untaken("voucher_revoke", account, &told))?;
            return out.line(&format!(
                "Nothing was sent. {} would come back from {}, for {} of fees.",
                vara(back),
                count(chosen.len()),
                cost_of(fee)
            ));
        }
        if !chosen.is_empty() {
            out.waiting("Taking it back");
            fee = self.table.link.submit(account, &revoke(&chosen)).await?.fee;
            out.waited();
        }
        // What has come back is told in any case.
        if let Err(error) = self.forget_spent(&issued, &chosen, block).await {
            warn(&format!("{error:#}: who the vouchers were for is still noted"));
        }
        out.json(&json::paid(json!({
            "ok": true,
            "action": "voucher_revoke",
            "account": hex(self.id),
            "vouchers": ids_of(&chosen),
            "returned": back.to_string(),
            "fee": fee.to_string(),
        })))?;
        if is_waiting {
            out.line(
                "Of some the chain still holds gas for the table's alarm: once that has run, \
                 `rpsls voucher revoke` takes all of it back.",
            )?;
        }
        match chosen.len() {
            0 => out.line("There is none that has expired with something to take back."),
            some => out.line(&format!(
                "{} came back from {} ({} of fees)",
                vara(back),
                count(some),
                vara(fee)
            )),
        }
    }

    /// Forgets guests whose vouchers have all expired with nothing to come back. Keeps a guest if a
    /// key that was made here has money of its own.
    async fn forget_spent(
        &mut self,
        issued: &[(Option<Guest>, Voucher)],
        revoked: &[Voucher],
        block: u32,
    ) -> Result<()> {
        let is_spent = |voucher: &Voucher| voucher.is_spent(block) || revoked.contains(voucher);
        for guest in self.context.home.guests().of(&self.host)? {
            let mut of_guest =
                issued.iter().filter(|(_, voucher)| voucher.spender == guest.id()).peekable();
            let was_issued = of_guest.peek().is_some();
            let is_done = was_issued && of_guest.all(|(_, voucher)| is_spent(voucher));
            if is_done
                && (guest.seed.is_none() || balance(&self.table.link, guest.id()).await? == 0)
            {
                self.context.home.guests().forget(std::slice::from_ref(&guest))?;
            }
        }
        Ok(())
    }

    async fn decline(&mut self, account: &Account, ids: &[ActorId], dry: DryRun) -> Result<()> {
        let block = self.table.link.head().await?.number;
        let all = self.table.link.vouchers_for(self.id, self.table.program).await?;
        let mut chosen = chosen(&all, ids, "this account's to use at this table")?;
        chosen.retain(|voucher| !voucher.is_expired(block));
        let out = &self.context.out;
        if dry.dry_run {
            let mut fee: u128 = 0;
            for voucher in &chosen {
                fee = fee.saturating_add(self.table.link.fee(account, &decline(voucher.id)).await?);
            }
            if !chosen.is_empty() {
                self.check_fee(account, fee).await?;
            }
            let told = json!({ "vouchers": ids_of(&chosen), "fee": fee.to_string() });
            out.json(&untaken("voucher_decline", account, &told))?;
            return out.line(&format!(
                "Nothing was sent. {} would be ended, for {} of fees.",
                count(chosen.len()),
                cost_of(fee)
            ));
        }
        for voucher in &chosen {
            out.waiting("Declining");
            self.table.link.submit(account, &decline(voucher.id)).await?;
            out.waited();
            out.line(&format!(
                "The voucher {} has expired: {} can take back what is left",
                short(voucher.id),
                address(voucher.owner)
            ))?;
        }
        if chosen.is_empty() {
            out.line("None of them is there to be ended.")?;
        }
        out.json(&json::paid(json!({
            "ok": true,
            "action": "voucher_decline",
            "account": hex(self.id),
            "vouchers": ids_of(&chosen),
        })))
    }

    /// Guests' links have the node's address as it was named, which may be of no use to others, or
    /// more than they shall know.
    fn tell_what_links_name(&self) {
        let shown = self.table.link.shown_node();
        if self.context.is_on_this_computer() {
            warn(&format!(
                "guests' links name the node as it was named here, {shown}, which is on this \
                 computer alone: for guests on others, name it by an address that they reach"
            ));
        }
        if self.table.link.node() != shown {
            warn(&format!(
                "guests' links have the whole address of {shown}: if there is a key of yours in it, \
                 name a node without one"
            ));
        }
    }

    /// A guest's link, after the page's address if that is known.
    fn link(&self, guest: Option<&Guest>, page: Option<&str>) -> Option<String> {
        let link = guest?.link(self.table.link.node())?;
        Some(format!("{}{link}", page.unwrap_or_default()))
    }

    fn entry(
        &self,
        voucher: &Voucher,
        guest: Option<&Guest>,
        block: u32,
        page: Option<&str>,
    ) -> Value {
        let mut line = entry(voucher, block);
        line["link"] = self.link(guest, page).into();
        line
    }

    fn show(
        &self,
        voucher: &Voucher,
        guest: Option<&Guest>,
        block: u32,
        page: Option<&str>,
    ) -> Result<()> {
        let out = &self.context.out;
        out.heading(&format!("Voucher {}", hex(voucher.id)))?;
        match voucher.spender == self.id {
            true => out.row("From", &address(voucher.owner))?,
            false => out.row("For", &address(voucher.spender))?,
        }
        out.row("Left", &left(voucher, block))?;
        // As one word that the user can copy, however long the line.
        match (self.link(guest, page), page) {
            (None, _) => Ok(()),
            (Some(link), Some(_)) => out.row("Link", &link),
            (Some(link), None) => out.row("Link", &format!("the page's address, and {link}")),
        }
    }
}

/// Lists what an account has issued for any table, and what is left of it.
async fn list_all(context: &Context, id: ActorId) -> Result<()> {
    let link = context.link().await?;
    let block = link.head().await?.number;
    let out = &context.out;
    out.waiting("Looking through the chain's vouchers");
    let mut issued = link.vouchers_of(id, None).await?;
    out.waited();
    issued.retain(|voucher| !voucher.is_spent(block));
    let entries: Vec<Value> = issued.iter().map(|voucher| entry(voucher, block)).collect();
    out.json(&json!({ "ok": true, "issued": entries }))?;
    if issued.is_empty() {
        return out.line("Nothing is left of vouchers that you have issued.");
    }
    for voucher in &issued {
        out.heading(&format!("Voucher {}", hex(voucher.id)))?;
        out.row("For", &address(voucher.spender))?;
        out.row("Left", &left(voucher, block))?;
    }
    let left = issued.iter().map(|voucher| voucher.balance.saturating_add(voucher.held)).sum();
    out.row("In all", &format!("{} in {}", vara(left), count(issued.len())))
}

fn entry(voucher: &Voucher, block: u32) -> Value {
    json!({
        "voucher": hex(voucher.id),
        "owner": hex(voucher.owner),
        "spender": hex(voucher.spender),
        "balance": voucher.balance.to_string(),
        "held": voucher.held.to_string(),
        "expiry": voucher.expiry,
        "expired": voucher.is_expired(block),
    })
}

/// What is left in a voucher, and for how long.
fn left(voucher: &Voucher, block: u32) -> String {
    let lasts = match voucher.is_expired(block) {
        true => "expired".into(),
        false => format!("for another {}", span(voucher.lasts(block))),
    };
    let held = match voucher.held {
        0 => String::new(),
        held => format!(", and {} held for messages on their way", vara(held)),
    };
    format!("{}{held}, {lasts}", vara(voucher.balance))
}

/// The vouchers with these ids, or all.
fn chosen(all: &[Voucher], ids: &[ActorId], what: &str) -> Result<Vec<Voucher>> {
    if ids.is_empty() {
        return Ok(all.to_vec());
    }
    let find = |id: &ActorId| {
        let found = all.iter().find(|voucher| voucher.id == *id).copied();
        found.ok_or_else(|| Failure::usage(format!("the voucher {} is not {what}", short(id))))
    };
    let mut found: Vec<Voucher> = ids.iter().map(find).collect::<Result<_>>()?;
    found.sort_by_key(|voucher| voucher.id);
    found.dedup_by_key(|voucher| voucher.id);
    Ok(found)
}

/// How long this many rounds can take, ms. Registration that ends without two players begins again.
pub fn longest(config: &GameConfig, rounds: u32) -> u64 {
    let GameConfig { entry_timeout, move_timeout, reveal_timeout, .. } = *config;
    2 * entry_timeout + u64::from(rounds) * (move_timeout + reveal_timeout)
}

fn ids_of(vouchers: &[Voucher]) -> Vec<String> {
    vouchers.iter().map(|voucher| hex(voucher.id)).collect()
}

fn count(vouchers: usize) -> String {
    match vouchers {
        1 => "1 voucher".into(),
        many => format!("{many} vouchers"),
    }
}
