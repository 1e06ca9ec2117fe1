//! Takes the seat of a game.

use super::Player;
use crate::{
    chain::{
        cost::Price,
        error::NotTaken,
        table::{Quote, View},
    },
    commands::{
        chooser::{Chooser, ask_first},
        costs,
        retry::{FIRST_PAUSE, Tries, retry, retry_while_node_fails},
        seat::{Agreement, Changed, Offer, TAKE_SEAT, Terms, at_stake, warn_of_table},
    },
    failure::Failure,
    game::{
        hours,
        rules::{is_for_strangers, rounds},
        turn,
    },
    screen::{
        output::warn,
        terminal::{set_at_stake, unless_leaving},
    },
    store::games::End,
    words::units::{span, vara},
};
use anyhow::{Context, Error, Result, bail, ensure};
use gprimitives::H256;
use rpsls_io::{Action, Entry, GameError, GameState, PlayerStatus};
use tokio::time::sleep;

/// A seat, and what it costs.
pub struct Offered {
    pub action: Action,
    pub price: Price,
    pub gas_limit: u64,
}

impl Player {
    /// Takes a seat, if the player agrees to what it can cost.
    pub async fn take_seat(&mut self, view: &View) -> Result<bool> {
        set_at_stake(None);
        let out = self.out;
        let agreement = Agreement::of(&out, self.stake.yes);
        let game = view.state.games_finished;
        // Random bytes, as many as the hash that goes with the seat.
        let commitment = (!self.is_later).then(|| H256(rand::random()));
        let Some(offered) = self.offered(view, agreement.is_given, commitment).await? else {
            self.note(view);
            self.tell_back(PlayerStatus::Registered)?;
            return Ok(true);
        };
        if !agreement.asked_for(TAKE_SEAT).await? {
            return Ok(false);
        }
        let Some(commitment) = self.first_commitment(view).await? else {
            return Ok(false);
        };
        let Self { games, table, seat, .. } = self;
        let head = view.head.into();
        retry(async || costs::close_before(game, head, &table.link, games, seat).await).await?;
        self.costs = self.games.begin(self.note_of(view))?;
        unless_leaving().await;
        let action = Action::Join(Entry { commitment, ..entry_of(game) });
        let bet = offered.price.value;
        set_at_stake(Some(at_stake(self.table.program, &self.account.name, bet, None)));
        let paid = self.pay(view, action, bet).await;
        if paid.is_err() {
            set_at_stake(None);
        }
        paid.map(|()| true)
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
        let Self { stake, table, account, .. } = self;
        // Before the client tells anybody to send money for a seat that does not exist.
        turn::may_join(&view.state, account.id).map_err(Failure::Refused)?;
        let bet = retry(async || stake.agreed(table, view).await).await?;
        let GameState { config, rules, .. } = &view.state;
        ensure!(
            !self.is_any || is_for_strangers(config, rules),
            Error::from(Failure::Usage(
                "the table's owner has changed its terms to what is not for strangers".into()
            ))
            .context(Changed)
        );
        if let Some(first) = &self.terms
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
        let offer =
            Offer::new(&price, &self.prices, rounds(&view.state), self.max_spend, self.is_later);
        ensure!(
            !self.is_bot || offer.usual() <= self.max_spend,
            Failure::Limit(format!(
                "a game may cost {}, and {} are left for it: no seat was taken",
                vara(offer.usual()),
                vara(self.max_spend)
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

    /// Pays the bet once. Whatever goes wrong, the table says whether it was paid.
    async fn pay(&mut self, view: &View, action: Action, bet: u128) -> Result<()> {
        let game = view.state.games_finished;
        let mut tries = Tries::default();
        let mut is_known = true;
        let mut view = view;
        let mut later;
        loop {
            let error = match self.send("register", action.clone(), bet, view).await {
                Ok(_) => return Ok(()),
                Err(error) if is_seated_already(&error) => {
                    return self.tell_back(PlayerStatus::Registered);
                }
                Err(error) => error,
            };
            let is_final = match Failure::of(&error) {
                Some(Failure::Refused(_) | Failure::Funds(_)) => true,
                None if error.is::<NotTaken>() => !tries.one_more(0),
                None | Some(Failure::Chain(_)) => {
                    is_known = false;
                    !tries.one_more(0)
                }
                // What was sent is void by now. Tries once more as long as the node answers.
                Some(Failure::Network(_)) => {
                    is_known = false;
                    false
                }
                Some(_) => return Err(error),
            };
            if is_known && is_final {
                // No bet was paid.
                self.games.end(&self.seat, game, End::NotSeated)?;
                return Err(error);
            }
            warn(&match is_known {
                true => format!("{error:#}. Trying again"),
                false => format!("{error:#}. The bet may be paid: looking at the table"),
            });
            sleep(FIRST_PAUSE).await;
            // After this, what may be on its way is in a final block, or void.
            later = self.settled().await.context(
                "whether the bet is paid is not known: `rpsls join` looks again, and pays no \
                 second one",
            )?;
            view = &later;
            let status = turn::status_of(&view.state, self.account.id);
            if status != PlayerStatus::NotRegistered {
                return self.tell_back(status);
            }
            if self.is_noted_left(game) {
                return Ok(());
            }
            if view.state.games_finished != game {
                bail!("the game was over before it was known whether the bet is paid: {error:#}");
            }
            if is_final {
                self.games.end(&self.seat, game, End::NotSeated)?;
                return Err(error.context("no seat was taken"));
            }
        }
    }

    /// The game, once nothing that the account has sent is on its way.
    async fn settled(&mut self) -> Result<View> {
        let Self { table, account, .. } = self;
        retry_while_node_fails(async || table.link.settle(account).await).await?;
        retry_while_node_fails(async || table.view().await).await
    }

    /// The hash of the first move. What opens the game's moves is on disk by then. The inner `None`
    /// means that the player commits later, the outer one that the player has left.
    async fn first_commitment(
        &mut self,
        View { state, .. }: &View,
    ) -> Result<Option<Option<H256>>> {
        let game = state.games_finished;
        if self.is_later {
            self.secrets.key(&self.seat, game)?;
            return Ok(Some(None));
        }
        let mv = match &mut self.chooser {
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

fn is_seated_already(error: &anyhow::Error) -> bool {
    matches!(Failure::of(error), Some(Failure::Refused(GameError::AlreadyRegistered)))
}
