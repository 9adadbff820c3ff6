//! What scripts depend on: exit codes, which stream gets what, pure JSON, errors as sentences.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn floe(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early need not read all its input.
    let _unread = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = text(&floe(&["--help"], b"").stdout);
    let commands = [
        "games",
        "play",
        "show",
        "perft",
        "solve",
        "puzzle",
        "trace",
        "replay",
        "analyze",
        "review",
        "convert",
        "print",
        "verify",
        "engine",
        "fish",
        "bench",
        "completions",
        "serve",
        "join",
        "backup",
        "restore",
        "store",
        "match",
        "tournament",
        "check-bot",
        "train",
        "lab",
        "rules",
        "man",
    ];
    for command in commands {
        assert_eq!(help.matches(&format!("\n  {command} ")).count(), 1, "floe --help names {command} once");
        let output = floe(&[command, "--help"], b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("Example"), "floe {command} --help shows an example");
    }
}

#[test]
fn help_is_grouped() {
    let help = text(&floe(&["--help"], b"").stdout);
    let groups: Vec<&str> =
        help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
    assert_eq!(groups, ["Play:", "Study:", "Bots:", "Design:", "Host:", "Develop:", "Options:", "Examples:"]);
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
}

#[test]
fn misspelt_names_are_pointed_out() {
    for (args, expected) in [
        (&["show", "penguin"][..], "floe: unknown game 'penguin' (did you mean penguins?); the games are"),
        (
            &["show", "fish", "--rules", "player=3"],
            "floe: fish: unknown switch 'player' (did you mean players?)",
        ),
        (
            &["engine", "fish", "--level", "greddy"],
            "floe: invalid value 'greddy' for '--level <LEVEL>': unknown level 'greddy' (did you mean greedy?)",
        ),
        (
            &["match", "fish", "--players", "5", "rendom"],
            "floe: invalid value 'rendom' for '--players <PLAYERS> <PLAYERS>...': unknown player 'rendom' (did you mean random?)",
        ),
        (&["matches"], "floe: unrecognized subcommand 'matches'"),
    ] {
        let output = floe(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(text(&output.stderr).starts_with(expected), "{args:?}: {}", text(&output.stderr));
    }
}

#[test]
fn under_json_errors_are_json_and_useless_json_is_refused() {
    for (args, expected) in [
        (&["show", "chess", "--json"][..], r#"{"error":{"message":"unknown game 'chess'; the games are "#),
        (
            &["--json", "show", "amazons", "--moves", "d1-d10/d1"],
            r#"{"error":{"message":"d1-d10/d1: d10 is taken by another amazon","exit":2,"kind":"cell_taken","cell":"d10","seat":1}}"#,
        ),
        (
            &["perft", "--json"],
            r#"{"error":{"message":"the following required arguments were not provided: --depth <DEPTH> <GAME>","exit":2}}"#,
        ),
        (
            &["engine", "amazons", "--json"],
            r#"{"error":{"message":"--json does nothing here: floe engine speaks UGI","exit":2}}"#,
        ),
        (&["completions", "bash", "--json"], r#"{"error":{"message":"--json does nothing here: "#),
        (
            &["backup", "--json", "--to", "copy.db"],
            r#"{"error":{"message":"--json does nothing here: it only writes a file""#,
        ),
        (
            &["convert", "-", "--to", "text", "--json"],
            r#"{"error":{"message":"--json does nothing here: floe convert has its format in --to""#,
        ),
    ] {
        let output = floe(args, b"");
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{args:?}");
        let message = text(&output.stderr);
        assert!(message.starts_with(expected), "{args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{args:?}");
        serde_json::from_str::<Value>(&message).unwrap();
    }
    // A negative answer is an error with exit status 1.
    let output = floe(&["analyze", "amazons", "--position", "Q*q/***/*** w", "--nodes", "9", "--json"], b"");
    assert_eq!(output.status.code(), Some(1));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["error"]["exit"], 1);
}

#[test]
fn rules_are_shown_as_text() {
    let output = floe(&["rules", "pauper"], b"");
    assert_eq!(output.status.code(), Some(0));
    let rules = text(&output.stdout);
    assert!(rules.starts_with("Penguins (penguins) and Mr. Pauper's Penguins (pauper)\n==="), "{rules}");
    assert!(!rules.contains('\u{1b}'), "no colours outside a terminal");
    let json: Value = serde_json::from_slice(&floe(&["rules", "montauk", "--json"], b"").stdout).unwrap();
    assert!(json["rules"].as_str().unwrap().starts_with("# Montauk"), "{json}");
    let unknown = floe(&["rules", "amazon"], b"");
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn shells_complete_games_switches_and_levels() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&floe(&["completions", shell], b"").stdout);
        for value in ["paper-penguins", "topology=hex", "rows=", "snowflake", "greedy", "check-bot"] {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::env::temp_dir().join(format!("floe-man-{}", std::process::id()));
    let output = floe(&["man", folder.to_str().unwrap()], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for page in ["floe.1", "floe-match.1", "floe-check-bot.1", "floe-rules.1"] {
        let page = std::fs::read_to_string(folder.join(page)).unwrap();
        assert!(page.contains(".TH ") && page.contains(".SH NAME"), "{page}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_version_may_name_a_commit() {
    let version = text(&floe(&["--version"], b"").stdout);
    let first = version.lines().next().unwrap();
    let rest = first.strip_prefix(concat!("floe ", env!("CARGO_PKG_VERSION"))).unwrap();
    let commit = rest.trim().trim_start_matches('(').trim_end_matches(')');
    assert!(rest.is_empty() || commit.len() >= 7 && rest.starts_with(" ("), "{version}");
}

#[test]
fn the_version_names_the_instructions_and_they_change_no_answer() {
    let run = |cpu: &str, args: &[&str]| {
        let program = env!("CARGO_BIN_EXE_floe");
        let output = std::process::Command::new(program).args(args).env("FLOE_CPU", cpu).output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (_, version, _) = run("baseline", &["--version"]);
    let hot = version.lines().nth(1).and_then(|line| line.strip_prefix("hot code: "));
    assert!(
        hot.is_some_and(|hot| hot.contains(std::env::consts::ARCH) || hot.contains("x86-64")),
        "{version}"
    );
    assert!(run("auto", &["-V"]).1.lines().count() == 1);
    for game in ["amazons", "penguins", "penguin-buffet", "montauk"] {
        let args = ["analyze", game, "--seed", "7", "--nodes", "3000"];
        let [one, other] = ["baseline", "auto"].map(|cpu| {
            let (code, answer, errors) = run(cpu, &args);
            assert_eq!(code, Some(0), "{errors}");
            // The last number is the time it took.
            answer.rsplit_once(" nodes, ").expect("the nodes").0.to_owned()
        });
        assert_eq!(one, other, "{game}");
    }
    let refused = (Some(2), String::new(), "floe: FLOE_CPU is 'fast'; use baseline or auto\n".to_owned());
    assert_eq!(run("fast", &["games"]), refused);
}

#[test]
fn moves_are_read_as_people_write_them() {
    let list = b"1. d1-d7(g7) g10-g8(g10) {why not} 2. a4-b4(a4) 1-0";
    let moves = floe(&["convert", "-", "--game", "amazons", "--to", "moves"], list).stdout;
    assert_eq!(text(&moves), "d1-d7/g7 g10-g8/g10 a4-b4/a4\n");
    let shown = floe(&["show", "amazons", "--moves", "1. d1-d7(g7)"], b"").stdout;
    assert_eq!(text(&shown), text(&floe(&["show", "amazons", "--moves", "d1-d7/g7"], b"").stdout));
    let pgn = b"[White \"Ann\"]\n[Variant \"Amazons\"]\n\n1. d1d7,d7g7 Qgg8,g8g10 *";
    let record: Value = serde_json::from_slice(&floe(&["convert", "-"], pgn).stdout).unwrap();
    assert_eq!(
        (&record["players"][0]["name"], record["events"].as_array().unwrap().len()),
        (&Value::from("Ann"), 2)
    );
}

#[test]
fn exit_codes_and_error_messages() {
    for (args, input, code, expected) in [
        (&["show", "chess"][..], "", 2, "floe: unknown game 'chess'; the games are amazons, penguins"),
        (&["show", "amazons", "--moves", "d1-d11/d1"], "", 2, "floe: 'd1-d11/d1': there is no cell d11"),
        (
            &["show", "amazons", "--moves", "d1-d10/d1"],
            "",
            2,
            "floe: d1-d10/d1: d10 is taken by another amazon",
        ),
        (
            &["show", "amazons", "--rules", "rows=9"],
            "",
            2,
            "floe: a board of 9 rows and 10 columns has no standard start; give one",
        ),
        (
            &["show", "fish", "--rules", "rows=2,cols=3"],
            "",
            2,
            "floe: 8 pieces (2 players with 4) need 8 cells",
        ),
        (
            &["show", "penguins", "--rules", "claim=none"],
            "",
            2,
            "floe: score fish with claim none: no one would",
        ),
        (
            &["perft", "penguins", "--rules", "slides", "--depth", "1"],
            "",
            2,
            "floe: a chance event comes before that depth",
        ),
        (
            &["trace", "fish", "--policy", "max@1s"],
            "",
            2,
            "floe: invalid value 'max@1s' for '--policy <LEVEL>': max@1s is limited by time",
        ),
        (&["replay", "-"], "{}", 2, "floe: not a Floe record: missing field `floe`"),
        (
            &["convert", "-"],
            "e2e4",
            2,
            "floe: - is not a record, trace, SGF or PGN; for a plain list of moves add --game",
        ),
        (
            &["analyze", "amazons", "--nodes", "9", "--view", "1"],
            "",
            2,
            "floe: seat 0 is to move, so only seat 0 can be analysed, not seat 1",
        ),
        (
            &["analyze", "amazons", "--position", "Q*q/***/*** w", "--nodes", "9"],
            "",
            1,
            "floe: the game is over; there is nothing to analyse",
        ),
        (
            &["analyze", "fish", "--time", "soon"],
            "",
            2,
            "floe: invalid value 'soon' for '--time <TIME>': expected a time such as 5s or 200ms",
        ),
        (&["review", "-"], "{}", 2, "floe: not a Floe record: missing field `floe`"),
        (&["lab", "html", "-"], "{}", 2, "floe: - is not the output of `floe lab --json`"),
        (&["lab", "penguins", "--switches", "size"], "", 2, "floe: penguins has no switch 'size'"),
        (&["lab", "layouts", "montauk"], "", 2, "floe: no boards for montauk"),
        (
            &["lab", "fish", "--level", "max"],
            "",
            2,
            "floe: invalid value 'max' for '--level <LEVEL>': max is limited by time",
        ),
        (&["fish", "xboard"], "[", 2, "floe: the input is not {\"position\""),
        (
            &["show", "penguins", "--rules", "@no-such-file.toml"],
            "",
            2,
            "floe: no-such-file.toml: No such file",
        ),
        (&["perft"], "", 2, "floe: the following required arguments were not provided"),
    ] {
        let output = floe(args, input.as_bytes());
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert!(text(&output.stderr).starts_with(expected), "{args:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{args:?} prints nothing on standard output");
    }
}

#[test]
fn a_record_that_breaks_the_rules_exits_with_1() {
    let record = text(&floe(&["convert", "-", "--game", "amazons"], b"d1d7g7 a7b6a7").stdout);
    let forged = record.replace("a7-b6/a7", "a7-b5/a7");
    let output = floe(&["replay", "-"], forged.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "floe: -: event 2: a7-b5/a7: no straight line joins a7 and b5\n");
}

#[test]
fn json_is_one_value_or_one_per_line() {
    for args in [
        &["games", "--json"][..],
        &["games", "pauper", "--json"],
        &["show", "fish", "--json"],
        &["analyze", "fish", "--nodes", "100", "--json"],
        &["analyze", "montauk", "--seed", "3", "--nodes", "100", "--json"],
        &["perft", "amazons", "--rules", "6x6", "--depth", "2", "--divide", "--json"],
        &["bench", "fish", "--json"],
        &["lab", "fish", "--rules", "rows=3,cols=4,players=3", "--games", "2", "--json"],
        &["trace", "paper-penguins", "--rules", "small"],
    ] {
        let output = floe(args, b"");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
        for line in text(&output.stdout).lines() {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{args:?}: {error}: {line}"));
        }
    }
}

#[test]
fn an_analysis_uses_only_what_its_seat_sees() {
    let full: Value = serde_json::from_slice(&floe(&["show", "montauk", "--json"], b"").stdout).unwrap();
    assert_eq!(full["actor"], "chance", "dice come first, and an analysis rolls them");
    let args = ["analyze", "montauk", "--seed", "3", "--nodes", "100", "--lines", "6", "--json"];
    let analysis: Value = serde_json::from_slice(&floe(&args, b"").stdout).unwrap();
    assert_eq!((&analysis["hidden"], &analysis["seat"]), (&Value::Bool(true), &Value::from(1)));
    let view = analysis["position"].as_str().unwrap();
    assert!(view.contains("hands=?6/"), "{view}");
    // A view can be analysed as well, with the same result.
    let args =
        ["analyze", "montauk", "--position", view, "--seed", "3", "--nodes", "100", "--lines", "6", "--json"];
    let again: Value = serde_json::from_slice(&floe(&args, b"").stdout).unwrap();
    assert_eq!((&again["position"], &again["lines"]), (&analysis["position"], &analysis["lines"]));
    for line in again["lines"].as_array().unwrap() {
        let reasons = line["reasons"].as_array().unwrap();
        assert!(reasons.iter().any(|reason| reason.as_str().unwrap().contains("not seen yet")), "{line}");
    }
}

#[test]
fn a_game_is_reviewed_the_same_way_twice() {
    let folder = std::env::temp_dir().join(format!("floe-review-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let picture = folder.join("game.svg");
    let trace = floe(&["trace", "paper-penguins", "--rules", "small"], b"").stdout;
    let record = floe(&["convert", "-"], &trace).stdout;
    let args = ["review", "-", "--nodes", "50", "--svg", picture.to_str().unwrap()];
    let first = floe(&args, &record);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(first.stderr.is_empty());
    assert_eq!(text(&first.stdout), text(&floe(&args, &record).stdout));
    assert!(std::fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    std::fs::remove_dir_all(&folder).unwrap();
    let json = floe(&["review", "-", "--nodes", "50", "--json"], &record).stdout;
    let json: Value = serde_json::from_slice(&json).unwrap();
    let played: Vec<&str> =
        json["moves"].as_array().unwrap().iter().map(|judged| judged["move"].as_str().unwrap()).collect();
    let moves = text(&floe(&["convert", "-", "--to", "moves"], &record).stdout);
    assert_eq!(played, moves.split_whitespace().collect::<Vec<_>>());
    // A record that breaks the rules gives exit code 1.
    let forged = text(&record).replacen(played[8], "a1-a1", 1);
    assert_eq!(floe(&["review", "-"], forged.as_bytes()).status.code(), Some(1));
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    let output =
        floe(&["perft", "amazons", "--rules", "rows=4,cols=4", "--depth", "3", "--threads", "2"], b"");
    assert_eq!(text(&output.stdout), "1 88\n2 4336\n3 139500\n");
    let moves = "c3 f3 f7 b1 h2 d8 c8 e3";
    let output = floe(&["perft", "paper-penguins", "--moves", moves, "--depth", "3"], b"");
    assert_eq!(text(&output.stdout), "1 74\n2 5384\n3 352327\n");
    let diagram = "322r3110 33333rr3 2rb23120 12b12212 11321110 23322123 1b222320 2112b332";
    let output = floe(&["perft", "penguins", "--position", diagram, "--depth", "3"], b"");
    assert_eq!(text(&output.stdout), "1 50\n2 2865\n3 124597\n");
    // A finished game has no sequences.
    let over = "Q*q/***/*** w";
    let output = floe(&["perft", "amazons", "--position", over, "--depth", "2"], b"");
    assert_eq!(text(&output.stdout), "1 0\n2 0\n");
}

#[test]
fn traces_repeat_exactly_and_pass_a_second_implementation() {
    for args in [
        &["trace", "amazons", "--rules", "6x6", "--seed", "3"][..],
        &["trace", "penguins", "--rules", "players=3,slides", "--games", "3"],
        &["trace", "fish", "--rules", "wild,players=4", "--games", "3", "--seed", "18446744073709551615"],
        &["trace", "amazon-penguins", "--rules", "rows=4,cols=5,pieces=2", "--games", "3"],
        &["trace", "paper-penguins", "--rules", "lay=alternate,retire_stuck=true", "--games", "3"],
    ] {
        let first = text(&floe(args, b"").stdout);
        assert_eq!(first, text(&floe(args, b"").stdout));
        floe_naive::check_trace(&first).unwrap_or_else(|wrong| panic!("{args:?}: {wrong}"));
        // They are also records that replay.
        let records = text(&floe(&["convert", "-", "--to", "json"], first.as_bytes()).stdout);
        for record in records.lines() {
            let output = floe(&["replay", "-"], record.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        }
    }
}

#[test]
fn formats_convert_to_each_other_and_back() {
    let trace = floe(&["trace", "amazons", "--rules", "5x5"], b"").stdout;
    let json = floe(&["convert", "-", "--to", "json"], &trace).stdout;
    for format in ["text", "json", "sgf"] {
        let there = floe(&["convert", "-", "--to", format], &json).stdout;
        let back = floe(&["convert", "-", "--to", "moves"], &there).stdout;
        assert_eq!(text(&back), text(&floe(&["convert", "-", "--to", "moves"], &json).stdout), "{format}");
    }
    for format in ["moves", "uci", "compact"] {
        let there = floe(&["convert", "-", "--to", format], &json).stdout;
        let args = ["convert", "-", "--game", "amazons", "--rules", "5x5", "--to", "position"];
        assert_eq!(
            text(&floe(&args, &there).stdout),
            text(&floe(&["convert", "-", "--to", "position"], &json).stdout)
        );
    }
}

#[test]
fn endless_input_is_refused() {
    let flood = vec![b'['; 8 << 20];
    for args in [&["fish", "xstate"][..], &["replay", "-"], &["convert", "-"]] {
        let output = floe(args, &flood);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
        assert!(output.stderr.len() < 300, "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_floe"))
        .args(["trace", "amazons", "--games", "20"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn help_shows_examples_that_work() {
    let folder = std::env::temp_dir().join(format!("floe-examples-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let amazons = floe(&["trace", "amazons", "--rules", "5x5"], b"").stdout;
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write("game.json", &floe(&["convert", "-"], &amazons).stdout);
    write("game.sgf", &floe(&["convert", "-", "--to", "sgf"], &amazons).stdout);
    write("moves.txt", b"d1-d7/g7 a7-b6/a7");
    let state = r#"[2,{"players":[{"color":"red","score":0,"places":[[0,0]]}],"board":[[1,2],[3,4]]}]"#;
    write("state.json", state.as_bytes());
    let cup = "game = 'fish'\nplayers = ['random', 'greedy', 'random']\nformat = { format = 'knockout', sets = 1, extra_sets = 2 }\njournal = 'cup.journal'\n";
    write("cup.toml", cup.as_bytes());
    write("small.toml", b"game = 'paper-penguins'\nrows = 5\ncols = 5\npieces = 2\n");
    write("large.toml", b"game = 'paper-penguins'\nrows = 6\ncols = 6\npieces = 2\n");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_floe"));
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    let mut run = 0;
    for command in [
        "", "games", "show", "perft", "solve", "trace", "replay", "convert", "verify", "engine", "fish",
        "match", "analyze", "review", "serve", "play", "lab", "puzzle", "rules",
    ] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = text(&floe(&args, b"").stdout);
        let examples = help.split("Example").nth(1).unwrap_or_default().lines().map(str::trim);
        // A server runs until it is stopped; tests/server runs it.
        let serves = |line: &&str| line.starts_with("floe serve") && !line.contains("--print-config");
        // The full screen needs a terminal; tests/terminal.rs has one.
        let is_menu = |line: &str| line.split("  ").next() == Some("floe play");
        let shows = |line: &&str| line.contains("--replay") || line.contains("--watch") || is_menu(line);
        // Workers need a NATS server; workers.rs has one.
        let needs_workers = |line: &&str| line.contains("--workers");
        let ends = |line: &&str| !serves(line) && !shows(line) && !needs_workers(line);
        for line in examples.filter(|line| line.starts_with("floe ") || line.contains("| floe ")).filter(ends)
        {
            // The purpose of an example follows it, after several spaces.
            let line = line.split("  ").next().unwrap();
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).env("PATH", &path).current_dir(&folder).stdin(Stdio::null());
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{line}: {}", text(&output.stderr));
            run += 1;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(run > 25, "{run} examples");
}

#[test]
fn a_dealer_cannot_change_its_commitment() {
    let secret = "5".repeat(64);
    let args = ["trace", "penguin-buffet", "--fair", &secret, "--contribute", "Ann", "--contribute", "Ben"];
    let trace = text(&floe(&args, b"").stdout);
    let record = floe(&["convert", "-"], trace.as_bytes()).stdout;
    let verdict = floe(&["verify", "-"], &record);
    assert_eq!(verdict.status.code(), Some(0), "{}", text(&verdict.stderr));
    // Nothing is dealt in Amazons, so no player has to contribute.
    let trace = floe(&["trace", "amazons", "--fair", &secret, "--games", "1"], b"").stdout;
    let amazons = floe(&["convert", "-"], &trace).stdout;
    let verdict = floe(&["verify", "--strict", "-"], &amazons);
    assert_eq!(verdict.status.code(), Some(0), "{}", text(&verdict.stderr));
    assert!(text(&verdict.stdout).contains("this game has no chance events"));
    let trace = text(&floe(&args, b"").stdout);
    // Another commitment at the start, another contribution, another card.
    let first = trace.lines().next().unwrap();
    let commitment = first.split("\"commitment\":\"").nth(1).unwrap().split('"').next().unwrap();
    let other = format!("{}{}", if commitment.starts_with('0') { "1" } else { "0" }, &commitment[1..]);
    for (from, to) in [(commitment, other.as_str()), ("Ann", "Eve")] {
        let forged = trace.replacen(from, to, 1);
        let output = floe(&["convert", "-"], forged.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains("the secret revealed does not match the commitment at the start")
        );
        let forged = text(&record).replace(from, to);
        assert_eq!(floe(&["verify", "-"], forged.as_bytes()).status.code(), Some(1));
    }
    let args = ["trace", "montauk", "--fair", &secret, "--games", "2"];
    assert!(text(&floe(&args, b"").stderr).contains("a secret is for one game only"));
    let args =
        ["trace", "montauk", "--fair", "new", "--contribute", "a", "--contribute", "b", "--contribute", "c"];
    assert!(text(&floe(&args, b"").stderr).contains("3 contributions for 2 players"));
}

#[test]
fn a_viewer_learns_nothing_from_refusals() {
    let show = |moves: &str, view: &str| {
        floe(&["show", "montauk", "--seed", "3", "--moves", moves, "--view", view], b"")
    };
    for (moves, view) in [("KH AS", "1"), ("AS", "0"), ("AS", "spectator")] {
        let output = show(moves, view);
        let expected = text(&output.stderr);
        assert!(!expected.contains("you hold") || expected.is_empty(), "{moves} {view}: {expected}");
    }
    assert!(text(&show("", "2").stderr).contains("no seat 2; this game has 2 seats"));
}

#[test]
fn minimax_on_large_boards_answers_quickly() {
    let began = std::time::Instant::now();
    let input = br#"{"row":10,"column":10,"players":[["a",2],["b",2]],"fish":1}"#;
    assert_eq!(floe(&["fish", "xref"], input).status.code(), Some(0));
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn a_killed_match_resumes_and_repeats_nothing() {
    let folder = std::env::temp_dir().join(format!("floe-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let journal = folder.join("match.journal");
    let args =
        ["match", "amazons", "--rules", "6x6", "--players", "random", "greedy", "--games", "40", "--journal"];
    let args: Vec<&str> = args.into_iter().chain([journal.to_str().unwrap()]).collect();
    // Killed five times at different moments, and finished at the end.
    for delay in [20, 60, 100, 140, 180] {
        let mut child =
            Command::new(env!("CARGO_BIN_EXE_floe")).args(&args).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(delay));
        // It may have finished already; then there is nothing to kill.
        let _done = child.kill();
        child.wait().unwrap();
    }
    let output = floe(&args, b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.contains(" 40 "), "{table}");
    let lines = std::fs::read_to_string(&journal).unwrap();
    let mut fixtures: Vec<u64> = lines
        .lines()
        .filter_map(|line| line.split("\"fixture\":").nth(1)?.split(',').next()?.parse().ok())
        .collect();
    fixtures.sort_unstable();
    assert_eq!(fixtures, (0..40).collect::<Vec<u64>>());
    // The same match without an interruption has the same result.
    let whole = folder.join("whole.journal");
    let args: Vec<&str> = args[..args.len() - 1].iter().copied().chain([whole.to_str().unwrap()]).collect();
    assert_eq!(text(&floe(&args, b"").stdout), table);
    std::fs::remove_dir_all(&folder).unwrap();
}
