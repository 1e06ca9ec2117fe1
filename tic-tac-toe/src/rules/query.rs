//! What is told of the state.

use super::{
    TicTacToe,
    game::{Game, Presence, Request, account, key},
    page::Range,
    tic_tac_toe::Won,
};
use gprimitives::ActorId;
use tic_tac_toe_io::{
    Board, GameId, GameStage, GameState, GamesPage, InitConfig, Outcome, Overview, Pass,
    PassConfig, PassesPage, Player, StateQuery, StateReply, TrophiesPage, Trophy,
};

impl<const GAMES: usize, const PASSES: usize, const TROPHIES: usize>
    TicTacToe<'_, GAMES, PASSES, TROPHIES>
{
    /// Answers a query.
    pub fn answer(&self, query: StateQuery) -> StateReply {
        match query {
            StateQuery::Game(id) => StateReply::Game(self.game(&id)),
            StateQuery::GamesOf(host) => self.games_of(host, Range::FIRST),
            StateQuery::Trophies(owner) => self.trophies_of(owner, Range::FIRST),
            StateQuery::Passes => self.passes_in(Range::FIRST),
            StateQuery::Config => StateReply::Config(self.config()),
            StateQuery::AllGames { from, limit } => {
                self.games_with(Range { from, limit }, |_| true)
            }
            StateQuery::GamesOfFrom { host, from, limit } => {
                self.games_of(host, Range { from, limit })
            }
            StateQuery::TrophiesFrom { owner, from, limit } => {
                self.trophies_of(owner, Range { from, limit })
            }
            StateQuery::PassesFrom { from, limit } => self.passes_in(Range { from, limit }),
            StateQuery::Overview => StateReply::Overview(self.overview()),
        }
    }

    fn game(&self, id: &GameId) -> Option<GameState> {
        let place = self.tables.games.find(id)?;
        Some(self.tables.games.get(place).state(place))
    }

    fn games_of(&self, host: ActorId, range: Range) -> StateReply {
        let host = key(host);
        self.games_with(range, |game| game.players.host == host)
    }

    fn games_with(&self, range: Range, is_wanted: impl Fn(&Game) -> bool) -> StateReply {
        let (games, next) = range.select(self.head.games.end, |place| {
            let game = self.tables.games.get(place);
            (!game.is_free() && is_wanted(game)).then(|| game.state(place))
        });
        StateReply::Games(GamesPage { games, next })
    }

    fn trophies_of(&self, owner: ActorId, range: Range) -> StateReply {
        let owner = key(owner);
        let (trophies, next) = range.select(self.head.trophies_given, |place| {
            let won = &self.tables.trophies[place as usize];
            (won.owner == owner).then(|| won.trophy())
        });
        StateReply::Trophies(TrophiesPage { trophies, next })
    }

    fn passes_in(&self, range: Range) -> StateReply {
        let (passes, next) = range.select(self.head.passes_minted, |place| {
            Some(Pass { id: place + 1, holder: self.holder(place) })
        });
        StateReply::Passes(PassesPage { passes, next })
    }

    fn config(&self) -> InitConfig {
        let pass = PassConfig { price: self.head.pass_price, supply: self.head.pass_supply };
        InitConfig {
            turn_timeout: self.head.turn_timeout,
            pass: (pass.supply > 0).then_some(pass),
            owner: Some(self.head.owner),
        }
    }

    fn overview(&self) -> Overview {
        Overview {
            config: self.config(),
            games: self.head.games.taken,
            passes: self.head.passes_minted,
            trophies: self.head.trophies_given,
        }
    }
}

impl Game {
    fn state(&self, place: u32) -> GameState {
        let id = self.id(place);
        let account = |player: Player| id.account(player);
        GameState {
            id,
            referee: self.referee(),
            stake: self.stake,
            pot: self.pot(),
            stage: self.stage(&id),
            board: self.board.pack(),
            cells: self.board.cells(),
            turns: self.board.turns(),
            restart_asked_by: self.asked(Request::Restart).map(account),
            close_asked_by: self.asked(Request::Close).map(account),
            expires: self.expires(),
        }
    }

    fn stage(&self, id: &GameId) -> GameStage {
        let Self { presence, .. } = *self;
        let deadline = self.deadline();
        let outcome = self.board.outcome();
        if presence == Presence::Invited {
            GameStage::Invited
        } else if outcome != Outcome::Open {
            GameStage::Finished { outcome }
        } else if let Some(square) = self.sent() {
            GameStage::ToPlace { row: square.row(), column: square.column(), deadline }
        } else {
            let next = self.board.next();
            let is_absent = presence.absent() == Some(next);
            let deadline = (!is_absent).then_some(deadline);
            GameStage::ToMove { player: id.account(next), deadline }
        }
    }
}

impl Won {
    fn trophy(&self) -> Trophy {
        let board = Board::unpack(self.board).expect("a finished game's board was packed");
        Trophy {
            won: board.outcome() != Outcome::Draw,
            board: self.board,
            turns: board.turns(),
            other: account(self.other),
        }
    }
}
