//! What one person with several seats has of a game, exactly, and that the real
//! rules bear it out.

mod fraction;
mod played;
mod solver;

use fraction::Fraction;
use rpsls_io::TieBreak;
use solver::{Group, Seats, Solver};

const FORMATS: [TieBreak; 2] = [TieBreak::Replay, TieBreak::Points];

/// The chance of one honest player against a person who has all the other seats.
fn chance(tie_break: TieBreak, may_hide: bool, own: usize) -> Fraction {
    let mut solver = Solver::new(Group(tie_break), may_hide);
    Fraction::ONE - solver.wins(&Seats { honest: 1, own })
}

fn fractions(terms: &[(i128, i128)]) -> Vec<Fraction> {
    terms.iter().map(|(above, below)| Fraction::new(*above, *below)).collect()
}

/// One honest player, who has a fair share of 1/2, 1/3, 1/4, 1/5.
#[test]
fn one_honest_player_among_the_seats_of_one_person() {
    println!(
        "| seats | fair | opened, `Replay` | opened, `Points` | closed, `Replay` | closed, `Points` |"
    );
    let column = |may_hide, tie_break| -> Vec<Fraction> {
        (1..5).map(|own| chance(tie_break, may_hide, own)).collect()
    };
    let columns = [false, true].map(|may_hide| FORMATS.map(|format| column(may_hide, format)));
    for row in 0..4 {
        let [[a, b], [c, d]] = columns.each_ref().map(|column| column.each_ref().map(|c| c[row]));
        println!("| {} | 1/{} | {a} | {b} | {c} | {d} |", row + 2, row + 2);
    }
    let [[replay, points], hidden] = columns;
    assert_eq!(replay, fractions(&[(1, 2), (1, 6), (1, 18), (1, 54)]));
    assert_eq!(points, fractions(&[(1, 2), (1, 6), (1, 10), (1, 30)]));
    for format in hidden {
        assert_eq!(format, fractions(&[(1, 2), (1, 10), (0, 1), (0, 1)]));
    }
}

/// Several honest players, against a person who may leave seats closed.
#[test]
fn several_honest_players_among_the_seats_of_one_person() {
    println!("| own seats : honest | fair share | wins, `Replay` | wins, `Points` |");
    for (own, honest, replay, points) in [
        (2, 1, 0.9, 0.9),
        (2, 2, 0.794_872, 0.706_667),
        (3, 1, 1.0, 1.0),
        (3, 2, 1.0, 0.956_522),
        (3, 3, 1.0, 0.757_432),
        (3, 4, 1.0, 0.664_192),
        (4, 4, 1.0, 0.801_618),
        (5, 2, 1.0, 1.0),
        (5, 3, 1.0, 1.0),
        (5, 4, 1.0, 0.936),
    ] {
        let seats = Seats { honest, own };
        let wins = FORMATS.map(|format| Solver::new(Group(format), true).wins(&seats).to_f64());
        let [by_replay, by_points] = wins.map(|wins| 100.0 * wins);
        let fair = 100.0 * own as f64 / (own + honest) as f64;
        println!("| {own} : {honest} | {fair:.0} % | {by_replay:.1} % | {by_points:.1} % |");
        for (found, expected) in wins.iter().zip([replay, points]) {
            assert!((found - expected).abs() < 1e-6, "{own} : {honest}: {found}, not {expected}");
        }
    }
}

/// What was solved is what the rules do: the person plays best at a real table.
#[test]
fn the_person_wins_as_often_at_a_table_of_the_rules() {
    const GAMES: usize = 2_000;
    for (own, honest, format) in [
        (2, 1, TieBreak::Replay),
        (2, 1, TieBreak::Points),
        (2, 2, TieBreak::Points),
        (3, 3, TieBreak::Points),
        (3, 2, TieBreak::Replay),
        (4, 4, TieBreak::Points),
    ] {
        let seats = Seats { honest, own };
        let exact = Solver::new(Group(format), true).wins(&seats).to_f64();
        let won = played::wins(seats, format, GAMES) as f64 / GAMES as f64;
        println!("{own} : {honest}, {format:?}: {won} of {GAMES} games, exactly {exact:.4}");
        // Four standard deviations.
        let near = 4.0 * (exact * (1.0 - exact) / GAMES as f64).sqrt();
        assert!((won - exact).abs() <= near, "{won} is not within {near} of {exact}");
    }
}
