//! Takes the seat of a game.

use super::{
    JoinResult,
    player::{Player, Policy},
};
use crate::{
    chain::{
        cost::Price,
        table::{Quote, View},
    },
    commands::{
        chooser::{Chooser, ask_first},
        costs,
        retry::{FIRST_PAUSE, retry, retry_with_bet},
        seat::{Agreement, Offer, TAKE_SEAT, Terms, at_stake, warn_of_table},
        share,
    },
    failure::{Failure, Mark},
    game::{
        hours,
        rules::{is_for_strangers, rounds},
        turn,
    },
    screen::{
        output::warn,
        terminal::{set_at_stake, unless_leaving},
    },
    store::games::{End, Note},
    way::{self, Bet, Landing, Step, Unreadable},
    words::units::{span, vara},
};
use anyhow::{Context, Error, Result, bail, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Entry, GameError, GameState, PlayerStatus};
use std::ops::ControlFlow;
use tokio::time::sleep;

/// A seat, and what it costs.
pub struct Offered {
    pub action: Action,
    pub price: Price,
    pub gas_limit: u64,
}

impl Player {
    /// Goes the way to a seat, step by step as [`way::next`] says. `view` is the game as of a final
    /// block; returned is the game as of the block by which the seat is known, or what was done
    /// instead.
    pub(super) async fn sit_down(
        &mut self,
        mut view: View,
    ) -> Result<ControlFlow<JoinResult, View>> {
        let mut agreement = None;
        let mut commitment = None;
        let mut failed: Option<Error> = None;
        loop {
            let game = view.state.games_finished;
            let open = self.books.games.open(&self.seat);
            let known = open.as_ref().map(Option::as_ref).map_err(|_| Unreadable);
            let is_left = self.is_noted_left(game);
            match way::next(&view.state, known, is_left, &self.session) {
                Step::Settle => {
                    if let Some(error) = &failed {
                        warn(&match self.session.is_unpaid() {
                            true => format!("{error:#}. Trying again"),
                            false => {
                                format!("{error:#}. The bet may be paid: looking at the table")
                            }
                        });
                        sleep(FIRST_PAUSE).await;
                    }
                    // After this, what may be on its way is in a final block, or void.
                    view = self.settled(failed.is_some() || self.policy.is_back).await.map_err(
                        |error| match failed.is_some() {
                            true => error.context(
                                "whether the bet is paid is not known: `rpsls join` looks again, \
                                 and pays no second one",
                            ),
                            false => error,
                        },
                    )?;
                    self.session.settled();
                    self.see_newest_seat().await?;
                }
                Step::Tell(end) => {
                    let open = open?.context("it is the note's end")?;
                    if let Some(result) = self.tell_earlier(view, &open, end).await? {
                        return Ok(ControlFlow::Break(result));
                    }
                    view = self.view().await?;
                }
                Step::Unreadable => {
                    open?;
                }
                Step::Ask => {
                    set_at_stake(None);
                    let out = self.out;
                    let asked = Agreement::of(&out, self.policy.stake.yes);
                    // Random bytes, as many as the hash that goes with the seat.
                    let hash = (!self.policy.is_later).then(|| H256(rand::random()));
                    let Some(offered) = self.offered(&view, asked.is_given, hash).await? else {
                        self.note(&view);
                        self.tell_back(PlayerStatus::Registered)?;
                        self.session.sent(Bet::Seated(self.newest_landing()));
                        continue;
                    };
                    if !asked.asked_for(TAKE_SEAT).await? {
                        return self.untaken();
                    }
                    agreement = Some(offered.price.value);
                    self.session.asked(game);
                }
                Step::Store => {
                    let Some(hash) = self.first_commitment(&view).await? else {
                        return self.untaken();
                    };
                    commitment = hash;
                    self.session.stored();
                }
                Step::Note => {
                    let Self { books, table, seat, .. } = self;
                    let head = view.head.into();
                    retry(async || {
                        costs::close_before(game, head, &table.link, &books.games, seat).await
                    })
                    .await?;
                    self.budget.costs = self.books.games.begin(self.note_of(&view))?;
                    self.session.noted();
                    unless_leaving().await;
                }
                Step::Bet => {
                    let bet = agreement.context("the seat was asked for")?;
                    let action = Action::Join(Entry { commitment, ..entry_of(game) });
                    let stake = at_stake(self.table.program, &self.account.name, bet, None);
                    set_at_stake(Some(stake));
                    let error = match self.send("register", action, bet, &view).await {
                        Ok(landing) => {
                            self.session.sent(Bet::Seated(landing));
                            continue;
                        }
                        Err(error) => error,
                    };
                    let Some(bet) = outcome(&error, self.newest_landing()) else {
                        return Err(error);
                    };
                    self.session.sent(bet);
                    if matches!(bet, Bet::Seated(_)) {
                        self.tell_back(PlayerStatus::Registered)?;
                    } else {
                        failed = Some(error);
                    }
                }
                Step::Play => {
                    let status = turn::status_of(&view.state, self.account.id);
                    if status != PlayerStatus::NotRegistered && failed.is_some() {
                        self.tell_back(status)?;
                    }
                    return Ok(ControlFlow::Continue(view));
                }
                Step::NotSeated => {
                    set_at_stake(None);
                    self.books.games.end(&self.seat, self.session.game(), End::NotSeated)?;
                    let error = failed.context("a message failed")?;
                    return Err(match self.session.is_unpaid() {
                        true => error,
                        false => error.context("no seat was taken"),
                    });
                }
                Step::Left => return Ok(ControlFlow::Break(self.left(self.session.game())?)),
                Step::Unknown => {
                    set_at_stake(None);
                    let error = failed.context("a message failed")?;
                    bail!(
                        "the game was over before it was known whether the bet is paid: {error:#}"
                    )
                }
            }
        }
    }

    fn untaken(&self) -> Result<ControlFlow<JoinResult, View>> {
        self.out.line("No seat was taken, and nothing was paid.")?;
        Ok(ControlFlow::Break(JoinResult::Declined))
    }

    /// Says how an earlier game ended. Returns `None` if the player now wants another seat.
    async fn tell_earlier(
        &mut self,
        view: View,
        open: &Note,
        end: End,
    ) -> Result<Option<JoinResult>> {
        self.until_paid(view, open, end).await?;
        if end == End::NotSeated {
            self.never_seated(open)?;
            return Ok(None);
        }
        if end == End::Stopped {
            let of_game = share::of_game(&self.table, open).await;
            self.hand.share = of_game.ok().flatten();
        }
        let is_noted = self.show_end_of(open, end)?;
        // A player who used single commands was not interrupted.
        Ok((!open.origin.is_by_hand || !is_noted).then_some(JoinResult::EarlierEnd { is_noted }))
    }

    /// Says what a seat can cost, and what the player should know about the table. Returns `None`
    /// if the player has the seat already, which an interrupted run has asked for. If nobody will be
    /// asked (`is_agreed`), the terms must be those that the run's first game allows.
    pub(super) async fn offered(
        &mut self,
        view: &View,
        is_agreed: bool,
        commitment: Option<H256>,
    ) -> Result<Option<Offered>> {
        let Self { policy: Policy { stake, terms, is_any, .. }, table, account, .. } = self;
        // Before the client tells anybody to send money for a seat that does not exist.
        turn::may_join(&view.state, account.id).map_err(Failure::Refused)?;
        let bet = retry(async || stake.agreed(table, view).await).await?;
        let GameState { config, rules, .. } = &view.state;
        ensure!(
            !*is_any || is_for_strangers(config, rules),
            Error::from(Failure::Usage(
                "the table's owner has changed its terms to what is not for strangers".into()
            ))
            .context(Mark::Changed)
        );
        if let Some(first) = terms
            && is_agreed
        {
            first.allow(&Terms::of(&view.state), stake.max_bet)?;
        }
        let game = view.state.games_finished;
        let action = Action::Join(Entry { commitment, ..entry_of(game) });
        let quote = retry(async || table.quote(&view.state, account, &action, bet).await).await;
        let Quote { price, gas_limit, .. } = match quote {
            Err(error) if is_seated_already(&error) => return Ok(None),
            quote => quote?,
        };
        // Without a gas limit, the account can't pay.
        let gas_limit = gas_limit?;
        let offer = Offer::new(
            &price,
            &self.budget.prices,
            rounds(&view.state),
            self.budget.max_spend,
            self.policy.is_later,
        );
        // A bot plays to the end, whatever it takes.
        let most = self.budget.prices.most_of_duel(price.fee);
        ensure!(
            !self.policy.is_bot || most <= self.budget.max_spend,
            Failure::Limit(format!(
                "a game may cost {}, and {} are left for it: no seat was taken",
                vara(most),
                vara(self.budget.max_spend)
            ))
        );
        offer.show(&self.out)?;
        self.out.line(&format!(
            "It is {}: {} to move, {} to reveal.",
            Terms::of(&view.state).game(),
            span(config.move_timeout),
            span(config.reveal_timeout)
        ))?;
        let from = retry(async || table.closable_from(view).await).await?;
        if let Some(line) = hours::be_here(&view.state, from, view.head.timestamp) {
            self.out.line(&format!("This table starts when it is full: {line}."))?;
        }
        let seats = rules.seats(config.players_count_limit);
        if rules.has_full_bracket() && seats > 2 {
            self.out.line(&format!(
                "If fewer than {seats} are there when registration is over, the first 2 play, or 4, \
                 8 and so on, and whoever came later has the bet back."
            ))?;
        }
        warn_of_table(&view.state);
        Ok(Some(Offered { action, price, gas_limit }))
    }

    /// The game, once nothing that the account has sent is on its way.
    pub(super) async fn settled(&mut self, has_bet: bool) -> Result<View> {
        let Self { table, account, .. } = self;
        retry_with_bet(has_bet, async || table.link.settle(account).await).await?;
        retry_with_bet(has_bet, async || table.view().await).await
    }

    /// Sees the seat of an earlier run in the newest block, while no final block can show it.
    async fn see_newest_seat(&mut self) -> Result<()> {
        let Self { table, policy, account, .. } = self;
        let newest =
            retry_with_bet(policy.is_back, async || table.link.newest_block().await).await?;
        if table.link.lag() < turn::BEHIND {
            return Ok(());
        }
        let now = retry_with_bet(policy.is_back, async || table.view_at(newest).await).await?;
        let status = turn::status_of(&now.state, account.id);
        if status != PlayerStatus::NotRegistered {
            self.tell_back(status)?;
            self.session.sent(Bet::Seated(self.newest_landing()));
        }
        Ok(())
    }

    /// Where a seat is by now that the newest block has.
    fn newest_landing(&self) -> Landing {
        Landing { block: self.table.link.newest_number(), is_final: false }
    }

    /// The hash of the first move. What opens the game's moves is on disk by then. The inner `None`
    /// means that the player commits later, the outer one that the player has left.
    async fn first_commitment(
        &mut self,
        View { state, .. }: &View,
    ) -> Result<Option<Option<H256>>> {
        let game = state.games_finished;
        if self.policy.is_later {
            self.books.secrets.key(&self.seat, game)?;
            return Ok(Some(None));
        }
        let mv = match &mut self.policy.chooser {
            Chooser::Person(keyboard) => {
                ask_first(&self.out, keyboard, rounds(state) == Some(1)).await?
            }
            chooser => chooser.at_once(1),
        };
        mv.map(|mv| self.keep(game, 1, mv).map(Some)).transpose()
    }
}

/// An entry that takes a seat in this game only.
fn entry_of(game: u64) -> Entry {
    Entry { game: Some(game), ..Entry::default() }
}

/// What an error says about the bet. `None` if no further try can change it.
fn outcome(error: &Error, newest: Landing) -> Option<Bet> {
    Some(match Failure::of(error) {
        _ if is_seated_already(error) => Bet::Seated(newest),
        Some(Failure::Refused(_) | Failure::Funds(_)) => Bet::Refused,
        None if Mark::is_not_taken(error) => Bet::NotTaken,
        // The chain had its chance: only what no node has taken is not counted.
        Some(_) if Mark::of(error) == Some(Mark::Void) => Bet::NotTaken,
        None | Some(Failure::Chain(_)) => Bet::Unknown { is_try: true },
        // What was sent is void by now. Tries once more as long as the node answers.
        Some(Failure::Network(_)) => Bet::Unknown { is_try: false },
        Some(_) => return None,
    })
}

fn is_seated_already(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Refused(GameError::AlreadyRegistered)))
}
