//! A round as people see it: the same table for every command.

use crate::{
    game::moves,
    screen::output::{HINT, LOSER, PLAIN},
};
use anstyle::Style;
use rpsls_io::Move;

/// So many players of a kind are named; of more, the number is told.
const NAMED: usize = 12;

/// What a round came to, by what the players are called.
#[derive(Default)]
pub struct Summary {
    /// The players of each move that was shown, in the moves' order.
    pub by_move: Vec<(Move, Vec<String>)>,
    pub silent: Vec<String>,
    pub beaten: Vec<String>,
    pub still_in: Vec<String>,
}

/// A labelled line, and how it looks.
pub type Row = (&'static str, String, Style);

impl Summary {
    pub fn rows(&self) -> Vec<Row> {
        let Self { by_move, silent, beaten, still_in } = self;
        let mut rows = vec![];
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
            if !shown.iter().any(|mv| beats_all(*mv, &shown)) {
                rows.push(("Points", scores(by_move).join(", "), PLAIN));
            }
        }
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

fn beats_all(mv: Move, shown: &[Move]) -> bool {
    shown.iter().all(|other| mv == *other || mv.beats(*other))
}

/// The score of each move: the players it beats less those who beat it.
fn scores(by_move: &[(Move, Vec<String>)]) -> Vec<String> {
    let players = |is_counted: &dyn Fn(Move) -> bool| -> i64 {
        let counted = by_move.iter().filter(|(mv, _)| is_counted(*mv));
        counted.map(|(_, players)| players.len() as i64).sum()
    };
    let score = |mv: Move| players(&|other| mv.beats(other)) - players(&|other| other.beats(mv));
    by_move.iter().map(|(mv, _)| format!("{} {:+}", moves::name(*mv), score(*mv))).collect()
}

fn names(players: &[String]) -> String {
    match players.len() {
        0 => "nobody".into(),
        count if count <= NAMED => players.join(", "),
        count => format!("{} and {} more", players[..NAMED].join(", "), count - NAMED),
    }
}

/// Who beats whom among these moves, as "Spock vaporizes Rock".
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
            ..Summary::default()
        };
        summary.rows().into_iter().map(|(label, text, _)| format!("{label}: {text}")).collect()
    }

    #[test]
    fn a_round_says_who_beat_whom_and_what_became_of_everybody() {
        let decided = rows(&[(Move::Rock, "Ada"), (Move::Scissors, "Bob")], &["Bob"], &["Ada"]);
        assert_eq!(
            decided,
            [
                "Rock: Ada",
                "Scissors: Bob",
                "So: Rock crushes Scissors",
                "Out: Bob",
                "Still in: Ada"
            ]
        );
        let same = rows(&[(Move::Rock, "Ada")], &[], &["Ada", "Bob"]);
        assert_eq!(same[1], "Draw: everybody chose the same");
    }

    #[test]
    fn points_are_shown_where_no_move_beats_all_others() {
        use Move::*;
        let shown = [(Rock, "Ada"), (Paper, "Bob"), (Scissors, "Cyd"), (Lizard, "Dan")];
        let rows = rows(&shown, &["Bob", "Dan"], &["Ada", "Cyd"]);
        assert!(
            rows.contains(&"Points: Rock +1, Paper -1, Scissors +1, Lizard -1".into()),
            "{rows:?}"
        );
    }

    #[test]
    fn a_crowd_is_counted() {
        let crowd: Vec<String> = (0..200).map(|number| format!("p{number}")).collect();
        assert_eq!(names(&crowd[..2]), "p0, p1");
        assert!(names(&crowd).ends_with("p11 and 188 more"));
    }
}
