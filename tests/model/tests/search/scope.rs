//! The scope of a search: a table, and all messages that anybody sends there.

use crate::common::PROGRAM;
use gprimitives::{ActorId, H256};
use models::rpsls::Request;
use rpsls_io::{
    Action, Entry, Format, GameConfig, GameRules, Move, TableInit, bound_commitment, commitment,
    opening,
};

const OWNER: ActorId = id(0x50);
const DELEGATE: ActorId = id(0x30);
const STRANGER: ActorId = id(0x60);
/// The players. Their ids are not in ascending order.
const PLAYERS: [ActorId; 4] = [id(0x40), id(0x20), id(0x80), id(0x10)];

/// The time at which the table opens, in ms.
pub const START: u64 = 1_700_000_000_000;
const BET: u128 = 10;
/// The value attached to messages that buy no seat.
const CHANGE: u128 = 3;
/// An opening that names no move.
const NO_MOVE: &str = "9";

const fn id(byte: u8) -> ActorId {
    ActorId::new([byte; 32])
}

/// The bounds of a search. Everything in the lists is tried in every state.
#[derive(Clone, Debug)]
pub struct Scope {
    pub name: &'static str,
    /// The number of seats, and the number of players who want one.
    pub seats: u8,
    pub players: usize,
    pub rules: GameRules,
    /// Whether the first player owns the table.
    pub owner_plays: bool,
    pub moves: &'static [Move],
    /// Whether players commit by `MakeMove` too.
    pub plain: bool,
    /// The first moves with which players join.
    pub joined: &'static [Move],
    /// The moves to which players commit for the next round while they reveal.
    pub next: &'static [Move],
    /// The number of players who may name a delegate. All name the same one.
    pub delegated: usize,
    /// Whether some commit to what they can't open: a copied hash, or no move.
    pub closed: bool,
    /// Whether the owner changes the next game's settings.
    pub settings: bool,
    /// The last round and the number of games in which messages are sent. Later states are checked,
    /// but nothing is sent there.
    pub rounds: u32,
    pub games: u64,
}

/// A player's opening for a move. It is the same in each round.
fn own(player: usize, mv: Move) -> String {
    opening(mv, &player.to_string())
}

fn bound(player: usize, opening: &str) -> H256 {
    bound_commitment(PROGRAM, PLAYERS[player], opening)
}

impl Scope {
    pub fn init(&self) -> TableInit {
        let config = GameConfig {
            bet_size: BET,
            players_count_limit: self.seats,
            entry_timeout: 5_000,
            move_timeout: 6_000,
            reveal_timeout: 7_000,
        };
        TableInit { config, rules: self.rules, owner: Some(self.owner()) }
    }

    pub fn owner(&self) -> ActorId {
        if self.owner_plays { PLAYERS[0] } else { OWNER }
    }

    pub fn players(&self) -> &[ActorId] {
        &PLAYERS[..self.players]
    }

    /// The opening of a player's commitment, if that player can open it.
    pub fn opening(&self, player: ActorId, hash: H256) -> Option<String> {
        let number = PLAYERS.iter().position(|id| *id == player)?;
        let openings = Move::ALL.into_iter().map(|mv| own(number, mv));
        openings
            .into_iter()
            .find(|opening| [bound(number, opening), commitment(opening)].contains(&hash))
    }

    /// A player's hash for a move.
    pub fn hash(&self, player: ActorId, mv: Move) -> H256 {
        let number = PLAYERS.iter().position(|id| *id == player).expect("a player");
        bound(number, &own(number, mv))
    }

    /// All messages, each once.
    pub fn requests(&self) -> Vec<Request> {
        let mut requests = vec![];
        let mut add = |sender, value, action| {
            let request = Request { sender, value, action };
            if !requests.contains(&request) {
                requests.push(request);
            }
        };
        for (player, id) in self.players().iter().enumerate() {
            self.of_player(player, &mut |value, action| add(*id, value, action));
        }
        for sender in [self.owner(), DELEGATE, STRANGER] {
            self.of_anybody(&mut |value, action| add(sender, value, action));
        }
        for config in self.bad_configs() {
            add(self.owner(), CHANGE, Action::ChangeNextGameConfig(config));
        }
        // A delegate acts as the player does, with messages that name the player or don't.
        self.of_round(0, &mut |action| add(DELEGATE, 0, action));
        for (player, id) in self.players().iter().enumerate().take(self.delegated) {
            self.of_round(player, &mut |action| {
                if let Some(action) = in_name_of(*id, action) {
                    add(DELEGATE, 0, action);
                }
            });
        }
        let hash = bound(0, &own(0, self.moves[0]));
        for sender in [PLAYERS[0], STRANGER] {
            add(sender, 0, Action::CommitFor { player: PLAYERS[0], hash });
        }
        // Somebody else knows all openings. With the next commitment a stranger is refused.
        for (player, id) in self.players().iter().enumerate() {
            for mv in self.moves {
                let opening = own(player, *mv);
                add(STRANGER, CHANGE, Action::RevealFor { player: *id, opening, next: None });
            }
        }
        let opening = own(0, self.moves[0]);
        for sender in [PLAYERS[0], STRANGER] {
            let (opening, next) = (opening.clone(), Some(hash));
            add(sender, 0, Action::RevealFor { player: PLAYERS[0], opening, next });
        }
        requests
    }

    fn of_player(&self, player: usize, add: &mut impl FnMut(u128, Action)) {
        let join = |commitment, delegate| Action::Join(Entry { game: None, commitment, delegate });
        add(BET, Action::Register);
        add(BET - 1, Action::Register);
        for mv in self.joined {
            add(BET + CHANGE, join(Some(bound(player, &own(player, *mv))), None));
        }
        if player < self.delegated {
            add(BET, join(None, Some(DELEGATE)));
        }
        for refused in [PLAYERS[player], PROGRAM, ActorId::zero()] {
            add(BET, join(None, Some(refused)));
        }
        add(BET, Action::Join(Entry { game: Some(7), commitment: None, delegate: None }));
        add(CHANGE, Action::Leave);
        self.of_round(player, &mut |action| add(CHANGE, action));
    }

    /// The actions of a player, or of the player's delegate, in a round.
    fn of_round(&self, player: usize, add: &mut impl FnMut(Action)) {
        let rival = own((player + 1) % self.players, self.moves[0]);
        let mut openings: Vec<String> = self.moves.iter().map(|mv| own(player, *mv)).collect();
        for opening in &openings {
            add(Action::Commit(bound(player, opening)));
            if self.plain {
                add(Action::MakeMove(commitment(opening)));
            }
        }
        if self.closed {
            add(Action::Commit(bound(player, NO_MOVE)));
            add(Action::Commit(bound((player + 1) % self.players, &rival)));
            if self.plain {
                add(Action::MakeMove(commitment(&rival)));
            }
            openings.push(NO_MOVE.into());
        }
        openings.push(rival);
        for opening in openings {
            add(Action::Reveal(opening.clone()));
            for mv in self.next {
                let next = bound(player, &own(player, *mv));
                add(Action::RevealAndCommit { opening: opening.clone(), next });
            }
        }
    }

    /// The actions of the owner, the delegate and a stranger. Most are refused to all but the
    /// owner, or to accounts without a seat.
    fn of_anybody(&self, add: &mut impl FnMut(u128, Action)) {
        let TableInit { config, rules, .. } = self.init();
        let hash = H256([7; 32]);
        // This is less than the bet, and less than the next game's bet.
        add(CHANGE, Action::Register);
        add(CHANGE, Action::Join(Entry { commitment: Some(hash), ..Entry::default() }));
        add(CHANGE, Action::Leave);
        add(CHANGE, Action::MakeMove(hash));
        add(CHANGE, Action::Commit(hash));
        add(CHANGE, Action::Reveal("0".into()));
        add(CHANGE, Action::RevealAndCommit { opening: "0".into(), next: hash });
        add(CHANGE, Action::StopGame);
        add(CHANGE, Action::Advance);
        add(CHANGE, Action::ChangeNextGameConfig(self.bad_configs()[0].clone()));
        // The owner's changes are accepted in every state, which squares the number of states.
        if self.settings {
            let other = GameConfig { bet_size: 7, move_timeout: 8_000, ..config };
            add(CHANGE, Action::ChangeNextGameConfig(other));
            let format = match rules.format {
                Format::Replay => Format::Points,
                Format::Points => Format::Knockout,
                Format::Knockout => Format::Replay,
            };
            let start_when_full = !rules.start_when_full;
            add(CHANGE, Action::ChangeNextGameRules(GameRules { format, start_when_full }));
        }
    }

    /// The bad configs. Each breaks another limit.
    fn bad_configs(&self) -> [GameConfig; 4] {
        let config = self.init().config;
        [
            GameConfig { players_count_limit: 1, ..config.clone() },
            GameConfig { entry_timeout: GameConfig::MIN_TIMEOUT - 1, ..config.clone() },
            GameConfig { reveal_timeout: GameConfig::MAX_TIMEOUT + 1, ..config.clone() },
            GameConfig { bet_size: u128::MAX, ..config },
        ]
    }
}

/// The action with which a delegate does the same as the player with this action.
fn in_name_of(player: ActorId, action: Action) -> Option<Action> {
    match action {
        Action::Commit(hash) => Some(Action::CommitFor { player, hash }),
        Action::Reveal(opening) => Some(Action::RevealFor { player, opening, next: None }),
        Action::RevealAndCommit { opening, next } => {
            Some(Action::RevealFor { player, opening, next: Some(next) })
        }
        _ => None,
    }
}
