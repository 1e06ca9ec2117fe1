//! Plays one game, from deployment to the last alarm.

use crate::{
    bots::{Fashion, Player, Secret},
    chain::{self, Answer, Chain, Clock},
    ledger::Ledger,
    moves, prompt,
    screen::{Line, RoundResult, Screen, vara},
};
use anyhow::{Context, Result, bail, ensure};
use gprimitives::{ActorId, H256};
use rpsls_io::{
    Action, Event, GameConfig, GameError, Move, RevealResult, StageChange, commitment, opening,
};
use std::{collections::BTreeSet, io::BufRead};

/// What everyone starts with.
const PURSE: u128 = 100_000_000_000_000;
const BET: u128 = 10_000_000_000_000;
const OWNER: u64 = 1_000;

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

/// Plays a game of these players, in order of their seats.
///
/// # Errors
///
/// If the person leaves, nobody wins within [`MAX_ROUNDS`], the program
/// refuses something, or the money is not what it should be.
pub fn play(
    names: &[&'static str],
    seed: u64,
    first: First<impl BufRead>,
    screen: &mut Screen,
) -> Result<()> {
    Game::open(names, seed, first, screen)?.run()
}

struct Game<'a, 'b, I> {
    chain: Chain,
    ledger: Ledger,
    players: Vec<Player>,
    fashion: Fashion,
    first: First<I>,
    screen: &'a mut Screen<'b>,
}

/// A survivor's seat, and what it has committed to.
type Committed = (usize, Secret);

impl<'a, 'b, I: BufRead> Game<'a, 'b, I> {
    fn open(
        names: &[&'static str],
        seed: u64,
        first: First<I>,
        screen: &'a mut Screen<'b>,
    ) -> Result<Self> {
        let players: Vec<Player> =
            names.iter().enumerate().map(|(seat, name)| Player::new(seat, name, seed)).collect();
        let owner = ActorId::from(OWNER);
        let accounts: Vec<_> = players
            .iter()
            .map(|player| (player.name, player.id))
            .chain([("owner", owner)])
            .collect();
        let mut chain = Chain::new(accounts.iter().map(|(_, id)| *id), PURSE);
        let mut ledger = Ledger::open(&chain, owner, &accounts);

        screen.title(names.len(), BET, seed)?;
        let deployed = chain.deploy(owner, &config(names.len()))?;
        ledger.burned(owner, deployed.gas);
        screen.deployed(deployed.size, deployed.gas)?;
        Ok(Self { chain, ledger, players, fashion: Fashion::new(seed), first, screen })
    }

    fn run(mut self) -> Result<()> {
        self.register()?;
        let mut survivors = self.wait_for_moves()?;
        for round in 1..=MAX_ROUNDS {
            survivors = self.round(round, &survivors)?;
            if let [winner] = survivors[..] {
                return self.finish(winner);
            }
        }
        bail!("nobody has won in {MAX_ROUNDS} rounds")
    }

    fn register(&mut self) -> Result<()> {
        let left = self.left()? / 1_000;
        self.screen.heading(&format!("Registration, {left} s"))?;
        self.screen.columns()?;
        let seats = self.players.len();
        for seat in 0..seats {
            let sent = format!("Register with {}", vara(BET));
            self.send(seat, Action::Register, BET, sent, |event| match event {
                Event::PlayerRegistered => Some(format!("seat {} of {seats}", seat + 1)),
                _ => None,
            })?;
        }
        Ok(())
    }

    /// Nobody sends anything until the program's alarm closes the registration.
    fn wait_for_moves(&mut self) -> Result<Vec<usize>> {
        let blocks = chain::blocks_after(self.left()?) + 1;
        let deadline = self.chain.state()?.deadline;
        for _ in 0..blocks {
            let Clock { alarm_gas, broadcasts } = self.pass()?;
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
    fn round(&mut self, round: u32, players: &[usize]) -> Result<Vec<usize>> {
        self.screen.heading(&format!("Round {round}, {} players", players.len()))?;
        let committed = self.commit(round, players)?;
        let survivors = self.reveal(&committed)?;
        let survivors = self.seats(&survivors);
        let name = |seat: &usize| self.players[*seat].name;
        self.screen.round_result(&RoundResult {
            shown: committed.iter().map(|(seat, secret)| (name(seat), secret.mv)).collect(),
            out: players.iter().filter(|seat| !survivors.contains(seat)).map(name).collect(),
            still_in: survivors.iter().map(name).collect(),
        })?;
        Ok(survivors)
    }

    fn commit(&mut self, round: u32, players: &[usize]) -> Result<Vec<Committed>> {
        let menu = self.fashion.menu(players.len());
        let mut committed = Vec::with_capacity(players.len());
        for (moved, &seat) in players.iter().enumerate() {
            let chosen = match seat {
                0 => self.choose_first(round)?,
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
            })?;
            committed.push((seat, secret));
        }
        Ok(committed)
    }

    fn choose_first(&mut self, round: u32) -> Result<Option<Move>> {
        let left = self.left()?;
        Ok(match &mut self.first {
            First::Bot => None,
            First::List(list) => Some(list[(round as usize - 1) % list.len()]),
            First::Person(input) => Some(prompt::ask(input, self.screen, left)?),
        })
    }

    /// Everyone opens the commitment. Returns whom the program lets go on.
    fn reveal(&mut self, committed: &[Committed]) -> Result<BTreeSet<ActorId>> {
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
            })?;
        }
        survivors.context("everyone has revealed, but the round is not over")
    }

    /// Sends a player's action, and prints it with its reply, which `say`
    /// puts into words if it is of the kind that is due.
    fn send(
        &mut self,
        seat: usize,
        action: Action,
        value: u128,
        sent: String,
        say: impl FnOnce(Event) -> Option<String>,
    ) -> Result<()> {
        let Player { name, id, .. } = self.players[seat];
        let deadline = self.chain.state()?.deadline;
        let Answer { result, gas, clock } = self.chain.send(id, &action, value)?;
        let left_ms = deadline.saturating_sub(self.chain.now());
        self.ledger.burned(id, gas);
        self.ledger.settle(&self.chain, &clock);
        let event = result.map_err(|error: GameError| {
            anyhow::anyhow!("the program refused {name}'s “{sent}”: {error}")
        })?;
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
    fn finish(mut self, winner: usize) -> Result<()> {
        let state = self.chain.state()?;
        let game = state.last_game.context("the program knows of no finished game")?;
        let Player { name, id, .. } = self.players[winner];
        ensure!(
            game.winner == id && game.pot == BET * self.players.len() as u128,
            "the program's record of the game is not what was played"
        );
        self.screen.heading("Game over")?;
        self.wait_for_last_alarm(state.config)?;
        let balances = self.ledger.close(&self.chain, id, BET, game.pot)?;
        self.screen.winner(name, game.pot, game.rounds)?;
        self.screen.balances(&balances, name, self.ledger.gas(&self.chain))?;
        Ok(())
    }

    fn wait_for_last_alarm(&mut self, config: GameConfig) -> Result<()> {
        let longest = config.entry_timeout.max(config.move_timeout).max(config.reveal_timeout);
        for _ in 0..=chain::blocks_after(longest) {
            if !self.ledger.is_alarm_pending() {
                return Ok(());
            }
            if let Some(gas) = self.pass()?.alarm_gas {
                self.screen.alarm(0, "nothing to do: its unused gas goes back", gas)?;
            }
        }
        bail!("the program's last alarm did not go off")
    }

    fn pass(&mut self) -> Result<Clock> {
        let clock = self.chain.pass()?;
        self.ledger.settle(&self.chain, &clock);
        Ok(clock)
    }

    /// Time left in the stage, ms.
    fn left(&self) -> Result<u64> {
        let deadline = self.chain.state()?.deadline;
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

/// A hash's two ends.
fn short(hash: H256) -> String {
    let hex: String = hash.0.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{}…{}", &hex[..6], &hex[60..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(first: First<&[u8]>) -> (Result<()>, String) {
        let mut shown = vec![];
        let result = play(&["you", "Ada", "Grace"], 7, first, &mut Screen::plain(&mut shown));
        (result, String::from_utf8(shown).unwrap())
    }

    #[test]
    fn a_person_plays_to_the_end() {
        let answers = "nonsense\n5\n".to_owned() + &"spock\n".repeat(100);
        let (result, shown) = played(First::Person(answers.as_bytes()));
        result.unwrap();
        assert!(shown.contains("Your move?"));
        assert!(shown.contains("“nonsense” is no move"));
        assert!(shown.contains("Winner"));
    }

    #[test]
    fn the_bots_do_not_care_who_chose_player_1s_moves() {
        let answers = "spock\n".repeat(100);
        let (_, by_person) = played(First::Person(answers.as_bytes()));
        let (_, by_list) = played(First::List(vec![Move::Spock]));
        let bots = |shown: &str| -> Vec<String> {
            let lines = shown.lines().filter(|line| line.contains("Reveal "));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(bots(&by_person), bots(&by_list));
    }

    #[test]
    fn leaving_ends_the_game_with_an_error() {
        let (result, shown) = played(First::Person(&b"1\n"[..0]));
        assert!(result.unwrap_err().to_string().contains("left the table"));
        assert!(!shown.contains("Winner"));
    }

    #[test]
    fn no_line_is_longer_than_100_characters() {
        let names = &crate::bots::NAMES[..12];
        let mut shown = vec![];
        let first: First<&[u8]> = First::Bot;
        play(names, 3, first, &mut Screen::plain(&mut shown)).unwrap();
        for line in String::from_utf8(shown).unwrap().lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
    }
}
