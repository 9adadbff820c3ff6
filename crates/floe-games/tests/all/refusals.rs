//! Invalid input and the sentence that refuses it: what is wrong and what would be right. Each line of the data file is
//! an input, its kind first and its fields separated by `::`; the sentence and the cause are indented below it.

use floe_games::record::Record;
use floe_games::switches::{parse_file, parse_rule_args};
use floe_games::{Action, Refusal, Start, amazons, open, registry, trace};

use crate::common;

fn rules(game: &str, rule_args: &str) -> Result<(), Refusal> {
    let set = registry::find(game)?.rules(&parse_rule_args(rule_args)?)?;
    open(&set, Start::Seed(0)).map(drop)
}

fn file(text: &str) -> Result<(), Refusal> {
    let (game, rule_args) = parse_file(text)?;
    let set = registry::find(&game.unwrap_or_default())?.rules(&rule_args)?;
    open(&set, Start::Seed(0)).map(drop)
}

fn act(game: &str, setting: &str, from: &str, acts: &str) -> Result<(), Refusal> {
    let mut table = common::table(game, setting, from)?;
    acts.split(' ').try_for_each(|act| {
        let (seat, word) = act.split_once(':').unwrap();
        table.act(seat.parse().unwrap(), Action::parse(word).unwrap())
    })
}

fn meet(input: &str) -> Result<(), Refusal> {
    let input = input.replace("\\n", "\n");
    let fields: Vec<&str> = input.split("::").map(str::trim).collect();
    match fields[..] {
        ["move", game, rules, from, text] => common::table(game, rules, from)?.canonical_move(text).map(drop),
        ["turn", game, rules, from, text] => common::table(game, rules, from)?.play(1, text),
        ["position", game, rules, text] => common::table(game, rules, &format!("position {text}")).map(drop),
        ["act", game, rules, from, acts] => act(game, rules, from, acts),
        ["rules", game, rule_args] => rules(game, rule_args),
        ["file", text] => file(text),
        ["record", text] => Record::parse(text).and_then(|record| record.replay()).map(drop),
        ["sgf", text] => amazons::sgf::parse(text).map(drop),
        ["trace", text] => trace::records(text).map(drop),
        _ => panic!("{input}: no such kind"),
    }
}

#[test]
fn say_what_is_wrong_and_what_would_be_right() {
    let lines =
        include_str!("data/refusals.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let mut failures = String::new();
    for entry in lines.chunks(3) {
        let [input, sentence, cause] = entry[..] else {
            panic!("{entry:?}: an input, its sentence, its cause")
        };
        let Err(refusal) = meet(input) else { panic!("{input}: accepted") };
        let met = [refusal.message.replace('\n', "\\n"), serde_json::to_string(&refusal.cause).unwrap()];
        if met != [sentence.trim(), cause.trim()] {
            failures += &format!("{input}\n    {}\n    {}\n", met[0], met[1]);
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
