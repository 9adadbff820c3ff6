//! Real programs as players: faults are detected, no program outlives its game, and nothing is left open.

use std::time::{Duration, Instant};

use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_referee::game::{ChanceSource, GameSpec, play};
use floe_referee::{LaunchOptions, Observers, Player, Random, TimeControl, UgiPlayer};

fn fixture() -> GameSpec {
    let rules = registry::find("paper-penguins").unwrap().rules(&parse_rule_args("small").unwrap()).unwrap();
    GameSpec {
        rules,
        source: ChanceSource::Seed(1),
        control: TimeControl::per_move(Duration::from_millis(400)),
        handshake_timeout: Duration::from_millis(800),
        substitute: None,
        time_margin: Duration::ZERO,
        agreement: None,
    }
}

/// A shell script that answers the handshake and runs `on_go` at each `go`.
fn script(on_go: &str) -> String {
    format!(
        "sh -c 'while read line; do case $line in ugi) echo ugiok;; isready) echo readyok;; go*) {on_go};; esac; done'"
    )
}

async fn meet(command: &str) -> (Vec<(usize, &'static str)>, Vec<usize>) {
    let bad = UgiPlayer::launch(command, LaunchOptions::default()).unwrap();
    let players: Vec<Box<dyn Player>> = vec![Box::new(bad), Box::new(Random::new(1))];
    let played = play(&fixture(), players, &mut Observers::new()).await.unwrap();
    let causes = played.faults.iter().map(|(seat, fault)| (*seat, fault.cause())).collect();
    (causes, played.record.result.unwrap().winners)
}

#[tokio::test]
async fn bad_programs_lose_and_honest_players_win() {
    for (command, cause) in [
        ("false".to_owned(), "not started"),
        ("no-such-program-anywhere".to_owned(), "not started"),
        ("sh -c 'echo ugiok; exit 1'".to_owned(), "closed connection"),
        (format!("{} option.depth=3", script("echo bestmove a1")), "not started"),
        ("sleep 600".to_owned(), "out of time"),
        ("cat".to_owned(), "out of time"),
        ("yes".to_owned(), "wrong protocol"),
        ("sh -c 'echo bestmove a1; sleep 600'".to_owned(), "wrong protocol"),
        ("head -c 100000000 /dev/zero".to_owned(), "flood"),
        (script("echo bestmove z99"), "illegal move"),
        (script("echo bestmove"), "malformed answer"),
        (script("printf \"bestmove a1\\nbestmove a1\\n\""), "malformed answer"),
        (script("exit 3"), "closed connection"),
        (script("sleep 600"), "out of time"),
        (script("printf best; sleep 600"), "out of time"),
        (script("printf \"\\377\\376\\n\""), "malformed answer"),
        (script("kill -9 $$"), "closed connection"),
        (script("yes noise"), "flood"),
    ] {
        let (causes, winners) = meet(&command).await;
        assert_eq!(causes, [(0, cause)], "{command}");
        assert_eq!(winners, [1], "{command}");
    }
}

/// A program that greets unasked and exits has started, even if it was gone before `ugi` reached it.
#[tokio::test]
async fn a_greeting_counts_although_nobody_reads_the_request() {
    for (greeting, cause) in [("ugiok\n", "closed connection"), ("id name Early\n", "not started")] {
        let bad = UgiPlayer::over("early", greeting.as_bytes(), to_closed());
        let players: Vec<Box<dyn Player>> = vec![Box::new(bad), Box::new(Random::new(1))];
        let played = play(&fixture(), players, &mut Observers::new()).await.unwrap();
        assert_eq!(played.faults[0].1.cause(), cause, "{greeting:?}");
    }
}

/// A stream that refuses every write.
fn to_closed() -> tokio::io::DuplexStream {
    tokio::io::duplex(64).0
}

/// Processes whose command line contains a word.
fn alive(word: &str) -> usize {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 0 };
    entries
        .flatten()
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .filter(|line| String::from_utf8_lossy(line).contains(word))
        .count()
}

#[tokio::test]
async fn children_of_children_die_with_the_game() {
    // A number that no other process sleeps for.
    let word = format!("{}", 86_400_000 + std::process::id());
    let command = script(&format!("sleep {word} & sleep {word} & sleep {word}"));
    let (causes, _) = meet(&command).await;
    assert_eq!(causes, [(0, "out of time")]);
    let began = Instant::now();
    while alive(&word) > 0 && began.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(alive(&word), 0, "no process sleeps on");
}

#[tokio::test]
async fn nothing_stays_open() {
    let open = || std::fs::read_dir("/proc/self/fd").map_or(0, |entries| entries.count());
    meet("false").await;
    let before = open();
    for _ in 0..20 {
        meet("false").await;
    }
    assert!(open() <= before + 2, "{} files open, {before} before", open());
}

#[tokio::test]
async fn a_child_gets_no_secrets_and_stays_within_its_limits() {
    // It plays by what it sees: a secret or more files than allowed make it name the cell z99.
    let spy = script(
        "if [ -n \"$HOME$USER$CARGO\" ] || [ $(ulimit -n) -gt 1024 ] || [ $(env | wc -l) -gt 4 ]; then echo bestmove z99; else echo bestmove z98; fi",
    );
    let bad = UgiPlayer::launch(&spy, LaunchOptions::default()).unwrap();
    let players: Vec<Box<dyn Player>> = vec![Box::new(bad), Box::new(Random::new(1))];
    let played = play(&fixture(), players, &mut Observers::new()).await.unwrap();
    let words = played.faults[0].1.to_string();
    assert!(words.contains("z98"), "{words}");
}

#[tokio::test]
async fn a_command_sets_variables_and_options() {
    // It names the cell z97 if it got everything it was promised.
    let bot = "WORD='a b' N=7 sh -c 'while read -r a b c d e; do case $a in ugi) echo option name Skill Level type spin; echo ugiok;; isready) echo readyok;; setoption) [ \"$c $d $e\" = \"Skill Level value 3\" ] && set=1;; go) [ \"$WORD$N$set\" = \"a b71\" ] && echo bestmove z97 || echo bestmove \"z$WORD$N$set\";; esac; done' option.'skill level'=3";
    let bot = UgiPlayer::launch(bot, LaunchOptions::default()).unwrap();
    let players: Vec<Box<dyn Player>> = vec![Box::new(bot), Box::new(Random::new(1))];
    let played = play(&fixture(), players, &mut Observers::new()).await.unwrap();
    let words = played.faults[0].1.to_string();
    assert!(words.contains("z97"), "{words}");
}

#[tokio::test]
async fn programs_play_over_tcp() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let closed = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        drop(stream);
    });
    let player = UgiPlayer::connect(&address).await.unwrap();
    let players: Vec<Box<dyn Player>> = vec![Box::new(player), Box::new(Random::new(1))];
    let played = play(&fixture(), players, &mut Observers::new()).await.unwrap();
    assert_eq!(played.faults[0].1.to_string(), "was not started: it closed the connection before `ugiok`");
    closed.await.unwrap();
}

#[tokio::test]
async fn a_cancelled_game_takes_its_programs_with_it() {
    let word = format!("{}", 76_400_000 + std::process::id());
    let bad = UgiPlayer::launch(&script(&format!("sleep {word}")), LaunchOptions::default()).unwrap();
    let game = tokio::spawn(async move {
        let players: Vec<Box<dyn Player>> = vec![Box::new(bad), Box::new(Random::new(1))];
        let slow = GameSpec { control: TimeControl::per_move(Duration::from_secs(600)), ..fixture() };
        play(&slow, players, &mut Observers::new()).await.map(drop)
    });
    let began = Instant::now();
    while alive(&word) < 2 && began.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    game.abort();
    let began = Instant::now();
    while alive(&word) > 0 && began.elapsed() < Duration::from_secs(30) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(alive(&word), 0, "the program ended with its game");
}
