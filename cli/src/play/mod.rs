//! `rpsls play`: one game, from deployment to the last alarm.

pub mod args;
mod bots;
mod chain;
mod ledger;
mod person;
mod screen;

use crate::{
    failure::Failure,
    game::{moves, rules::is_last_round},
    keys::account::Account,
    options::RulesArgs,
    screen::round::Summary,
    words::{
        digits::short,
        units::{VARA, vara},
    },
};
use anyhow::{Context, Result, bail, ensure};
use args::PlayArgs;
use bots::{MoveMix, Player, Secret};
use chain::{Answer, Chain, Clock};
use gprimitives::{ActorId, H256};
use ledger::Ledger;
use rpsls_io::{
    Action, Entry, Event, GameConfig, GameRules, Move, RevealResult, StageChange, TableInit,
    bound_commitment,
};
use screen::{Line, Screen};
use std::io::{self, BufRead, IsTerminal};
use tokio::task::block_in_place;

/// What everyone starts with.
const PURSE: u128 = 100 * VARA;
const BET: u128 = 10 * VARA;
const OWNER: &str = "owner";

/// The shortest that a stage lasts, ms.
const MIN_STAGE: u64 = 60_000;
/// Time for one player's message, ms: two blocks, though one is enough.
const TIME_PER_PLAYER: u64 = 6_000;

/// Bots that choose at random finish long before that.
const MAX_ROUNDS: u32 = 1_000;

/// Who chooses player 1's moves.
pub enum First<I> {
    /// A bot like the others.
    Bot,
    /// This list, from the start again once it is used up.
    List(Vec<Move>),
    /// The person at this input.
    Person(I),
    /// The moves that this input names, one a line, then a bot once it has ended.
    Lines(I),
}

/// Plays as the arguments say, with the person at the terminal if there is one.
pub async fn run(args: PlayArgs, is_json: bool) -> Result<()> {
    let is_asked = !args.auto && io::stdin().is_terminal();
    let is_live = is_asked && !is_json && io::stdout().is_terminal();
    let mut names: Vec<String> = (0..args.players.into()).map(bots::name).collect();
    // Short enough to type again.
    let seed = args.seed.unwrap_or_else(|| rand::random::<u16>().into());
    let mut screen = if is_live {
        names[0] = "you".into();
        Screen::live(names.len())
    } else if is_json {
        Screen::json(io::stdout())
    } else {
        Screen::plain(io::stdout())
    };
    let first = match args.moves {
        list if !list.is_empty() => First::List(list),
        _ if is_live => First::Person(io::stdin().lock()),
        _ if !args.auto && !is_asked => First::Lines(io::stdin().lock()),
        _ => First::Bot,
    };
    let rules = rules(args.rules, args.players)?;
    let setup = Setup { names, seed, rules };
    play(setup, first, &mut screen).await
}

/// The rules by which all these players can play: a full bracket has no place for some players if
/// their number does not fit.
///
/// # Errors
///
/// [`Failure::Usage`] if the arguments ask for a full bracket all the same.
fn rules(args: RulesArgs, players: u8) -> Result<GameRules> {
    let rules = args.of_table();
    let seats = rules.seats(players);
    if seats == usize::from(players) {
        return Ok(rules);
    }
    ensure!(
        args.start.is_none(),
        Failure::Usage(format!(
            "a knockout that starts when full is of {seats} or {} players, so that all have as \
             many rounds to win: --players {seats}, or --start time",
            2 * seats
        ))
    );
    Ok(GameRules { start_when_full: false, ..rules })
}

/// What is played, apart from who plays it.
struct Setup {
    names: Vec<String>,
    seed: u64,
    rules: GameRules,
}

/// Plays a game with these players, in order of their seats.
///
/// # Errors
///
/// If the person leaves, nobody wins within [`MAX_ROUNDS`], the program
/// refuses something, or the money is not what it should be.
async fn play(setup: Setup, first: First<impl BufRead>, screen: &mut Screen<'_>) -> Result<()> {
    Game::open(setup, first, screen).await?.run().await
}

struct Game<'a, 'b, I> {
    chain: Chain,
    ledger: Ledger,
    /// The players' accounts, in order of their seats, then the owner's.
    accounts: Vec<Account>,
    players: Vec<Player>,
    mix: MoveMix,
    first: First<I>,
    rules: GameRules,
    screen: &'a mut Screen<'b>,
}

/// A survivor's seat, and the move that it has committed to.
type Committed = (usize, Secret);

/// How a round ended.
struct Decision {
    survivors: Vec<usize>,
    /// What the survivors have already committed to for the next round.
    committed: Vec<Committed>,
}

impl<'a, 'b, I: BufRead> Game<'a, 'b, I> {
    async fn open(setup: Setup, first: First<I>, screen: &'a mut Screen<'b>) -> Result<Self> {
        let Setup { names, seed, rules } = setup;
        let all = names.iter().map(String::as_str).chain([OWNER]);
        let accounts = all.map(|name| account(seed, name)).collect::<Result<Vec<_>>>()?;
        let players: Vec<_> = names
            .iter()
            .zip(&accounts)
            .enumerate()
            .map(|(seat, (name, account))| Player::new(seat, name.clone(), account.id, seed))
            .collect();
        screen.title(players.len(), BET, seed, &rules)?;
        let init = TableInit { config: config(players.len()), rules, owner: None };
        let (chain, ledger, deployed) =
            Chain::open(&accounts, PURSE, &init, &seed.to_le_bytes()).await?;
        screen.deployed(deployed.size, deployed.gas)?;
        let mix = MoveMix::new(seed, rules.format);
        Ok(Self { chain, ledger, accounts, players, mix, first, rules, screen })
    }

    async fn run(mut self) -> Result<()> {
        let mut committed = self.take_seats().await?;
        let mut players: Vec<usize> = (0..self.players.len()).collect();
        if !self.rules.start_when_full {
            players = self.wait_for_moves().await?;
        }
        for round in 1..=MAX_ROUNDS {
            let decision = self.round(round, &players, committed).await?;
            if let [winner] = decision.survivors[..] {
                return self.finish(winner).await;
            }
            Decision { survivors: players, committed } = decision;
        }
        bail!("nobody has won in {MAX_ROUNDS} rounds")
    }

    /// Every player takes a seat with `Join`. If the table starts when full, `Join` also commits to
    /// the first move.
    async fn take_seats(&mut self) -> Result<Vec<Committed>> {
        let left = self.left() / 1_000;
        self.screen.heading(&format!("Registration, {left} s"))?;
        self.screen.columns()?;
        let seats = self.players.len();
        let choices = self.mix.choices(seats);
        let mut committed = vec![];
        for seat in 0..seats {
            let mut entry = Entry { game: Some(0), ..Entry::default() };
            let mut sent = format!("Join for {}", vara(BET));
            if self.rules.start_when_full {
                let secret = self.secret(seat, 1, &choices).await?;
                let hash = self.bound(seat, &secret);
                sent = format!("Join {}", short(hash));
                entry.commitment = Some(hash);
                committed.push((seat, secret));
            }
            self.send(seat, Action::Join(entry), BET, sent, |event| match event {
                Event::PlayerRegistered => Some(format!("seat {} of {seats}", seat + 1)),
                _ => None,
            })
            .await?;
        }
        self.screen.sent(seats, "took a seat")?;
        Ok(committed)
    }

    /// Nobody sends anything until the program's alarm closes the registration.
    async fn wait_for_moves(&mut self) -> Result<Vec<usize>> {
        let blocks = chain::blocks_after(self.left()) + 1;
        let deadline = self.chain.state().deadline;
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
                let reply = format!("time is up: {} to move", players.len());
                self.screen.alarm(left, &reply, gas)?;
                return Ok((0..players.len()).collect());
            }
        }
        bail!("registration is over, but the program's alarm did not go off")
    }

    /// Plays a round. Some players may have committed to their moves before it.
    async fn round(
        &mut self,
        round: u32,
        players: &[usize],
        mut committed: Vec<Committed>,
    ) -> Result<Decision> {
        self.screen.heading(&format!("Round {round}, {} players", players.len()))?;
        if committed.is_empty() {
            committed = self.commit(round, players).await?;
        }
        let next = self.reveal(round, &committed).await?;
        let decided = self.chain.decided();
        let decided = decided.context("everyone has revealed, but the round is not over")?;
        let name = |id| self.players[self.seat(id)].name.clone();
        self.screen.round_result(&Summary::of(&decided, None, name))?;
        let survivors: Vec<usize> = decided.still_in.iter().map(|id| self.seat(*id)).collect();
        let committed = next.into_iter().filter(|(seat, _)| survivors.contains(seat)).collect();
        Ok(Decision { survivors, committed })
    }

    async fn commit(&mut self, round: u32, players: &[usize]) -> Result<Vec<Committed>> {
        let choices = self.mix.choices(players.len());
        let mut committed = Vec::with_capacity(players.len());
        for (moved, &seat) in players.iter().enumerate() {
            let secret = self.secret(seat, round, &choices).await?;
            let hash = self.bound(seat, &secret);
            let sent = format!("Commit {}", short(hash));
            let waiting = players.len() - moved - 1;
            self.send(seat, Action::Commit(hash), 0, sent, |event| match event {
                Event::SuccessfulMove(_) => Some(match waiting {
                    0 => "the last: reveals start".into(),
                    _ => "committed".into(),
                }),
                _ => None,
            })
            .await?;
            committed.push((seat, secret));
        }
        self.screen.sent(players.len(), "committed")?;
        Ok(committed)
    }

    /// What a player plays in this round.
    async fn secret(&mut self, seat: usize, round: u32, choices: &[Move]) -> Result<Secret> {
        let chosen = match seat {
            0 => self.choose_first(round).await?,
            _ => None,
        };
        Ok(self.players[seat].secret(chosen, choices))
    }

    fn bound(&self, seat: usize, secret: &Secret) -> H256 {
        bound_commitment(self.chain.program(), self.players[seat].id, &secret.opening())
    }

    async fn choose_first(&mut self, round: u32) -> Result<Option<Move>> {
        let left = self.left();
        Ok(match &mut self.first {
            First::Bot => None,
            First::List(list) => Some(list[(round as usize - 1) % list.len()]),
            First::Lines(input) => block_in_place(|| person::next_line(input))?,
            First::Person(input) => {
                Some(block_in_place(|| person::ask(input, self.screen, round, left))?)
            }
        })
    }

    /// Every player opens its commitment. Where moves come ahead of their stage, it also commits to
    /// the next round's move, if a round can follow.
    async fn reveal(&mut self, round: u32, committed: &[Committed]) -> Result<Vec<Committed>> {
        let choices = self.mix.choices(committed.len());
        let mut next = vec![];
        for (seat, secret) in committed {
            let opening = secret.opening();
            let sent = format!("Reveal {opening}");
            let ahead = match self.rules.start_when_full && !is_last_round(self.chain.state()) {
                false => None,
                true => {
                    let ahead = self.secret(*seat, round + 1, &choices).await?;
                    let hash = self.bound(*seat, &ahead);
                    next.push((*seat, ahead));
                    Some(hash)
                }
            };
            let player = self.players[*seat].id;
            let action = Action::RevealFor { player, opening, next: ahead };
            let mv = moves::name(secret.mv);
            self.send(*seat, action, 0, sent, |event| {
                let Event::SuccessfulReveal(result) = event else {
                    return None;
                };
                Some(match result {
                    RevealResult::Continue => mv.into(),
                    RevealResult::NextRoundStarted { players } => {
                        format!("{mv}: {} play on", players.len())
                    }
                    RevealResult::GameOver { .. } => format!("{mv}: the game ends"),
                })
            })
            .await?;
        }
        self.screen.sent(committed.len(), "revealed")?;
        Ok(next)
    }

    /// Sends a player's action, and prints it with its reply. `say` puts the reply into words, if
    /// it is of the expected kind.
    async fn send(
        &mut self,
        seat: usize,
        action: Action,
        value: u128,
        sent: String,
        say: impl FnOnce(Event) -> Option<String>,
    ) -> Result<()> {
        let name = self.players[seat].name.clone();
        let deadline = self.chain.state().deadline;
        let from = &self.accounts[seat];
        let answer = self.chain.send(&mut self.ledger, seat, from, &action, value).await;
        let Answer { event, gas, clock } =
            answer.with_context(|| format!("{name}'s “{sent}” failed"))?;
        let left_ms = deadline.saturating_sub(self.chain.now());
        let reply = say(event)
            .with_context(|| format!("the program's reply to {name}'s “{sent}” fits no rule"))?;
        self.screen.message(&Line { left_ms, who: &name, sent, reply, gas })?;
        let by_clock = clock.broadcasts.iter().find(|event| !is_start(event));
        ensure!(by_clock.is_none(), "the clock ended a stage in which everyone acts in time");
        if let Some(gas) = clock.alarm_gas {
            self.screen.alarm(left_ms, "early: waits", gas)?;
        }
        Ok(())
    }

    /// Lets the last alarm go off, then closes the books.
    async fn finish(mut self, winner: usize) -> Result<()> {
        let last_game = self.chain.state().last_game.clone();
        let game = last_game.context("the program knows of no finished game")?;
        let Player { name, id, .. } = &self.players[winner];
        let (name, id) = (name.clone(), *id);
        ensure!(
            game.winner == id && game.pot == BET * self.players.len() as u128,
            "the program's record of the game is not what was played"
        );
        self.screen.heading("Game over")?;
        self.wait_for_last_alarm().await?;
        let program = self.chain.program();
        let balances = self.ledger.close(self.chain.link(), program, id, BET, game.pot).await?;
        self.screen.winner(&name, game.pot, game.rounds)?;
        self.screen.balances(&balances, &name, self.ledger.gas())?;
        Ok(())
    }

    async fn wait_for_last_alarm(&mut self) -> Result<()> {
        let config = &self.chain.state().config;
        // A stage lasts at most as long as registration could have, plus its own time.
        let longest = config.entry_timeout + config.move_timeout.max(config.reveal_timeout);
        for _ in 0..=chain::blocks_after(longest) {
            if !self.ledger.is_alarm_pending() {
                return Ok(());
            }
            if let Some(gas) = self.pass().await?.alarm_gas {
                self.screen.alarm(0, "nothing to do", gas)?;
            }
        }
        bail!("the program's last alarm did not go off")
    }

    async fn pass(&mut self) -> Result<Clock> {
        self.chain.pass(&mut self.ledger).await
    }

    /// Time left in the stage, ms.
    fn left(&self) -> u64 {
        self.chain.state().deadline.saturating_sub(self.chain.now())
    }

    fn seat(&self, id: ActorId) -> usize {
        let seat = self.players.iter().position(|player| player.id == id);
        seat.expect("everybody at the table is a player")
    }
}

/// Whether this is the broadcast of a stage that began because nobody was missing.
fn is_start(event: &Event) -> bool {
    matches!(
        event,
        Event::StageAdvanced(StageChange::MovesStarted { .. } | StageChange::RevealsStarted { .. })
    )
}

fn config(players: usize) -> GameConfig {
    let timeout = MIN_STAGE.max(players as u64 * TIME_PER_PLAYER);
    GameConfig {
        bet_size: BET,
        players_count_limit: u8::try_from(players).expect("the arguments allow 255"),
        entry_timeout: timeout,
        move_timeout: timeout,
        reveal_timeout: timeout,
    }
}

/// A player's account, the same for the same seed and name.
fn account(seed: u64, name: &str) -> Result<Account> {
    let account = Account::development(&format!("//rpsls//{seed}//{name}"))?;
    Ok(Account { name: name.into(), ..account })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Start;
    use rpsls_io::Format;

    const POINTS: GameRules = GameRules { format: Format::Points, start_when_full: true };

    fn setup(names: &[&str], seed: u64, rules: GameRules) -> Setup {
        Setup { names: names.iter().map(|name| (*name).into()).collect(), seed, rules }
    }

    async fn played(first: First<&[u8]>) -> (Result<()>, String) {
        let mut shown = vec![];
        let setup = setup(&["you", "Ada", "Grace"], 7, POINTS);
        let result = play(setup, first, &mut Screen::plain(&mut shown)).await;
        (result, String::from_utf8(shown).unwrap())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_bots_do_not_care_who_chose_player_1s_moves() {
        let answers = "spock\n".repeat(100);
        let (_, by_person) = played(First::Person(answers.as_bytes())).await;
        let (_, by_list) = played(First::List(vec![Move::Spock])).await;
        let bots = |shown: &str| -> Vec<String> {
            // The screen ends no line for a person's answer, so the prompt stands before it.
            let lines = shown.lines().filter(|line| line.contains("Reveal "));
            lines.map(|line| line.rsplit("> ").next().unwrap_or(line).to_owned()).collect()
        };
        assert_eq!(bots(&by_person), bots(&by_list));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn leaving_ends_the_game_with_an_error() {
        let (result, shown) = played(First::Person(&b"1\n"[..0])).await;
        assert!(result.unwrap_err().to_string().contains("left the table"));
        assert!(!shown.contains("Winner"));
    }

    #[test]
    fn an_uneven_number_plays_a_knockout_by_the_clock() {
        let rules = |start, players| rules(RulesArgs { format: None, start }, players);
        for (players, start_when_full) in [(2, true), (4, true), (5, false), (8, true)] {
            let found = rules(None, players).unwrap();
            assert_eq!(found.start_when_full, start_when_full, "{players}");
        }
        assert!(rules(Some(Start::Full), 8).is_ok() && rules(Some(Start::Time), 5).is_ok());
        let error = rules(Some(Start::Full), 5).unwrap_err();
        assert_eq!(Failure::code(&error), 2);
        assert!(error.to_string().contains("4 or 8 players"), "{error}");
    }
}
