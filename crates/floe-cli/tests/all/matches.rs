//! Matches and tournaments: names, options, programs that do not start, standings, reports, adjudication.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::bots::{FLOE, floe, folder};

/// A bot as a shell script that places and moves nowhere: it forfeits its games, which is enough here.
const SILLY: &str = "while read a b; do case $a in ugi) echo id name Silly; echo ugiok;; isready) echo readyok;; go) echo bestmove z9;; quit) exit;; esac; done";

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn players_have_names_everywhere() {
    let folder = folder("names");
    let (silly, nameless) = (folder.join("silly.sh"), folder.join("nameless.sh"));
    fs::write(&silly, SILLY).unwrap();
    fs::write(&nameless, SILLY.replace("echo id name Silly; ", "")).unwrap();
    let (journal, report) =
        (folder.join("j").display().to_string(), folder.join("r.html").display().to_string());
    let bots = [&silly, &silly, &nameless].map(|path| format!("cmd:sh {}", path.display()));
    let named = format!("Ann B.={}", bots[0]);
    let args = ["match", "paper-penguins", "--rules", "small", "--games", "1", "--time", "20s", "--players"];
    let players = ["greedy", &bots[0], &bots[1], &bots[2], &named];
    let files = ["--journal", &journal, "--report", &report];
    let (code, text) = floe(&[&args[..], &players, &files].concat());
    assert_eq!(code, Some(0), "{text}");
    for name in ["greedy", "Silly (1)", "Silly (2)", "nameless.sh", "Ann B."] {
        assert!(text.contains(&format!("  {name} ")), "{name} in {text}");
        assert!(
            fs::read_to_string(&journal).unwrap().contains(&format!("{{\"name\":\"{name}\"}}")),
            "{name}"
        );
        assert!(fs::read_to_string(&report).unwrap().contains(name), "{name}");
    }
    // Again from the journal, which keeps the names.
    fs::write(&silly, SILLY.replace("Silly", "Sillier")).unwrap();
    let (code, again) = floe(&[&args[..], &players, &files].concat());
    assert_eq!(code, Some(0), "{again}");
    assert!(again.contains("Silly (2)") && !again.contains("Sillier"), "{again}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_that_cannot_start_ends_the_run() {
    let args = ["match", "paper-penguins", "--rules", "small", "--games", "2", "--players", "greedy"];
    for (player, words) in [
        (
            "cmd:./no-such-bot",
            "floe: no-such-bot: not started: the shell found no such program; it printed: ",
        ),
        (
            "Ann=cmd:sh -c 'echo broken >&2; exit 3'",
            "floe: Ann: not started: it ended (exit status: 3) before `ugiok`; it printed: broken",
        ),
        ("Ben=tcp:127.0.0.1:1", "floe: Ben: not started: Connection refused"),
        ("Eve=cmd:floe option.colour=mauve engine fish", "floe: Eve: not started: "),
    ] {
        let (code, text) = floe(&[&args[..], &[player]].concat());
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(words), "{text}");
        assert!(!text.contains("games  points"), "no game was played: {text}");
    }
    let (code, text) = floe(&[&args[..], &["Ann=cmd:false", "--start-failures", "forfeit"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("     2  not started"), "{text}");
    assert!(text.contains("Elo of greedy over Ann: +∞ ("), "{text}");
}

#[test]
fn bots_get_their_options_and_variables() {
    let bot = |options: &str| format!("New=cmd:WORD=x {FLOE} engine paper-penguins {options}");
    let args = [
        "match",
        "paper-penguins",
        "--rules",
        "small",
        "--games",
        "2",
        "--time",
        "20s",
        "--players",
        "greedy",
    ];
    let (code, text) = floe(&[&args[..], &[&bot("option.level=greedy option.threads=1")]].concat());
    assert_eq!((code, text.contains("faults:")), (Some(0), false), "{text}");
    let (code, text) = floe(&[&args[..], &[&bot("option.levle=greedy")]].concat());
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("New: not started: it has no option levle; it offers rules, level, threads"),
        "{text}"
    );
}

#[test]
fn reports_need_no_journal_and_tournaments_are_called_so() {
    let folder = folder("report");
    let page = folder.join("page.html");
    let path = page.display().to_string();
    let args = [
        "match",
        "paper-penguins",
        "--rules",
        "small",
        "--games",
        "2",
        "--players",
        "Ann=random",
        "Ben=greedy",
    ];
    let (code, text) = floe(&[&args[..], &["--report", &path, "--standings", "1"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.matches("standings after 1 of 2 games\n").count(), 1, "{text}");
    let html = fs::read_to_string(&page).unwrap();
    for part in
        ["<h1>Floe: a match</h1>", "Paper Pen-guins", "data-game=\"1\"", "data-game=\"2\"", "Ben wins "]
    {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("data-game=\"0\"") && !html.contains("seat 0"), "games from 1, players by name");
    let cup = folder.join("cup.toml");
    for (format, parts) in [
        ("{ format = \"swiss\", rounds = 2, sets = 1 }", ["byes  Buchholz", "Swiss, 2 rounds, 1 set each"]),
        ("{ format = \"knockout\", sets = 1, extra_sets = 1 }", ["\n1  ", "knockout, 1 set"]),
    ] {
        let file = format!(
            "game = \"paper-penguins\"\nrules = \"small\"\nplayers = [\"random\", \"greedy\", \"Cid=random\"]\nformat = {format}\nreport = \"{path}\"\ntime_margin = \"50ms\"\n"
        );
        fs::write(&cup, file).unwrap();
        let (code, text) = floe(&["tournament", cup.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(parts[0]), "{text}");
        let html = fs::read_to_string(&page).unwrap();
        assert!(html.contains("<h1>Floe: a tournament</h1>") && html.contains(parts[1]), "{format}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn engines_that_agree_need_not_play_to_the_end() {
    let args = [
        "match",
        "amazons",
        "--rules",
        "5x5",
        "--games",
        "2",
        "--time",
        "60s",
        "--json",
        "--players",
        "2",
        "3",
    ];
    let (code, text) = floe(&[&args[..], &["--adjudicate=80,4"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let lines = json_lines(&text);
    let games: Vec<&Value> = lines.iter().filter(|line| line["game"].is_object()).collect();
    assert!(games.iter().any(|game| game["adjudicated"] == true), "{text}");
    assert_eq!(games[0]["players"].as_array().unwrap().len(), 2);
    // Players that state nothing play on.
    let args =
        ["match", "amazons", "--rules", "5x5", "--games", "2", "--json", "--players", "random", "greedy"];
    let (code, text) = floe(&[&args[..], &["--adjudicate"]].concat());
    assert_eq!((code, text.contains("adjudicated")), (Some(0), false), "{text}");
    let (code, text) = floe(&["match", "fish", "--players", "random", "greedy", "--adjudicate"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("adjudication by agreement is for games of two that a resignation ends"), "{text}");
}

#[test]
fn an_interrupted_match_prints_its_standings() {
    let mut child = Command::new(FLOE)
        .args(["match", "paper-penguins", "--rules", "small", "--games", "100000", "--json"])
        .args(["--players", "Ann=random", "Ben=random"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first game is finished when its line is there.
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    lines.next().unwrap().unwrap();
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let last = lines.map_while(Result::ok).last().unwrap();
    let summary: Value = serde_json::from_str(&last).unwrap();
    assert!(summary["summary"]["games"].as_u64().unwrap() >= 1, "{last}");
    assert_eq!(summary["summary"]["names"], serde_json::json!(["Ann", "Ben"]));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert!(error["error"]["message"].as_str().unwrap().starts_with("interrupted after "), "{error}");
}

#[test]
fn a_late_move_says_how_late_and_a_margin_forgives_it() {
    let bot = "Slow=cmd:sh -c 'while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; go) sleep 1; echo bestmove z9;; esac; done'";
    let args = [
        "match",
        "paper-penguins",
        "--rules",
        "small",
        "--games",
        "2",
        "--time",
        "50ms",
        "--json",
        "--players",
        "greedy",
        bot,
    ];
    let (code, text) = floe(&args);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("ran out of time: no move after 50 ms, with 50 ms left"), "{text}");
    // With the margin its move arrives, and is illegal.
    let (code, text) = floe(&[&args[..], &["--time-margin", "30s"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("made an illegal move") && !text.contains("out of time"), "{text}");
}
