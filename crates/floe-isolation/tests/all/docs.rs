//! The page that goes through the game shows the game's own code.

#[test]
fn excerpts_are_the_code() {
    let page = include_str!("../../../../docs/add-a-game.md");
    let code = concat!(include_str!("../../src/lib.rs"), include_str!("../../src/main.rs"));
    let blocks: Vec<&str> =
        page.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 6, "{} excerpts", blocks.len());
    let mut shown = 0;
    for block in blocks {
        // An ellipsis leaves something out.
        for part in block.split("// …\n") {
            let part = part.trim_end();
            assert!(code.contains(part), "docs/add-a-game.md shows what is not in the code:\n{part}");
            shown += part.lines().count();
        }
    }
    assert!(shown >= 60, "{shown} lines are shown");
}
