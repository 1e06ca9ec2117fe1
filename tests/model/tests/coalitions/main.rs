//! How much of a game one person with several seats wins, exactly, and whether the real rules
//! agree. Also how long games last.

mod bracket;
mod fraction;
mod lengths;
mod played;
mod solver;
mod table;

use bracket::{Bracket, Duels, Knockout};
use fraction::Fraction;
use rpsls_io::Format;
use solver::{Group, Seats, Solver};

const FORMATS: [Format; 2] = [Format::Replay, Format::Points];

/// The chance of one honest player against a person who has all other seats. In a knockout it is
/// the chance on the worst seat, since the person chooses the seats.
fn chance(format: Format, may_hide: bool, own: usize) -> Fraction {
    match format {
        Format::Replay | Format::Points => {
            let mut solver = Solver::new(Group(format), may_hide);
            Fraction::ONE - solver.wins(&Seats { honest: 1, own })
        }
        Format::Knockout => {
            let players = own + 1;
            let chances = (0..players as u8).map(|seat| {
                let mut solver = Solver::new(Knockout { players }, may_hide);
                Fraction::ONE - solver.wins(&Bracket::first(players, &[seat]))
            });
            chances.min().expect("there are seats")
        }
    }
}

fn fractions(terms: &[(i128, i128)]) -> Vec<Fraction> {
    terms.iter().map(|(above, below)| Fraction::new(*above, *below)).collect()
}

/// One honest player, whose fair share is 1/2, 1/3, 1/4 or 1/5.
#[test]
fn one_honest_player_among_the_seats_of_one_person() {
    println!(
        "| seats | fair | opened, `Replay` | opened, `Points` | closed, either | `Knockout`, either |"
    );
    let column = |may_hide, format| -> Vec<Fraction> {
        (1..5).map(|own| chance(format, may_hide, own)).collect()
    };
    let [replay, points] = FORMATS.map(|format| column(false, format));
    let hidden = FORMATS.map(|format| column(true, format));
    let knockout = [false, true].map(|may_hide| column(may_hide, Format::Knockout));
    for row in 0..4 {
        let [a, b, c, d] = [&replay, &points, &hidden[0], &knockout[0]].map(|column| column[row]);
        println!("| {} | 1/{} | {a} | {b} | {c} | {d} |", row + 2, row + 2);
    }
    assert_eq!(replay, fractions(&[(1, 2), (1, 6), (1, 18), (1, 54)]));
    assert_eq!(points, fractions(&[(1, 2), (1, 6), (1, 10), (1, 30)]));
    for format in hidden {
        assert_eq!(format, fractions(&[(1, 2), (1, 10), (0, 1), (0, 1)]));
    }
    for closed_or_not in knockout {
        assert_eq!(closed_or_not, fractions(&[(1, 2), (1, 4), (1, 4), (1, 8)]));
    }
}

/// A player who chooses moves and salts at random wins each round of the bracket with a chance of
/// exactly 1/2, and of 1 against a rival who is silent. If all places of the bracket are taken, that
/// is the fair share.
#[test]
fn nobody_has_less_of_a_knockout_than_its_bracket_leaves() {
    let mut duels = Duels::new();
    for players in 2..=255usize {
        let places = players.next_power_of_two() as i128;
        let chances = bracket::least_chances(players, &mut duels);
        assert_eq!(chances.iter().min(), Some(&Fraction::new(1, places)), "{players}");
        // A player who meets nobody in one round has twice the chance.
        let doubled = Fraction::new(2, places);
        for (seat, chance) in chances.iter().enumerate() {
            let is_full = players.is_power_of_two();
            assert!(*chance <= doubled || !is_full, "{players} seats, {seat}: {chance}");
            assert!(!is_full || *chance == Fraction::new(1, places));
        }
        println!("{players} seats: at least 1/{places}");
    }
}

/// The solver knows nothing of the theorem. It finds the same chance on every seat.
#[test]
fn the_best_that_a_person_can_do_is_what_the_theorem_leaves() {
    let mut duels = Duels::new();
    for players in 2..=8 {
        let least = bracket::least_chances(players, &mut duels);
        for (seat, least) in (0..).zip(least) {
            for may_hide in [false, true] {
                let mut solver = Solver::new(Knockout { players }, may_hide);
                let wins = solver.wins(&Bracket::first(players, &[seat]));
                assert_eq!(Fraction::ONE - wins, least, "{seat} of {players}, {may_hide}");
            }
        }
    }
}

/// Several honest players against a person who may leave seats closed.
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

/// The solved games agree with the rules: here the person plays best at a real table.
#[test]
fn the_person_wins_as_often_at_a_table_of_the_rules() {
    const GAMES: usize = 2_000;
    for (own, honest, format) in [
        (2, 1, Format::Replay),
        (2, 1, Format::Points),
        (2, 2, Format::Points),
        (3, 3, Format::Points),
        (3, 2, Format::Replay),
        (4, 4, Format::Points),
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
