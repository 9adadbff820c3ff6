//! A megabyte of anything is refused, or parsed, quickly.

use std::time::{Duration, Instant};

use crate::targets::TARGETS;

const MEGABYTE: usize = 1 << 20;

/// Generous for a busy machine, short for a person who waits.
const AT_ONCE: Duration = Duration::from_secs(3);

#[test]
fn inputs_are_handled_quickly() {
    let game = |moves: &str| {
        format!(
            "floe record 1\ngame: amazons\nrules: {{\"rows\":4,\"cols\":4}}\nstart: Q3/4/4/3q w\n\n{moves}"
        )
    };
    let fill = |unit: &str| unit.repeat(MEGABYTE / unit.len());
    let nested = |open: &str| format!("a{{\"board\":{}", fill(open));
    let inputs = [
        fill("a"),
        fill("1"),
        fill("*"),
        fill("/"),
        fill("["),
        fill("{\"a\":"),
        fill(" "),
        fill("é"),
        fill("\n"),
        fill("a=[["),
        fill("rows=8,"),
        fill("atoll,"),
        fill("1/"),
        fill("a1-"),
        fill("(;"),
        fill("[a]"),
        fill("A[a]"),
        format!("(;GM[18]{})", fill("AW[aa]")),
        format!("(;{})", fill(";W[aaaaaa]")),
        format!("layout={}", fill("* ")),
        format!("holes=[{}0]", fill("[0,1],")),
        format!("game = \"fish\"\nholes = {}", fill("[")),
        format!("a{} move 0 0,0 0,0", fill("1")),
        format!("b{} w", fill("1/")),
        nested("["),
        nested("[\"1\","),
        game(&fill("a4-a3/a4 ")),
        game(&fill("0:stop? ")),
        game(&fill("0:stop? 1:refuse ")),
        game(&fill("# ")),
        format!(
            "{{\"floe\":1,\"game\":\"amazons\",\"rules\":{{}},\"start\":\"\",\"events\":[{}0]}}",
            fill("0,")
        ),
        fill("{\"start\":{}}\n"),
        fill("{\"event\":0}\n"),
    ];
    for input in inputs {
        for (name, target) in TARGETS {
            let began = Instant::now();
            target(input.as_bytes());
            let (took, head) = (began.elapsed(), input.chars().take(60).collect::<String>());
            assert!(took < AT_ONCE, "{name} took {took:?} over {} bytes of {head}", input.len());
        }
    }
}
