//! A game, from the deployment to the balances.

use crate::{
    bot::Bot,
    chain::{Chain, PURSE, User, VARA},
    prompt, screen,
};
use anyhow::{Context, Result};
use std::io::{StdinLock, Write};
use tic_tac_toe_io::{
    Action, Board, Event, GameId, GameState, InitConfig, Outcome, Player, Square, Terms,
};

/// How long a turn lasts, ms. The chain's time goes on with its blocks alone,
/// so a person may think longer.
const TURN_TIMEOUT: u64 = 60_000;

pub struct Settings {
    pub seed: u64,
    /// In VARA.
    pub stake: u8,
    pub has_referee: bool,
}

/// Who decides on a player's moves.
pub enum Mover {
    Person(StdinLock<'static>),
    Bot(Box<Bot>),
}

impl Mover {
    fn choose(&mut self, board: Board, out: &mut impl Write) -> Result<Square> {
        match self {
            Mover::Person(input) => prompt::ask(input, out, board),
            Mover::Bot(bot) => Ok(bot.choose(board)),
        }
    }
}

/// Plays a game, and shows it.
///
/// # Errors
///
/// If the person leaves, or the program does what it must not.
pub fn play(settings: Settings, movers: [Mover; 2], out: &mut impl Write) -> Result<()> {
    let Settings { seed, stake, .. } = settings;
    let config = InitConfig { turn_timeout: TURN_TIMEOUT, pass: None, owner: None };
    let (chain, gas) = Chain::deploy(config)?;
    writeln!(out, "Tic-tac-toe")?;
    screen::row(out, "Players", &format!("Ada with X hosts, Grace with O: {stake} VARA each"))?;
    screen::row(out, "Seed", &seed.to_string())?;
    screen::row(out, "Chain", "in this process; a block every 3 s of its own time")?;
    let bytes = tic_tac_toe::WASM_BINARY_OPT.len();
    let deployed =
        format!("{bytes} bytes of WebAssembly, deployed for {} bn gas", screen::billions(gas));
    screen::row(out, "Program", &deployed)?;

    let [host, challenger] = [User::Host, User::Challenger].map(User::account);
    let id = GameId { host, challenger, place: 0 };
    let mut game = Game { chain, id, settings, movers };
    game.start(out)?;
    let state = game.move_in_turns(out)?;
    game.show_end(&state, out)
}

struct Game {
    chain: Chain,
    id: GameId,
    settings: Settings,
    movers: [Mover; 2],
}

impl Game {
    fn start(&mut self, out: &mut impl Write) -> Result<()> {
        screen::messages(out)?;
        let stake = u128::from(self.settings.stake) * VARA;
        let referee = self.settings.has_referee.then(|| User::Referee.account());
        let create = Action::Create { challenger: User::Challenger.account(), referee };
        let with_stake = |name: &str| format!("{name} with {} VARA", self.settings.stake);
        let [created, accepted] = [with_stake("Create"), with_stake("Accept")];
        self.send(User::Host, create, stake, &created, out)?;
        let terms = Terms { referee, stake };
        let accept = Action::Accept { game: self.id, terms };
        self.send(User::Challenger, accept, stake, &accepted, out)?;
        Ok(())
    }

    /// Sends an action, and shows it with its reply.
    fn send(
        &mut self,
        user: User,
        action: Action,
        value: u128,
        sent: &str,
        out: &mut impl Write,
    ) -> Result<Event> {
        let (event, gas) = self.chain.send(user, action, value)?;
        screen::message(out, user.name(), sent, &said(&event), gas)?;
        Ok(event)
    }

    fn move_in_turns(&mut self, out: &mut impl Write) -> Result<GameState> {
        loop {
            let state = self.chain.game(self.id)?;
            screen::board(out, &state.cells)?;
            let board = Board::unpack(state.board).context("the program tells a bad board")?;
            if board.outcome() != Outcome::Open {
                return Ok(state);
            }
            let player = board.next();
            let square = self.movers[player as usize].choose(board, out)?;
            let (row, column) = (square.row(), square.column());
            let mark = Action::Move { game: self.id, row, column };
            let sent = format!("Move row {row}, column {column}");
            self.send(user(player), mark, 0, &sent, out)?;
            if self.settings.has_referee {
                let place = Action::PlaceMark { game: self.id };
                self.send(User::Referee, place, 0, "PlaceMark", out)?;
            }
        }
    }

    fn show_end(&self, state: &GameState, out: &mut impl Write) -> Result<()> {
        let board = Board::unpack(state.board).context("the program tells a bad board")?;
        let winner = board.outcome().winner().map(user);
        let stake = u128::from(self.settings.stake) * VARA;
        match winner {
            Some(winner) => {
                screen::row(out, "Winner", winner.name())?;
                let pot = screen::amount(2 * stake);
                screen::row(out, "Pot", &format!("{pot} VARA, paid to {}", winner.name()))?;
            }
            None => screen::row(out, "Drawn", "each has the stake back")?,
        }
        for user in [User::Host, User::Challenger] {
            for trophy in self.chain.trophies(user)? {
                let how = if trophy.won { "won" } else { "drawn" };
                let text = format!("{}: {how} in {} turns", user.name(), trophy.turns);
                screen::row(out, "Trophy", &text)?;
            }
        }
        screen::row(out, "Gas", &format!("{} bn in all", screen::billions(self.chain.gas)))?;

        writeln!(out, "\nBalances, in VARA")?;
        let heads = ["before", "game", "gas", "after"].map(|head| format!("{head:>12}"));
        writeln!(out, "  {:<10}{}", "", heads.concat())?;
        for user in User::ALL {
            let (after, fees) = (self.chain.balance(user), self.chain.fees(user));
            let net = (after + fees) as i128 - PURSE as i128;
            let sign = if net < 0 { '-' } else { '+' };
            let columns = [
                screen::amount(PURSE),
                format!("{sign}{}", screen::amount(net.unsigned_abs())),
                format!("-{}", screen::amount(fees)),
                screen::amount(after),
            ]
            .map(|column| format!("{column:>12}"));
            writeln!(out, "  {:<10}{}", user.name(), columns.concat())?;
        }
        self.chain.check_money()?;
        writeln!(out)?;
        let checked = "no unit of value was lost; the program holds its existential deposit alone";
        screen::row(out, "Checked", checked)?;
        Ok(())
    }
}

fn user(player: Player) -> User {
    match player {
        Player::Host => User::Host,
        Player::Challenger => User::Challenger,
    }
}

/// An event in words.
fn said(event: &Event) -> String {
    match event {
        Event::Created { .. } => "Grace is invited".into(),
        Event::Accepted { .. } => "accepted, Ada is to move".into(),
        Event::MarkSent { .. } => "sent to the referee".into(),
        Event::MarkPlaced { outcome, .. } => match outcome {
            Outcome::Open => "placed".into(),
            Outcome::Draw => "placed, the last: a draw".into(),
            Outcome::HostWon => "placed, a line: Ada wins".into(),
            Outcome::ChallengerWon => "placed, a line: Grace wins".into(),
        },
        other => format!("{other:?}"),
    }
}
