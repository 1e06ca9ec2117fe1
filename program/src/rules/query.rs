//! Answers to queries of the state.

use super::{Decided, Game, Players, Seat, SeatSet, game::Stage};
use gprimitives::{ActorId, H256};
use parity_scale_codec::{Compact, Decode, Encode, Output};
use rpsls_io::{GameConfig, GameResult, GameRules, Move, PlayerStatus, StateQuery, StateReply};

/// A [`StateReply`] that borrows its sets and lists from the game. It must have the same
/// variants and fields in the same order, since it is encoded in the other's place.
///
/// This saves gas: code that builds and sorts sets is a tenth of a program, and each message
/// pays for a program's code.
// It is encoded at once: a box would gain nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Encode)]
pub enum StateReplyRef<'a> {
    /// The running game's config.
    Config(&'a GameConfig),
    /// Everyone who registered for this game.
    LobbyList(Each<'a, ()>),
    /// The stage, and who has acted in it.
    GameStage(GameStageRef<'a>),
    /// When the stage began.
    CurrentStageTimestamp(u64),
    /// When the stage ends.
    Deadline(u64),
    /// The round.
    Round(u32),
    /// The player's status.
    Player(PlayerStatus),
    /// Everything.
    All(GameStateRef<'a>),
    /// The running game's rules.
    Rules(GameRules),
    /// The payouts still to be made.
    SharesDue(SharesRef<'a>),
    /// When silence ends the game.
    ClosableFrom(Option<u64>),
}

/// The payouts still to be made, refunds before shares, each in `ActorId` order.
pub struct SharesRef<'a>(&'a Game);

impl Encode for SharesRef<'_> {
    fn size_hint(&self) -> usize {
        let Game { refunds, shares, .. } = self.0;
        size_of::<u32>() + (refunds.len() + shares.len()) * size_of::<(ActorId, u128)>()
    }

    fn encode_to<O: Output + ?Sized>(&self, dest: &mut O) {
        let Game { refunds, shares, seats, .. } = self.0;
        Compact((refunds.len() + shares.len()) as u32).encode_to(dest);
        for (seat, value) in [refunds, shares].into_iter().flat_map(|due| due.all(seats).each()) {
            (seats.id(seat), value).encode_to(dest);
        }
    }
}

impl StateReplyRef<'_> {
    /// The reply as one that owns its sets and lists.
    pub fn to_reply(&self) -> StateReply {
        StateReply::decode(&mut &*self.encode()).expect("it encodes as the reply does")
    }
}

/// A list of players, in order of registration, with a value of each.
pub struct Each<'a, T> {
    game: &'a Game,
    seats: SeatSet,
    of: fn(&Game, Seat) -> T,
}

impl<T: Encode> Encode for Each<'_, T> {
    fn size_hint(&self) -> usize {
        size_of::<u32>() + self.seats.len() * size_of::<(ActorId, T)>()
    }

    fn encode_to<O: Output + ?Sized>(&self, dest: &mut O) {
        Compact(self.seats.len() as u32).encode_to(dest);
        for seat in self.seats.iter() {
            (self.game.seats.id(seat), (self.of)(self.game, seat)).encode_to(dest);
        }
    }
}

/// A [`GameStage`](rpsls_io::GameStage) with borrowed sets.
#[derive(Encode)]
pub enum GameStageRef<'a> {
    /// Players register.
    Preparation,
    /// Players commit to moves.
    InProgress(StageDescriptionRef<'a>),
    /// Players reveal their moves.
    Reveal(StageDescriptionRef<'a>),
}

/// A [`StageDescription`](rpsls_io::StageDescription) with borrowed sets.
#[derive(Encode)]
pub struct StageDescriptionRef<'a> {
    anticipated_players: Players<'a>,
    finished_players: Players<'a>,
}

/// A [`GameState`](rpsls_io::GameState) with borrowed sets.
#[derive(Encode)]
pub struct GameStateRef<'a> {
    config: &'a GameConfig,
    lobby_list: Each<'a, ()>,
    game_stage: GameStageRef<'a>,
    current_stage_timestamp: u64,
    deadline: u64,
    round: u32,
    players: Each<'a, PlayerStatus>,
    owner: ActorId,
    pot: u128,
    next_config: &'a Option<GameConfig>,
    commitments: Each<'a, H256>,
    revealed_moves: Each<'a, Move>,
    games_finished: u64,
    last_game: &'a Option<GameResult>,
    rules: GameRules,
    next_rules: Option<GameRules>,
    delegates: Each<'a, ActorId>,
    stop_scheduled: bool,
    last_round: Option<RoundResultRef<'a>>,
}

/// A [`RoundResult`](rpsls_io::RoundResult) borrowed from the game.
pub struct RoundResultRef<'a>(&'a Game);

impl Encode for RoundResultRef<'_> {
    fn encode_to<O: Output + ?Sized>(&self, dest: &mut O) {
        let Game { seats, revealed, decided: Decided { game, round, players, names }, .. } = self.0;
        (game, round, Compact(players.len() as u32)).encode_to(dest);
        for (index, seat) in players.iter().enumerate() {
            let name = if names[0].is_zero() { seats.id(seat) } else { names[index] };
            (name, revealed.of(seat)).encode_to(dest);
        }
    }
}

impl Game {
    /// Answers a query as of `now`. It moves an overdue stage on, so it is for a copy of the
    /// game that is then dropped. It makes no payouts: `SharesDue` lists those to be made.
    pub fn answer(&mut self, query: StateQuery, now: u64) -> StateReplyRef<'_> {
        let game = self.as_of(now);
        match query {
            StateQuery::Config => StateReplyRef::Config(&game.config),
            StateQuery::LobbyList => StateReplyRef::LobbyList(game.lobby_list()),
            StateQuery::GameStage => StateReplyRef::GameStage(game.game_stage()),
            StateQuery::CurrentStageTimestamp => {
                StateReplyRef::CurrentStageTimestamp(game.stage_started)
            }
            StateQuery::Deadline => StateReplyRef::Deadline(game.deadline()),
            StateQuery::Round => StateReplyRef::Round(game.round),
            StateQuery::Player(player) => StateReplyRef::Player(game.status(player)),
            StateQuery::All => StateReplyRef::All(game.state()),
            StateQuery::Rules => StateReplyRef::Rules(game.rules),
            StateQuery::SharesDue => StateReplyRef::SharesDue(SharesRef(game)),
            StateQuery::ClosableFrom => StateReplyRef::ClosableFrom(game.closable_from()),
        }
    }

    fn state(&self) -> GameStateRef<'_> {
        let registered = SeatSet::first(self.seats.count());
        let committed = match self.stage {
            Stage::Preparation | Stage::InProgress => self.seats.committed(),
            // The seats' set has those who have committed for the next round. Their hashes
            // for this one are gone.
            Stage::Reveal => self.playing.difference(&self.seats.committed()),
        };
        GameStateRef {
            config: &self.config,
            lobby_list: self.lobby_list(),
            game_stage: self.game_stage(),
            current_stage_timestamp: self.stage_started,
            deadline: self.deadline(),
            round: self.round,
            players: self.each(registered, Game::status_of),
            owner: self.owner,
            pot: match self.stage {
                Stage::Preparation => self.held(),
                Stage::InProgress | Stage::Reveal => self.pot(),
            },
            next_config: &self.next_config,
            commitments: self.each(committed, |game, seat| game.seats.commitment(seat).hash),
            revealed_moves: self.each(self.revealed(), |game, seat| {
                game.revealed.of(seat).expect("of those who have revealed")
            }),
            games_finished: self.games_finished,
            last_game: &self.last_game,
            rules: self.rules,
            next_rules: self.next_rules.get(),
            delegates: self.each(self.seats.delegated(), |game, seat| game.seats.delegate(seat)),
            stop_scheduled: self.stop_scheduled,
            last_round: (self.decided.round > 0).then_some(RoundResultRef(self)),
        }
    }

    fn lobby_list(&self) -> Each<'_, ()> {
        self.each(SeatSet::first(self.seats.count()), |_, _| ())
    }

    fn each<T>(&self, seats: SeatSet, of: fn(&Game, Seat) -> T) -> Each<'_, T> {
        Each { game: self, seats, of }
    }

    fn game_stage(&self) -> GameStageRef<'_> {
        let description = || StageDescriptionRef {
            anticipated_players: self.seats.players(self.playing.difference(&self.acted())),
            finished_players: self.seats.players(self.acted()),
        };
        match self.stage {
            Stage::Preparation => GameStageRef::Preparation,
            Stage::InProgress => GameStageRef::InProgress(description()),
            Stage::Reveal => GameStageRef::Reveal(description()),
        }
    }

    fn status(&self, player: ActorId) -> PlayerStatus {
        let seat = self.seats.seat_of(player);
        seat.map_or(PlayerStatus::NotRegistered, |seat| self.status_of(seat))
    }

    fn status_of(&self, seat: Seat) -> PlayerStatus {
        match (self.stage, self.acted().contains(seat)) {
            (Stage::Preparation, _) => PlayerStatus::Registered,
            _ if !self.playing.contains(seat) => PlayerStatus::Out,
            (Stage::InProgress, false) => PlayerStatus::ToMove,
            (Stage::InProgress, true) => PlayerStatus::Moved,
            (Stage::Reveal, false) => PlayerStatus::ToReveal,
            (Stage::Reveal, true) => PlayerStatus::Revealed,
        }
    }
}
