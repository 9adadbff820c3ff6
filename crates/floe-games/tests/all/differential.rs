//! The kernel against a second implementation that shares nothing with it: whole random games under presets, every
//! switch and random house rules, checked move by move.

use floe_games::switches::parse_rule_args;
use floe_games::{GameRng, registry, trace};

/// Plays random games and checks every line.
fn check(game: &str, rules: &str, seeds: std::ops::Range<u64>) -> Result<usize, String> {
    let entry = registry::find(game).unwrap();
    let set = entry.rules(&parse_rule_args(rules).unwrap()).map_err(|refusal| refusal.to_string())?;
    let mut plies = 0;
    for seed in seeds {
        let mut text = String::new();
        let mut player = GameRng::for_player(seed);
        trace::play(
            &set,
            seed,
            &mut |_, legal| legal[player.below(legal.len() as u32) as usize].clone(),
            &mut |line| text += &format!("{line}\n"),
        )
        .map_err(|refusal| refusal.to_string())?;
        let summary =
            floe_naive::check_trace(&text).map_err(|error| format!("{game} {rules} seed {seed}: {error}"))?;
        assert_eq!(summary.games, 1);
        plies += summary.plies;
    }
    Ok(plies)
}

#[test]
fn every_preset_and_switch() {
    let cases = include_str!("data/differential.txt");
    let mut failures = Vec::new();
    for line in cases.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut fields = line.split_whitespace();
        let (game, games) = (fields.next().unwrap(), fields.next().unwrap().parse().unwrap());
        let rules = fields.collect::<Vec<_>>().join(" ");
        match check(game, &rules, 0..games) {
            Ok(plies) => assert!(plies > 0, "{line}"),
            Err(error) => failures.push(format!("{line}: {error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn house_rules_mixed_at_random() {
    let mut dice = GameRng::for_player(99);
    let (mut played, mut refused) = (0, 0);
    for seed in 0..2000u64 {
        let mut pick = |words: &[&'static str]| words[dice.below(words.len() as u32) as usize];
        let topology = pick(&["square", "hex", "hex_columns"]);
        let rules = format!(
            "topology={topology},rows={},cols={},players={},pieces={},lay={},draw={},place_on={},block={},claim={},end={},\
             end_turns={},score={},ties={},claim_under={},retire_stuck={},supply=null,place_order={},moves_first={},swap={},komi={}",
            pick(&["3", "4", "5"]),
            pick(&["3", "4", "5", "6"]),
            pick(&["2", "3", "4"]),
            pick(&["1", "2", "2", "3"]),
            pick(&["random", "alternate"]),
            pick(&["pile", "supply", "highest"]),
            pick(&["one", "any"]),
            pick(&["left", "shot", "claimed"]),
            pick(&["none", "left", "reached", "shot", "corners"]),
            pick(&["last_mover", "nobody_moves", "idle_turns"]),
            pick(&["1", "2", "4"]),
            pick(&["last_mover", "fish"]),
            pick(&["tiles", "share"]),
            pick(&["true", "false"]),
            pick(&["true", "false"]),
            pick(&["alternate", "snake"]),
            pick(&["first_placer", "last_placer"]),
            pick(&["true", "false", "false"]),
            pick(&["0", "0", "0", "1.5", "-0.5"]),
        );
        // Swapping and komi are for two.
        let rules = rules.replace("players=3", pick(&["players=3", "players=2"]));
        match check("penguins", &rules, seed..seed + 1) {
            Ok(_) => played += 1,
            Err(error) if error.contains("seed ") => panic!("{error}"),
            Err(_) => refused += 1,
        }
    }
    assert!(played > 500, "{played} mixes were played, {refused} refused");
}
