//! Shows a round to people: the same table for every command.

use crate::{
    game::{moves, round::Round},
    screen::output::{HINT, LOSER, PLAIN},
};
use anstyle::Style;
use gprimitives::ActorId;
use rpsls_io::{Move, scores, winning_move};

/// The most players of a kind to name; of more, the table shows the number.
const NAMED: usize = 12;
/// How many pairs to show if there are more.
const OF_A_CROWD: usize = 3;

/// The result of a round, with the players' names.
#[derive(Default)]
pub struct Summary {
    /// Who met whom, in a knockout; a player alone has met nobody.
    pub pairs: Vec<(Side, Option<Side>)>,
    /// The players who showed each move, in the moves' order.
    pub by_move: Vec<(Move, Vec<String>)>,
    pub silent: Vec<String>,
    pub beaten: Vec<String>,
    pub still_in: Vec<String>,
}

/// One of the players who meet.
pub struct Side {
    pub name: String,
    /// The move that the player showed in time.
    pub mv: Option<Move>,
    pub is_on: bool,
}

/// The name for the reader's own side.
pub const YOU: &str = "you";

impl Side {
    /// The verb form that goes with the name.
    fn does<'a>(&self, other: &'a str, you: &'a str) -> &'a str {
        if self.name == YOU { you } else { other }
    }
}

/// A labelled line and its style.
pub type Row = (&'static str, String, Style);

impl Summary {
    /// A round with its players' names. The reader's own pair comes first.
    pub fn of(round: &Round, you: Option<ActorId>, name: impl Fn(ActorId) -> String) -> Self {
        let names = |ids: &[ActorId]| ids.iter().map(|id| name(*id)).collect();
        let side = |id: ActorId| Side {
            name: name(id),
            mv: round.shows(id),
            is_on: round.still_in.contains(&id),
        };
        let mut pairs: Vec<_> = round.pairs.iter().collect();
        pairs.sort_by_key(|pair| !you.is_some_and(|you| pair.has(you)));
        Self {
            pairs: pairs.iter().map(|pair| (side(pair.first), pair.second.map(side))).collect(),
            by_move: round.by_move().iter().map(|(mv, ids)| (*mv, names(ids))).collect(),
            silent: names(&round.silent),
            beaten: names(&round.beaten),
            still_in: names(&round.still_in),
        }
    }

    pub fn rows(&self) -> Vec<Row> {
        let Self { pairs, by_move, beaten, still_in, .. } = self;
        let mut rows = vec![];
        if !pairs.is_empty() {
            let told = if pairs.len() > NAMED { OF_A_CROWD } else { NAMED };
            for (one, other) in pairs.iter().take(told) {
                rows.push(("Pair", met(one, other.as_ref()), PLAIN));
            }
            if pairs.len() > told {
                rows.push(("", format!("and {} more", pairs.len() - told), PLAIN));
            }
            return self.with_ends(rows);
        }
        for (mv, players) in by_move {
            rows.push((moves::name(*mv), names(players), PLAIN));
        }
        let shown: Vec<Move> = by_move.iter().map(|(mv, _)| *mv).collect();
        let wins = wins(&shown).join(", ");
        if beaten.is_empty() && shown.len() == 1 && still_in.len() > 1 {
            rows.push(("Draw", "everybody chose the same".into(), HINT));
        } else if beaten.is_empty() && shown.len() > 1 {
            rows.push(("Draw", format!("{wins}: none beats all the others"), HINT));
        } else if !wins.is_empty() {
            rows.push(("So", wins, PLAIN));
            if winning_move(|mv| shown.contains(&mv)).is_none() {
                rows.push(("Points", points(by_move).join(", "), PLAIN));
            }
        }
        self.with_ends(rows)
    }

    /// Adds what became of each player.
    fn with_ends(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let Self { silent, beaten, still_in, .. } = self;
        if !beaten.is_empty() {
            rows.push(("Out", names(beaten), LOSER));
        }
        if !silent.is_empty() {
            rows.push(("Too late", format!("{}: out", names(silent)), LOSER));
        }
        rows.push(("Still in", names(still_in), PLAIN));
        rows
    }
}

/// How two players met, or one met nobody.
fn met(one: &Side, other: Option<&Side>) -> String {
    let goes_on = |side: &Side| format!("{} {} on", side.name, side.does("goes", "go"));
    let was = |side: &Side| format!("{} {} too late", side.name, side.does("was", "were"));
    let Some(other) = other else {
        let meets = format!("{} {} nobody", one.name, one.does("meets", "meet"));
        return match one.mv {
            Some(_) => format!("{meets}, and {} on", one.does("goes", "go")),
            None => format!("{meets}, and {} too late", one.does("was", "were")),
        };
    };
    let (Some(first), Some(second)) = (one.mv, other.mv) else {
        return match (one.mv, other.mv) {
            (None, None) => format!("{} and {} were too late", one.name, other.name),
            (Some(_), _) => format!("{}, {}", goes_on(one), was(other)),
            (None, _) => format!("{}, {}", goes_on(other), was(one)),
        };
    };
    let beats = |winner: &Side, loser: &Side, by: Move, beaten: Move| {
        let verb = moves::verb(by, beaten).unwrap_or("beats");
        let (by, beaten) = (moves::name(by), moves::name(beaten));
        let does = winner.does("beats", "beat");
        format!("{} {does} {}: {by} {verb} {beaten}", winner.name, loser.name)
    };
    if first.beats(second) {
        return beats(one, other, first, second);
    }
    if second.beats(first) {
        return beats(other, one, second, first);
    }
    let draw = format!("{} and {} both show {}", one.name, other.name, moves::name(first));
    match (one.is_on, other.is_on) {
        (true, true) => format!("{draw}: once more"),
        (true, false) => format!("{draw}: {} by the toss", goes_on(one)),
        _ => format!("{draw}: {} by the toss", goes_on(other)),
    }
}

/// The score of each move that was shown.
fn points(by_move: &[(Move, Vec<String>)]) -> Vec<String> {
    let mut counts = [0; Move::COUNT];
    for (mv, players) in by_move {
        counts[*mv as usize] = players.len();
    }
    let scored = Move::ALL.into_iter().zip(scores(counts));
    scored.filter_map(|(mv, score)| Some(format!("{} {:+}", moves::name(mv), score?))).collect()
}

fn names(players: &[String]) -> String {
    match players.len() {
        0 => "nobody".into(),
        count if count <= NAMED => players.join(", "),
        count => format!("{} and {} more", players[..NAMED].join(", "), count - NAMED),
    }
}

/// The moves that beat each other among these, as "Spock vaporizes Rock".
fn wins(shown: &[Move]) -> Vec<String> {
    let pairs = shown.iter().flat_map(|winner| shown.iter().map(move |loser| (*winner, *loser)));
    pairs
        .filter_map(|(winner, loser)| {
            let verb = moves::verb(winner, loser)?;
            Some(format!("{} {verb} {}", moves::name(winner), moves::name(loser)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_win_is_told_once() {
        assert_eq!(wins(&[Move::Rock, Move::Spock]), ["Spock vaporizes Rock"]);
        assert_eq!(wins(&Move::ALL).len(), 10);
        assert!(wins(&[Move::Lizard]).is_empty());
    }

    fn rows(by_move: &[(Move, &str)], beaten: &[&str], still_in: &[&str]) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let summary = Summary {
            by_move: by_move.iter().map(|(mv, name)| (*mv, owned(&[name]))).collect(),
            beaten: owned(beaten),
            still_in: owned(still_in),
            silent: owned(&["Eve"]),
            ..Summary::default()
        };
        summary.rows().into_iter().map(|(label, text, _)| format!("{label}: {text}")).collect()
    }

    #[test]
    fn a_round_says_who_beat_whom_and_what_became_of_everybody() {
        let decided = rows(&[(Move::Rock, "Ada"), (Move::Scissors, "Bob")], &["Bob"], &["Ada"]);
        let expected = "\
Rock: Ada
Scissors: Bob
So: Rock crushes Scissors
Out: Bob
Too late: Eve: out
Still in: Ada";
        assert_eq!(decided.join("\n"), expected);
        let same = rows(&[(Move::Rock, "Ada")], &[], &["Ada", "Bob"]);
        assert_eq!(same[1], "Draw: everybody chose the same");
    }

    #[test]
    fn points_are_shown_where_no_move_beats_all_others() {
        use Move::*;
        let shown = [(Rock, "Ada"), (Paper, "Bob"), (Scissors, "Cyd"), (Lizard, "Dan")];
        let rows = rows(&shown, &["Bob", "Dan"], &["Ada", "Cyd"]);
        let points = "Points: Rock +1, Paper -1, Scissors +1, Lizard -1";
        assert!(rows.iter().any(|row| row == points), "{rows:?}");
    }

    #[test]
    fn pairs_are_told_in_english_one_s_own_too() {
        let [rock, scissors, spock] = [Move::Rock, Move::Scissors, Move::Spock].map(Some);
        let side = |name: &str, mv, is_on| Side { name: name.into(), mv, is_on };
        let [ada, bob, you] = ["Ada", "Bob", YOU].map(|name| move |mv, on| side(name, mv, on));
        let told = [
            met(&ada(rock, true), Some(&bob(scissors, false))),
            met(&ada(rock, false), Some(&bob(spock, true))),
            met(&ada(rock, false), Some(&bob(rock, true))),
            met(&ada(rock, true), Some(&bob(rock, true))),
            met(&ada(rock, true), Some(&bob(None, false))),
            met(&ada(None, false), Some(&bob(None, false))),
            met(&ada(rock, true), None),
            met(&you(rock, true), Some(&bob(scissors, false))),
            met(&bob(rock, false), Some(&you(spock, true))),
            met(&you(rock, true), Some(&bob(rock, false))),
            met(&you(rock, true), Some(&bob(None, false))),
            met(&you(None, false), Some(&bob(rock, true))),
            met(&you(rock, true), None),
            met(&you(None, false), None),
        ];
        let expected = "\
Ada beats Bob: Rock crushes Scissors
Bob beats Ada: Spock vaporizes Rock
Ada and Bob both show Rock: Bob goes on by the toss
Ada and Bob both show Rock: once more
Ada goes on, Bob was too late
Ada and Bob were too late
Ada meets nobody, and goes on
you beat Bob: Rock crushes Scissors
you beat Bob: Spock vaporizes Rock
you and Bob both show Rock: you go on by the toss
you go on, Bob was too late
Bob goes on, you were too late
you meet nobody, and go on
you meet nobody, and were too late";
        assert_eq!(told.join("\n"), expected);
    }

    #[test]
    fn a_crowd_is_counted() {
        let crowd: Vec<String> = (0..200).map(|number| format!("p{number}")).collect();
        assert_eq!(names(&crowd[..2]), "p0, p1");
        assert!(names(&crowd).ends_with("p11 and 188 more"));
    }
}
