use crate::table::*;
use rpsls_io::*;

#[test]
fn probe() {
    for n in [2u64, 10, 100, 250] {
        let mut t = Table::new(UNHURRIED, n);
        let mut reg = vec![];
        for u in 1..=n {
            if u % 95 == 0 {}
            reg.push(t.register(u).gas);
        }
        t.pass_deadline();
        let adv = t.send(OWNER, Action::Advance);
        let mut mv = vec![];
        let mut rv = vec![];
        if n > 15 {
            // shorter stages than blocks
        }
        for u in 1..=n {
            mv.push(
                t.make_move(u, if u == 1 { Move::Rock } else { Move::Scissors })
                    .gas,
            );
        }
        for u in 1..=n {
            let a = t.reveal(u, if u == 1 { Move::Rock } else { Move::Scissors });
            rv.push(a.gas);
            assert!(a.result.unwrap().is_ok());
        }
        let mx = |v: &Vec<u64>| {
            let mut s = v.clone();
            s.sort();
            s.reverse();
            s.iter()
                .take(3)
                .map(|g| *g as f64 / 1e9)
                .collect::<Vec<_>>()
        };
        println!(
            "N={n} advance {:.3} {:?}",
            adv.gas as f64 / 1e9,
            adv.result.is_some()
        );
        println!(
            "  register top {:.3?} last {:.3}",
            mx(&reg),
            *reg.last().unwrap() as f64 / 1e9
        );
        println!(
            "  move     top {:.3?} last {:.3}",
            mx(&mv),
            *mv.last().unwrap() as f64 / 1e9
        );
        let last = rv.pop().unwrap();
        println!(
            "  reveal   top {:.3?} last {:.3}",
            mx(&rv),
            last as f64 / 1e9
        );
    }
}

#[test]
fn floor() {
    let system = gtest::System::new();
    system.mint_to(1, PURSE);
    let p = gtest::Program::from_binary_with_id(&system, 5, gas_floor::WASM_BINARY_OPT);
    let m = p.send_bytes(1, b"");
    println!(
        "floor init {:?}",
        system.run_next_block().gas_burned.get(&m)
    );
    for first in [0u8, 0, 1, 1] {
        let m = p.send_bytes(1, [first; 33]);
        println!(
            "floor {first} {:?}",
            system.run_next_block().gas_burned.get(&m)
        );
    }
}
