//! Random players.
//!
//! A case is a table and a list of intents, such as "the third of the awaited players does what is
//! asked" or "the owner stops the game just after the deadline". The state that an intent meets
//! decides which message it becomes. So games go on for rounds and to their payouts, and a case
//! remains a game when some of its intents are cut.

use super::Model;
use gprimitives::{ActorId, H256};
use parity_scale_codec::Decode;
use proptest::{collection::vec, prelude::*, sample::select};
use rpsls_io::{
    Action, Entry, Format, GameConfig, GameRules, GameStage, GameState, Move, bound_commitment,
    commitment, opening,
};
use std::collections::BTreeMap;

/// A random table, and what players do there.
#[derive(Clone, Debug)]
pub struct Case {
    pub config: GameConfig,
    pub rules: GameRules,
    /// The number of players, seated or not.
    pub players: u8,
    /// Whether the first of the players is the owner.
    pub owner_plays: bool,
    /// Whether the players' ids differ only in their last byte.
    pub look_alike: bool,
    pub intents: Vec<Intent>,
}

#[derive(Clone, Debug)]
pub struct Intent {
    pub delay: Delay,
    pub op: Op,
    pub attached: Attached,
}

#[derive(Clone, Copy, Debug)]
pub enum Delay {
    Now,
    Soon(u64),
    /// Until the deadline, if it is ahead.
    AtDeadline,
    /// Until this many ms past the deadline, if that is ahead.
    PastDeadline(u64),
    Days(u64),
}

/// A step. The numbers of players and hashes are taken modulo their count.
#[derive(Clone, Debug)]
pub enum Op {
    /// One of the awaited players does what the stage asks for.
    Play(u8, Move, Style),
    /// All awaited players but the first few do what the stage asks for, with these moves in turn.
    Everyone {
        but: u8,
        moves: Vec<Move>,
        style: Style,
    },
    /// Somebody joins on terms that may be refused.
    Join(u8, Terms),
    Register(u8),
    Leave(u8),
    Commit(u8, Commitment),
    Reveal(u8, Opening),
    /// Somebody shows a player's move, rather one that is shown already. If the second number is
    /// even, it is the player.
    Show(u8, u8, Opening, Option<Move>),
    Configure(u8, GameConfig),
    OwnerConfigures(GameConfig),
    ChangeRules(u8, GameRules),
    OwnerChangesRules(GameRules),
    Stop(u8),
    OwnerStops,
    Advance(u8),
    /// Nobody sends a message. Only the alarm may come.
    Wait,
    /// No message gets through, and no alarm either.
    Congestion,
}

/// The way in which players do what a stage asks for.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// With one message in each stage, and plain commitments.
    Plain,
    /// With bound commitments, as early as they can be made.
    Early,
    /// As early. A player's delegate, if there is one, acts for the player, and names the player.
    Delegated(u8),
    /// As early. A player's delegate, if there is one, acts for the player, but names nobody.
    Unnamed(u8),
    /// As early. Somebody commits and reveals for the player, delegate or not, and names the
    /// player.
    ByAnyone(u8),
}

/// The terms on which somebody joins.
#[derive(Clone, Copy, Debug)]
pub enum Terms {
    ThisGame,
    /// For the game that comes this many games later; 0 is the game before this one.
    OtherGame(u8),
    /// With somebody as delegate, perhaps another player.
    Delegate(u8),
    OneselfAsDelegate,
    ProgramAsDelegate,
    NobodyAsDelegate,
}

#[derive(Clone, Copy, Debug)]
pub enum Commitment {
    /// To a move, without a password.
    Bare(Move),
    /// To an opening that names no move.
    Nameless(u8),
    /// A copy of a hash of this round.
    CopyOf(u8),
    /// A hash that was used earlier.
    Earlier(u8),
    /// A hash that nobody can open.
    Unknown(u8),
}

#[derive(Clone, Copy, Debug)]
pub enum Opening {
    /// The player's own, as committed.
    Own,
    /// Another move with the right password.
    OtherMove,
    /// The right move with another password.
    OtherPassword,
    /// Another player's own.
    Of(u8),
    /// The one that was last shown for the player.
    Shown,
    Empty,
}

/// The value attached to a message, at most what the sender has.
#[derive(Clone, Copy, Debug)]
pub enum Attached {
    /// The value that the action asks for.
    Proper,
    Nothing,
    Bet,
    OneLess,
    OneMore,
    /// All that the sender has.
    Purse,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub sender: ActorId,
    pub value: u128,
    pub action: Action,
}

impl Delay {
    /// The time after the delay, for a game that is at `now`.
    pub fn until(self, now: u64, deadline: u64) -> u64 {
        match self {
            Delay::Now => now,
            Delay::Soon(ms) => now + ms,
            Delay::AtDeadline => now.max(deadline),
            Delay::PastDeadline(ms) => now.max(deadline + ms),
            Delay::Days(days) => now + days * 86_400_000,
        }
    }
}

/// The players and the openings that they know.
#[derive(Clone, Debug)]
pub struct Players {
    program: ActorId,
    players: Vec<ActorId>,
    owner: ActorId,
    stranger: ActorId,
    openings: BTreeMap<H256, String>,
    /// The opening that was last shown for each player.
    shown: BTreeMap<ActorId, String>,
    seen: Vec<H256>,
}

impl Players {
    /// Makes the players of a program, with an owner and a stranger.
    pub fn new(program: ActorId, players: Vec<ActorId>, owner: ActorId, stranger: ActorId) -> Self {
        let (openings, shown) = (BTreeMap::new(), BTreeMap::new());
        Self { program, players, owner, stranger, openings, shown, seen: vec![] }
    }

    /// Turns an intent into messages for a game that is at `now`.
    pub fn requests(
        &mut self,
        intent: &Intent,
        model: &Model,
        now: u64,
        purse: impl Fn(ActorId) -> u128,
    ) -> Vec<Request> {
        let state = model.state(now);
        let bet = state.config.bet_size;
        let request = |(sender, action): (ActorId, Action)| {
            let asked = match intent.attached {
                Attached::Proper if matches!(action, Action::Register | Action::Join(_)) => bet,
                Attached::Proper | Attached::Nothing => 0,
                Attached::Bet => bet,
                Attached::OneLess => bet.saturating_sub(1),
                Attached::OneMore => bet.saturating_add(1),
                Attached::Purse => u128::MAX,
            };
            Request { sender, value: asked.min(purse(sender)), action }
        };
        let is_running = state.game_stage != GameStage::Preparation;
        let ops = match intent.op {
            // While a game runs, only `Advance` pays refunds.
            Op::Wait | Op::Play(..) if is_running && !model.due().is_empty() => {
                vec![(self.stranger, Action::Advance)]
            }
            _ => self.ops(&intent.op, &state),
        };
        ops.into_iter().map(request).collect()
    }

    fn ops(&mut self, op: &Op, state: &GameState) -> Vec<(ActorId, Action)> {
        let awaited = self.awaited(state);
        let one = match op {
            Op::Wait | Op::Congestion => return vec![],
            Op::Everyone { but, moves, style } => {
                let acting = awaited.iter().skip(usize::from(*but)).zip(moves.iter().cycle());
                return acting
                    .map(|(player, mv)| self.what_is_asked(*player, *mv, *style, state))
                    .collect();
            }
            Op::Play(who, mv, style) => match pick(&awaited, *who) {
                Some(player) => self.what_is_asked(player, *mv, *style, state),
                None => (self.anyone(*who), Action::Advance),
            },
            Op::Join(who, terms) => {
                let player = self.anyone(*who);
                (player, Action::Join(self.entry(player, *terms, state)))
            }
            Op::ChangeRules(who, rules) => (self.anyone(*who), Action::ChangeNextGameRules(*rules)),
            Op::OwnerChangesRules(rules) => (self.owner, Action::ChangeNextGameRules(*rules)),
            Op::Register(who) => (self.anyone(*who), Action::Register),
            Op::Leave(who) => (self.anyone(*who), Action::Leave),
            Op::Commit(who, what) => {
                let player = self.rather_awaited(*who, &awaited);
                (player, Action::MakeMove(self.hash(*what, state)))
            }
            Op::Reveal(who, what) => {
                let player = self.rather_awaited(*who, &awaited);
                (player, Action::Reveal(self.opening(player, *what, state)))
            }
            Op::Show(who, by, what, next) => self.show(*who, *by, *what, *next, state),
            Op::Configure(who, config) => {
                (self.anyone(*who), Action::ChangeNextGameConfig(config.clone()))
            }
            Op::OwnerConfigures(config) => {
                (self.owner, Action::ChangeNextGameConfig(config.clone()))
            }
            Op::Stop(who) => (self.anyone(*who), Action::StopGame),
            Op::OwnerStops => (self.owner, Action::StopGame),
            Op::Advance(who) => (self.anyone(*who), Action::Advance),
        };
        vec![one]
    }

    fn show(
        &mut self,
        who: u8,
        by: u8,
        what: Opening,
        next: Option<Move>,
        state: &GameState,
    ) -> (ActorId, Action) {
        let seen = self.shown_in(state);
        let player =
            pick(&seen, who).unwrap_or(self.players[usize::from(who) % self.players.len()]);
        let opened = self.opening(player, what, state);
        let next = next.map(|mv| self.bind(player, opening(mv, "shown again")));
        match (by.is_multiple_of(2), next) {
            (true, Some(next)) => (player, Action::RevealAndCommit { opening: opened, next }),
            (true, None) => (player, Action::RevealFor { player, opening: opened, next }),
            (false, _) => {
                (self.anyone(by / 2), Action::RevealFor { player, opening: opened, next })
            }
        }
    }

    /// The players whose move is shown, in this round or, while moves are awaited, in the last.
    fn shown_in(&self, state: &GameState) -> Vec<ActorId> {
        let (GameStage::InProgress(stage) | GameStage::Reveal(stage)) = &state.game_stage else {
            return vec![];
        };
        let acted = stage.finished_players.iter();
        let awaited = stage.anticipated_players.iter();
        match state.game_stage {
            GameStage::InProgress(_) if state.round > 1 => awaited.chain(acted).copied().collect(),
            GameStage::Reveal(_) => acted.copied().collect(),
            _ => vec![],
        }
    }

    /// The players from whom the stage awaits a message.
    fn awaited(&self, state: &GameState) -> Vec<ActorId> {
        match &state.game_stage {
            GameStage::Preparation => {
                let players = self.players.iter().copied();
                players.filter(|player| !state.lobby_list.contains(player)).collect()
            }
            GameStage::InProgress(stage) | GameStage::Reveal(stage) => {
                stage.anticipated_players.iter().copied().collect()
            }
        }
    }

    /// The message that the stage asks of a player, and its sender.
    fn what_is_asked(
        &mut self,
        player: ActorId,
        mv: Move,
        style: Style,
        state: &GameState,
    ) -> (ActorId, Action) {
        let password = format!("of {player} in round {}", state.round);
        let is_plain = matches!(style, Style::Plain);
        let action = match state.game_stage {
            GameStage::Preparation if is_plain => Action::Register,
            GameStage::Preparation => {
                let delegate = match style {
                    Style::Delegated(which) | Style::Unnamed(which) => Some(self.anyone(which)),
                    _ => None,
                };
                let commitment = Some(self.bind(player, opening(mv, &password)));
                Action::Join(Entry { game: Some(state.games_finished), commitment, delegate })
            }
            GameStage::InProgress(_) if is_plain => {
                Action::MakeMove(self.commit_to(opening(mv, &password)))
            }
            GameStage::InProgress(_) => Action::Commit(self.bind(player, opening(mv, &password))),
            GameStage::Reveal(_) => {
                let opened = self.opening(player, Opening::Own, state);
                self.shown.insert(player, opened.clone());
                match style {
                    Style::Plain => Action::Reveal(opened),
                    _ => {
                        let next = self.bind(player, opening(mv, &password));
                        Action::RevealAndCommit { opening: opened, next }
                    }
                }
            }
        };
        let mut delegates = state.delegates.iter().filter(|(named_by, _)| *named_by == player);
        match (style, delegates.next()) {
            (Style::Delegated(_), Some((_, delegate))) => (*delegate, in_name_of(player, action)),
            (Style::Unnamed(_), Some((_, delegate))) => (*delegate, action),
            (Style::ByAnyone(which), _) if state.round > 0 => {
                (self.anyone(which), in_name_of(player, action))
            }
            _ => (player, action),
        }
    }

    fn entry(&self, player: ActorId, terms: Terms, state: &GameState) -> Entry {
        let this = state.games_finished;
        let mut entry = Entry { game: Some(this), ..Entry::default() };
        match terms {
            Terms::ThisGame => {}
            Terms::OtherGame(0) => entry.game = Some(this.wrapping_sub(1)),
            Terms::OtherGame(after) => entry.game = Some(this + u64::from(after)),
            Terms::Delegate(which) => entry.delegate = Some(self.anyone(which)),
            Terms::OneselfAsDelegate => entry.delegate = Some(player),
            Terms::ProgramAsDelegate => entry.delegate = Some(self.program),
            Terms::NobodyAsDelegate => entry.delegate = Some(ActorId::zero()),
        }
        entry
    }

    /// Makes a player's bound commitment.
    fn bind(&mut self, player: ActorId, opening: String) -> H256 {
        let hash = bound_commitment(self.program, player, &opening);
        self.openings.insert(hash, opening);
        self.seen.push(hash);
        hash
    }

    fn commit_to(&mut self, opening: String) -> H256 {
        let hash = commitment(&opening);
        self.openings.insert(hash, opening);
        self.seen.push(hash);
        hash
    }

    fn hash(&mut self, what: Commitment, state: &GameState) -> H256 {
        let this_round: Vec<H256> = state.commitments.iter().map(|(_, hash)| *hash).collect();
        match what {
            Commitment::Bare(mv) => self.commit_to(opening(mv, "")),
            Commitment::Nameless(which) => {
                let nameless = ["", "5", "rock", "é0", " 0", "\u{0}0"];
                let index = usize::from(which) % nameless.len();
                self.commit_to(nameless[index].to_string())
            }
            Commitment::CopyOf(which) => pick(&this_round, which).unwrap_or_default(),
            Commitment::Earlier(which) => pick(&self.seen, which).unwrap_or_default(),
            Commitment::Unknown(byte) => H256([byte; 32]),
        }
    }

    fn opening(&self, player: ActorId, what: Opening, state: &GameState) -> String {
        let of = |player: ActorId| {
            let mut committed = state.commitments.iter();
            let committed = committed.find(|(committer, _)| *committer == player);
            committed
                .and_then(|(_, hash)| self.openings.get(hash).cloned())
                .unwrap_or("0, perhaps".into())
        };
        let own = of(player);
        match what {
            Opening::Own => own,
            Opening::OtherMove => {
                let mv = Move::of_opening(&own)
                    .map_or(Move::Rock, |mv| Move::ALL[(mv as usize + 1) % 5]);
                let password: String = own.chars().skip(1).collect();
                opening(mv, &password)
            }
            Opening::OtherPassword => own + "?",
            Opening::Of(which) => of(self.anyone(which)),
            Opening::Shown => self.shown.get(&player).cloned().unwrap_or_default(),
            Opening::Empty => String::new(),
        }
    }

    /// The owner, the stranger or a player.
    fn anyone(&self, who: u8) -> ActorId {
        match usize::from(who) % (self.players.len() + 2) {
            0 => self.owner,
            1 => self.stranger,
            n => self.players[n - 2],
        }
    }

    /// For even numbers an awaited player, if there is one.
    fn rather_awaited(&self, who: u8, awaited: &[ActorId]) -> ActorId {
        let is_rather_awaited = who.is_multiple_of(2);
        pick(awaited, who / 2).filter(|_| is_rather_awaited).unwrap_or_else(|| self.anyone(who / 2))
    }
}

fn pick<T: Copy>(from: &[T], which: u8) -> Option<T> {
    from.get(usize::from(which).checked_rem(from.len())?).copied()
}

#[derive(Clone, Debug)]
pub struct CaseSize {
    pub players: u8,
    pub intents: usize,
    pub bets: Vec<u128>,
    /// The timeouts of stages to choose from, in ms.
    pub timeouts: Vec<u64>,
    /// The longest delay that does not depend on the deadline, in ms.
    pub soon: u64,
    /// The longest of all delays, in days.
    pub days: u64,
}

pub(crate) fn cases(scale: &CaseSize) -> impl Strategy<Value = Case> {
    let most = scale.players;
    let players = prop_oneof![
        60 => 2..=most.min(6),
        15 => 2..=most.min(20),
        2 => 2..=most,
        1 => Just(most),
    ];
    let config = config(scale);
    (
        config.clone(),
        rules(),
        players,
        any::<bool>(),
        any::<bool>(),
        vec(intent(scale, config), 1..=scale.intents),
    )
        .prop_map(|(config, rules, players, owner_plays, look_alike, intents)| Case {
            config,
            rules,
            players,
            owner_plays,
            look_alike,
            intents,
        })
}

fn config(scale: &CaseSize) -> BoxedStrategy<GameConfig> {
    let timeout = || select(scale.timeouts.clone());
    let limit = prop_oneof![1 => 2..=6u8, 4 => Just(u8::MAX)];
    (select(scale.bets.clone()), limit, timeout(), timeout(), timeout())
        .prop_map(|(bet_size, players_count_limit, entry_timeout, move_timeout, reveal_timeout)| {
            GameConfig {
                bet_size,
                players_count_limit,
                entry_timeout,
                move_timeout,
                reveal_timeout,
            }
        })
        .boxed()
}

fn rules() -> impl Strategy<Value = GameRules> + Clone {
    // These are all formats there are.
    let formats = (0..).map_while(|variant| Format::decode(&mut &[variant][..]).ok());
    (select(formats.collect::<Vec<_>>()), any::<bool>())
        .prop_map(|(format, start_when_full)| GameRules { format, start_when_full })
}

/// The action with which a player's delegate does the same as the player with this action.
fn in_name_of(player: ActorId, action: Action) -> Action {
    match action {
        Action::Commit(hash) => Action::CommitFor { player, hash },
        Action::RevealAndCommit { opening, next } => {
            Action::RevealFor { player, opening, next: Some(next) }
        }
        Action::Reveal(opening) => Action::RevealFor { player, opening, next: None },
        other => other,
    }
}

fn style() -> impl Strategy<Value = Style> {
    prop_oneof![
        3 => Just(Style::Plain),
        3 => Just(Style::Early),
        2 => any::<u8>().prop_map(Style::Delegated),
        1 => any::<u8>().prop_map(Style::Unnamed),
        1 => any::<u8>().prop_map(Style::ByAnyone),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    prop_oneof![
        2 => Just(Terms::ThisGame),
        1 => (0..3u8).prop_map(Terms::OtherGame),
        4 => any::<u8>().prop_map(Terms::Delegate),
        1 => Just(Terms::OneselfAsDelegate),
        1 => Just(Terms::ProgramAsDelegate),
        1 => Just(Terms::NobodyAsDelegate),
    ]
}

fn bad_config(config: BoxedStrategy<GameConfig>) -> BoxedStrategy<GameConfig> {
    (config, 0..6u8)
        .prop_map(|(mut config, limit)| {
            match limit {
                0 => config.players_count_limit = 1,
                1 => config.entry_timeout = GameConfig::MIN_TIMEOUT - 1,
                2 => config.reveal_timeout = 0,
                3 => config.move_timeout = GameConfig::MAX_TIMEOUT + 1,
                4 => config.entry_timeout = u64::MAX,
                _ => config.bet_size = u128::MAX / u128::from(config.players_count_limit) + 1,
            }
            config
        })
        .boxed()
}

fn intent(
    scale: &CaseSize,
    config: BoxedStrategy<GameConfig>,
) -> impl Strategy<Value = Intent> + use<> {
    let delay = prop_oneof![
        60 => Just(Delay::Now),
        20 => (1..=scale.soon).prop_map(Delay::Soon),
        3 => Just(Delay::AtDeadline),
        7 => select(vec![1, 2, 2_999, 5_000]).prop_map(Delay::PastDeadline),
        1 => (0..=scale.days).prop_map(Delay::Days),
    ];
    let attached = prop_oneof![
        90 => Just(Attached::Proper),
        2 => Just(Attached::Nothing),
        2 => Just(Attached::Bet),
        2 => Just(Attached::OneLess),
        2 => Just(Attached::OneMore),
        2 => Just(Attached::Purse),
    ];
    (delay, op(config), attached).prop_map(|(delay, op, attached)| Intent { delay, op, attached })
}

fn op(config: BoxedStrategy<GameConfig>) -> impl Strategy<Value = Op> {
    let who = any::<u8>;
    let mv = || select(Move::ALL.to_vec());
    let moves = prop_oneof![3 => vec(mv(), 2), 2 => vec(mv(), 1..8)];
    let but = prop_oneof![4 => Just(0), 1 => any::<u8>().prop_map(|but| but % 4)];
    let bad = bad_config(config.clone());
    prop_oneof![
        60 => (who(), mv(), style()).prop_map(|(who, mv, style)| Op::Play(who, mv, style)),
        10 => (but, moves, style())
            .prop_map(|(but, moves, style)| Op::Everyone { but, moves, style }),
        4 => (who(), terms()).prop_map(|(who, terms)| Op::Join(who, terms)),
        1 => (who(), rules()).prop_map(|(who, rules)| Op::ChangeRules(who, rules)),
        1 => rules().prop_map(Op::OwnerChangesRules),
        3 => who().prop_map(Op::Register),
        2 => who().prop_map(Op::Leave),
        6 => (who(), commitment_kind(mv())).prop_map(|(who, what)| Op::Commit(who, what)),
        6 => (who(), opening_kind()).prop_map(|(who, what)| Op::Reveal(who, what)),
        18 => (who(), who(), shown_kind(), proptest::option::weighted(0.7, mv()))
            .prop_map(|(who, by, what, next)| Op::Show(who, by, what, next)),
        1 => (who(), config.clone()).prop_map(|(who, config)| Op::Configure(who, config)),
        1 => config.prop_map(Op::OwnerConfigures),
        1 => bad.prop_map(Op::OwnerConfigures),
        1 => who().prop_map(Op::Stop),
        1 => Just(Op::OwnerStops),
        3 => who().prop_map(Op::Advance),
        5 => Just(Op::Wait),
        2 => Just(Op::Congestion),
    ]
}

fn commitment_kind(mv: impl Strategy<Value = Move>) -> impl Strategy<Value = Commitment> {
    prop_oneof![
        1 => mv.prop_map(Commitment::Bare),
        1 => any::<u8>().prop_map(Commitment::Nameless),
        3 => any::<u8>().prop_map(Commitment::CopyOf),
        1 => any::<u8>().prop_map(Commitment::Earlier),
        1 => (0..3u8).prop_map(Commitment::Unknown),
    ]
}

fn opening_kind() -> impl Strategy<Value = Opening> {
    prop_oneof![
        Just(Opening::Own),
        Just(Opening::OtherMove),
        Just(Opening::OtherPassword),
        any::<u8>().prop_map(Opening::Of),
        Just(Opening::Empty),
    ]
}

fn shown_kind() -> impl Strategy<Value = Opening> {
    prop_oneof![4 => Just(Opening::Shown), 2 => Just(Opening::Own), 1 => opening_kind()]
}
