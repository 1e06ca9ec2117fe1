//! `rpsls play`: one game, from deployment to the last alarm.

mod bots;
mod chain;
mod ledger;
mod person;
mod screen;

use crate::{
    account::Account,
    args::PlayArgs,
    moves,
    table::short,
    units::{VARA, vara},
};
use anyhow::{Context, Result, bail, ensure};
use bots::{Fashion, Player, Secret};
use chain::{Answer, Chain, Clock};
use gprimitives::ActorId;
use ledger::Ledger;
use rpsls_io::{Action, Event, GameConfig, Move, RevealResult, StageChange, commitment, opening};
use screen::{Line, RoundResult, Screen};
use std::{
    collections::BTreeSet,
    io::{self, BufRead, IsTerminal},
};
use tokio::task::block_in_place;

/// What everyone starts with.
const PURSE: u128 = 100 * VARA;
const BET: u128 = 10 * VARA;
const OWNER: &str = "owner";

/// The shortest that a stage lasts, ms.
const MIN_STAGE: u64 = 60_000;
/// Time for one player's message, ms: two blocks, though one is enough.
const TIME_PER_PLAYER: u64 = 6_000;

/// Bots that choose at random are through long before.
const MAX_ROUNDS: u32 = 1_000;

/// Who chooses player 1's moves.
pub enum First<I> {
    /// A bot like the others.
    Bot,
    /// The list, over again when it is used up.
    List(Vec<Move>),
    /// The person at this input.
    Person(I),
}

/// Plays as the arguments say: with the person at the terminal, if there is
/// one.
pub async fn run(args: PlayArgs) -> Result<()> {
    let is_live = !args.auto && io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut names = bots::NAMES[..args.players.into()].to_vec();
    // Short enough to be typed again.
    let seed = args.seed.unwrap_or_else(|| rand::random::<u16>().into());
    let mut screen = if is_live {
        names[0] = "you";
        Screen::live(names.len())
    } else {
        Screen::plain(io::stdout())
    };
    let first = match args.moves {
        list if !list.is_empty() => First::List(list),
        _ if is_live => First::Person(io::stdin().lock()),
        _ => First::Bot,
    };
    play(&names, seed, first, &mut screen).await
}

/// Plays a game of these players, in order of their seats.
///
/// # Errors
///
/// If the person leaves, nobody wins within [`MAX_ROUNDS`], the program
/// refuses something, or the money is not what it should be.
async fn play(
    names: &[&'static str],
    seed: u64,
    first: First<impl BufRead>,
    screen: &mut Screen<'_>,
) -> Result<()> {
    Game::open(names, seed, first, screen).await?.run().await
}

struct Game<'a, 'b, I> {
    chain: Chain,
    ledger: Ledger,
    /// The players', in order of their seats, and the owner's.
    accounts: Vec<Account>,
    players: Vec<Player>,
    fashion: Fashion,
    first: First<I>,
    screen: &'a mut Screen<'b>,
}

/// A survivor's seat, and what it has committed to.
type Committed = (usize, Secret);

impl<'a, 'b, I: BufRead> Game<'a, 'b, I> {
    async fn open(
        names: &[&'static str],
        seed: u64,
        first: First<I>,
        screen: &'a mut Screen<'b>,
    ) -> Result<Self> {
        let accounts = names.iter().chain([&OWNER]).map(|name| account(seed, name));
        let accounts = accounts.collect::<Result<Vec<_>>>()?;
        let players = names
            .iter()
            .zip(&accounts)
            .enumerate()
            .map(|(seat, (name, account))| Player::new(seat, name, account.id, seed))
            .collect();
        screen.title(names.len(), BET, seed)?;
        let salt = seed.to_le_bytes();
        let (chain, ledger, deployed) =
            Chain::open(&accounts, PURSE, &config(names.len()), &salt).await?;
        screen.deployed(deployed.size, deployed.gas)?;
        Ok(Self { chain, ledger, accounts, players, fashion: Fashion::new(seed), first, screen })
    }

    async fn run(mut self) -> Result<()> {
        self.register().await?;
        let mut survivors = self.wait_for_moves().await?;
        for round in 1..=MAX_ROUNDS {
            survivors = self.round(round, &survivors).await?;
            if let [winner] = survivors[..] {
                return self.finish(winner).await;
            }
        }
        bail!("nobody has won in {MAX_ROUNDS} rounds")
    }

    async fn register(&mut self) -> Result<()> {
        let left = self.left().await? / 1_000;
        self.screen.heading(&format!("Registration, {left} s"))?;
        self.screen.columns()?;
        let seats = self.players.len();
        for seat in 0..seats {
            let sent = format!("Register with {}", vara(BET));
            self.send(seat, Action::Register, BET, sent, |event| match event {
                Event::PlayerRegistered => Some(format!("seat {} of {seats}", seat + 1)),
                _ => None,
            })
            .await?;
        }
        Ok(())
    }

    /// Nobody sends anything until the program's alarm closes the registration.
    async fn wait_for_moves(&mut self) -> Result<Vec<usize>> {
        let blocks = chain::blocks_after(self.left().await?) + 1;
        let deadline = self.chain.state().await?.deadline;
        for _ in 0..blocks {
            let Clock { alarm_gas, broadcasts } = self.pass().await?;
            let left = deadline.saturating_sub(self.chain.now());
            self.screen.countdown(left)?;
            let started = broadcasts.into_iter().find_map(|event| match event {
                Event::StageAdvanced(StageChange::MovesStarted { players }) => Some(players),
                _ => None,
            });
            if let Some(players) = started {
                let gas = alarm_gas.context("registration closed without the alarm")?;
                let said = format!("broadcast: time is up, {} players move", players.len());
                self.screen.alarm(left, &said, gas)?;
                return Ok(self.seats(&players));
            }
        }
        bail!("registration is over, but the program's alarm did not go off")
    }

    /// Plays a round, and returns who survives it.
    async fn round(&mut self, round: u32, players: &[usize]) -> Result<Vec<usize>> {
        self.screen.heading(&format!("Round {round}, {} players", players.len()))?;
        let committed = self.commit(round, players).await?;
        let survivors = self.reveal(&committed).await?;
        let survivors = self.seats(&survivors);
        let name = |seat: &usize| self.players[*seat].name;
        self.screen.round_result(&RoundResult {
            shown: committed.iter().map(|(seat, secret)| (name(seat), secret.mv)).collect(),
            out: players.iter().filter(|seat| !survivors.contains(seat)).map(name).collect(),
            still_in: survivors.iter().map(name).collect(),
        })?;
        Ok(survivors)
    }

    async fn commit(&mut self, round: u32, players: &[usize]) -> Result<Vec<Committed>> {
        let menu = self.fashion.menu(players.len());
        let mut committed = Vec::with_capacity(players.len());
        for (moved, &seat) in players.iter().enumerate() {
            let chosen = match seat {
                0 => self.choose_first(round).await?,
                _ => None,
            };
            let secret = self.players[seat].secret(chosen, &menu);
            let hash = commitment(&opening(secret.mv, &secret.password));
            let sent = format!("MakeMove {}", short(hash));
            let waiting = players.len() - moved - 1;
            self.send(seat, Action::MakeMove(hash), 0, sent, |event| match event {
                Event::SuccessfulMove(_) => Some(match waiting {
                    0 => "committed, the last: reveals start".into(),
                    _ => "committed".into(),
                }),
                _ => None,
            })
            .await?;
            committed.push((seat, secret));
        }
        Ok(committed)
    }

    async fn choose_first(&mut self, round: u32) -> Result<Option<Move>> {
        let left = self.left().await?;
        Ok(match &mut self.first {
            First::Bot => None,
            First::List(list) => Some(list[(round as usize - 1) % list.len()]),
            First::Person(input) => Some(block_in_place(|| person::ask(input, self.screen, left))?),
        })
    }

    /// Everyone opens the commitment. Returns whom the program lets go on.
    async fn reveal(&mut self, committed: &[Committed]) -> Result<BTreeSet<ActorId>> {
        let mut survivors = None;
        for (seat, secret) in committed {
            let opening = opening(secret.mv, &secret.password);
            let sent = format!("Reveal {opening}");
            let mv = moves::name(secret.mv);
            self.send(*seat, Action::Reveal(opening), 0, sent, |event| {
                let Event::SuccessfulReveal(result) = event else {
                    return None;
                };
                Some(match result {
                    RevealResult::Continue => mv.into(),
                    RevealResult::NextRoundStarted { players } => {
                        let said = format!("{mv}, the last: {} play on", players.len());
                        survivors = Some(players);
                        said
                    }
                    RevealResult::GameOver { winner } => {
                        survivors = Some(BTreeSet::from([winner]));
                        format!("{mv}, the last: the game is over")
                    }
                })
            })
            .await?;
        }
        survivors.context("everyone has revealed, but the round is not over")
    }

    /// Sends a player's action, and prints it with its reply, which `say`
    /// puts into words if it is of the kind that is due.
    async fn send(
        &mut self,
        seat: usize,
        action: Action,
        value: u128,
        sent: String,
        say: impl FnOnce(Event) -> Option<String>,
    ) -> Result<()> {
        let name = self.players[seat].name;
        let deadline = self.chain.state().await?.deadline;
        let from = &self.accounts[seat];
        let answer = self.chain.send(&mut self.ledger, seat, from, &action, value).await;
        let Answer { event, gas, clock } =
            answer.with_context(|| format!("{name}'s “{sent}” failed"))?;
        let left_ms = deadline.saturating_sub(self.chain.now());
        let said = say(event)
            .with_context(|| format!("the program's reply to {name}'s “{sent}” fits no rule"))?;
        self.screen.message(&Line { left_ms, who: name, sent, said, gas })?;
        ensure!(
            clock.broadcasts.is_empty(),
            "the clock ended a stage in which everyone acts in time"
        );
        if let Some(gas) = clock.alarm_gas {
            self.screen.alarm(left_ms, "early: waits for this stage's end", gas)?;
        }
        Ok(())
    }

    /// Lets the last alarm go off, then closes the books.
    async fn finish(mut self, winner: usize) -> Result<()> {
        let state = self.chain.state().await?;
        let game = state.last_game.context("the program knows of no finished game")?;
        let Player { name, id, .. } = self.players[winner];
        ensure!(
            game.winner == id && game.pot == BET * self.players.len() as u128,
            "the program's record of the game is not what was played"
        );
        self.screen.heading("Game over")?;
        self.wait_for_last_alarm(state.config).await?;
        let program = self.chain.program();
        let balances = self.ledger.close(self.chain.link(), program, id, BET, game.pot).await?;
        self.screen.winner(name, game.pot, game.rounds)?;
        self.screen.balances(&balances, name, self.ledger.gas())?;
        Ok(())
    }

    async fn wait_for_last_alarm(&mut self, config: GameConfig) -> Result<()> {
        let longest = config.entry_timeout.max(config.move_timeout).max(config.reveal_timeout);
        for _ in 0..=chain::blocks_after(longest) {
            if !self.ledger.is_alarm_pending() {
                return Ok(());
            }
            if let Some(gas) = self.pass().await?.alarm_gas {
                self.screen.alarm(0, "nothing to do: its unused gas goes back", gas)?;
            }
        }
        bail!("the program's last alarm did not go off")
    }

    async fn pass(&mut self) -> Result<Clock> {
        self.chain.pass(&mut self.ledger).await
    }

    /// Time left in the stage, ms.
    async fn left(&mut self) -> Result<u64> {
        let deadline = self.chain.state().await?.deadline;
        Ok(deadline.saturating_sub(self.chain.now()))
    }

    fn seats(&self, ids: &BTreeSet<ActorId>) -> Vec<usize> {
        (0..self.players.len()).filter(|seat| ids.contains(&self.players[*seat].id)).collect()
    }
}

fn config(players: usize) -> GameConfig {
    let timeout = MIN_STAGE.max(players as u64 * TIME_PER_PLAYER);
    GameConfig {
        bet_size: BET,
        players_count_limit: u8::try_from(players).expect("the arguments allow 50"),
        entry_timeout: timeout,
        move_timeout: timeout,
        reveal_timeout: timeout,
    }
}

/// The same account for the same seed.
fn account(seed: u64, name: &str) -> Result<Account> {
    let account = Account::development(&format!("//rpsls//{seed}//{name}"))?;
    Ok(Account { name: name.into(), ..account })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn played(first: First<&[u8]>) -> (Result<()>, String) {
        let mut shown = vec![];
        let result = play(&["you", "Ada", "Grace"], 7, first, &mut Screen::plain(&mut shown)).await;
        (result, String::from_utf8(shown).unwrap())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_person_plays_to_the_end() {
        let answers = "nonsense\n5\n".to_owned() + &"spock\n".repeat(100);
        let (result, shown) = played(First::Person(answers.as_bytes())).await;
        result.unwrap();
        assert!(shown.contains("Your move?"));
        assert!(shown.contains("“nonsense” is no move"));
        assert!(shown.contains("Winner"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_bots_do_not_care_who_chose_player_1s_moves() {
        let answers = "spock\n".repeat(100);
        let (_, by_person) = played(First::Person(answers.as_bytes())).await;
        let (_, by_list) = played(First::List(vec![Move::Spock])).await;
        let bots = |shown: &str| -> Vec<String> {
            let lines = shown.lines().filter(|line| line.contains("Reveal "));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(bots(&by_person), bots(&by_list));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn leaving_ends_the_game_with_an_error() {
        let (result, shown) = played(First::Person(&b"1\n"[..0])).await;
        assert!(result.unwrap_err().to_string().contains("left the table"));
        assert!(!shown.contains("Winner"));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_line_is_longer_than_100_characters() {
        let names = &bots::NAMES[..12];
        let mut shown = vec![];
        let first: First<&[u8]> = First::Bot;
        play(names, 3, first, &mut Screen::plain(&mut shown)).await.unwrap();
        for line in String::from_utf8(shown).unwrap().lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
