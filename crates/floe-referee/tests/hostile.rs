//! Players that cheat, hang and crash, at every call and in every game: the game ends, the verdict is right, no one
//! else suffers. Time is virtual.

use std::time::Duration;

use floe_engine::Level;
use floe_games::registry;
use floe_games::switches::parse_rule_args;
use floe_games::{Event, Outcome, Record};
use floe_referee::game::{ChanceSource, GameSpec, play};
use floe_referee::{
    ChannelPlayer, Consequence, Fault, GameSetup, Observers, PendingTurn, Player, PlayerFuture, Random,
    TimeControl, TurnRequest, consequence,
};

/// What a bad player does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sin {
    Hang,
    Panic,
    Nonsense,
    Cheat,
    Leave,
}

/// When it does it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Begin,
    /// At its move of this number, from 0.
    Choose(u32),
    End,
}

struct Bad {
    good: Random,
    sin: Sin,
    call: Call,
    asked: u32,
}

impl Bad {
    fn sins(&self, now: Call) -> bool {
        self.call == now
    }
}

fn commit<'a, T: Send + 'static>(sin: Sin) -> PlayerFuture<'a, T> {
    Box::pin(async move {
        match sin {
            Sin::Hang => std::future::pending().await,
            Sin::Panic => panic!("a player breaks"),
            Sin::Nonsense | Sin::Cheat => Err(Fault::Malformed("nonsense".into())),
            Sin::Leave => Err(Fault::Closed),
        }
    })
}

impl Player for Bad {
    fn name(&self) -> String {
        "bad".into()
    }
    fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
        if self.sins(Call::Begin) { commit(self.sin) } else { self.good.begin(invitation) }
    }
    fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
        let now = Call::Choose(self.asked);
        self.asked += 1;
        match (self.sins(now), self.sin) {
            (true, Sin::Nonsense) => Box::pin(async { Ok("\u{0}\u{1}gibberish".repeat(50)) }),
            (true, Sin::Cheat) => Box::pin(async { Ok("a1-a1".into()) }),
            (true, sin) => commit(sin),
            (false, _) => self.good.choose(question),
        }
    }
    fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
        if self.sins(Call::End) { commit(self.sin) } else { self.good.end(outcome) }
    }
    fn wants_legal(&self) -> bool {
        true
    }
}

/// Players that panic are part of the test; their messages are not printed.
fn quiet_panics() {
    std::panic::set_hook(Box::new(|info| {
        let words = info.to_string();
        if !words.contains("a player breaks") {
            eprintln!("{words}");
        }
    }));
}

fn fixture(game: &str, rules: &str, seed: u64) -> GameSpec {
    let rules = registry::find(game).unwrap().rules(&parse_rule_args(rules).unwrap()).unwrap();
    GameSpec {
        rules,
        source: ChanceSource::Seed(seed),
        control: TimeControl::per_move(Duration::from_secs(1)),
        handshake_timeout: Duration::from_secs(5),
        substitute: None,
        time_margin: Duration::ZERO,
        agreement: None,
    }
}

const GAMES: &[(&str, &str, usize)] = &[
    ("amazons", "5x5", 2),
    ("penguins", "", 2),
    ("penguins", "players=3", 3),
    ("penguins", "players=4,lay=alternate", 4),
    ("pauper", "sprint", 2),
    ("fish", "", 2),
    ("fish", "players=4", 4),
    ("amazon-penguins", "rows=5,cols=5,pieces=2", 2),
    ("paper-penguins", "small", 2),
    ("penguin-buffet", "table", 2),
    ("amazonian-buffet", "", 2),
    ("montauk", "rounds=1", 2),
];

fn expected(sin: Sin, call: Call) -> &'static str {
    match (sin, call) {
        (Sin::Hang, _) => "out of time",
        (Sin::Panic, _) => "crash",
        (Sin::Leave, _) => "closed connection",
        (Sin::Nonsense | Sin::Cheat, Call::Choose(_)) => "illegal move",
        (Sin::Nonsense | Sin::Cheat, _) => "malformed answer",
    }
}

#[tokio::test(start_paused = true)]
async fn every_sin_at_every_call_in_every_game() {
    quiet_panics();
    let mut tried = 0;
    for &(game, rules, seats) in GAMES {
        for sin in [Sin::Hang, Sin::Panic, Sin::Nonsense, Sin::Cheat, Sin::Leave] {
            for call in [Call::Begin, Call::Choose(0), Call::Choose(2), Call::End] {
                for seat in 0..seats {
                    one_bad_player(game, rules, seats, sin, call, seat).await;
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 5 * 4 * GAMES.iter().map(|game| game.2).sum::<usize>());
}

async fn one_bad_player(game: &str, rules: &str, seats: usize, sin: Sin, call: Call, bad: usize) {
    let label = format!("{game} {rules}: {sin:?} at {call:?} in seat {bad}");
    let fixture = fixture(game, rules, 7);
    let players: Vec<Box<dyn Player>> = (0..seats)
        .map(|seat| -> Box<dyn Player> {
            let good = Random::new(seat as u64);
            if seat == bad { Box::new(Bad { good, sin, call, asked: 0 }) } else { Box::new(good) }
        })
        .collect();
    let played = play(&fixture, players, &mut Observers::new()).await.unwrap();
    let causes: Vec<(usize, &str)> =
        played.faults.iter().map(|(seat, fault)| (*seat, fault.cause())).collect();
    assert_eq!(causes, [(bad, expected(sin, call))], "{label}");
    // The record stands on its own, including faults.
    let table = played.record.replay().unwrap_or_else(|refusal| panic!("{label}: {refusal}"));
    let text = Record::parse(&played.record.to_text()).unwrap();
    assert_eq!(text, played.record, "{label}");
    let winners = table.result().unwrap().winners;
    if call == Call::End {
        return;
    }
    assert!(!winners.contains(&bad), "{label}: {winners:?}");
    match consequence(table.rules().game, seats, false) {
        Consequence::Forfeit => assert_eq!(winners, [1 - bad], "{label}"),
        Consequence::Eliminate | Consequence::Replace => assert!(!winners.is_empty(), "{label}"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_player_may_fail() {
    quiet_panics();
    for &(game, rules, seats) in GAMES {
        let bad = || Bad { good: Random::new(1), sin: Sin::Hang, call: Call::Choose(1), asked: 0 };
        let players = (0..seats).map(|_| Box::new(bad()) as Box<dyn Player>).collect();
        let played = play(&fixture(game, rules, 3), players, &mut Observers::new()).await.unwrap();
        assert!(played.record.result.is_some(), "{game}");
        played.record.replay().unwrap();
        let survivors = if consequence(played.record.game.as_str(), seats, false) == Consequence::Forfeit {
            1
        } else {
            0
        };
        assert_eq!(played.record.result.unwrap().winners.len(), survivors, "{game} {rules}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slow_observer_is_dropped_and_delays_no_one() {
    let mut audience = Observers::new();
    let mut attentive = audience.subscribe(10_000);
    let mut asleep = audience.subscribe(3);
    let players: Vec<Box<dyn Player>> = vec![Box::new(Random::new(1)), Box::new(Random::new(2))];
    let played = play(&fixture("penguins", "", 1), players, &mut audience).await.unwrap();
    drop(audience);
    let mut heard = 0;
    while attentive.recv().await.is_some() {
        heard += 1;
    }
    assert_eq!(heard, played.record.events.len() + 2);
    let mut kept = 0;
    while asleep.recv().await.is_some() {
        kept += 1;
    }
    assert_eq!(kept, 3);
}

#[tokio::test(start_paused = true)]
async fn hidden_cards_do_not_reach_the_other_player_or_the_observers() {
    /// Records everything it receives.
    struct Nosy(Random, std::sync::Arc<std::sync::Mutex<Vec<String>>>);
    impl Player for Nosy {
        fn name(&self) -> String {
            "nosy".into()
        }
        fn begin<'a>(&'a mut self, invitation: &'a GameSetup) -> PlayerFuture<'a, ()> {
            self.0.begin(invitation)
        }
        fn choose<'a>(&'a mut self, question: &'a TurnRequest) -> PlayerFuture<'a, String> {
            assert!(question.hidden || !question.position.contains("phase=follow"));
            self.1.lock().unwrap().push(question.position.clone());
            self.0.choose(question)
        }
        fn end<'a>(&'a mut self, outcome: &'a Outcome) -> PlayerFuture<'a, ()> {
            self.0.end(outcome)
        }
        fn wants_legal(&self) -> bool {
            true
        }
    }
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut audience = Observers::new();
    let mut watcher = audience.subscribe(100_000);
    let players: Vec<Box<dyn Player>> =
        vec![Box::new(Nosy(Random::new(1), told.clone())), Box::new(Random::new(2))];
    play(&fixture("montauk", "rounds=2", 5), players, &mut audience).await.unwrap();
    drop(audience);
    for view in told.lock().unwrap().iter() {
        assert!(view.contains("/?") && view.contains("pile=?"), "{view}");
    }
    while let Some(news) = watcher.recv().await {
        let words = format!("{news:?}");
        assert!(!words.contains("\"deal\"") || words.contains("count"), "{words}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_substitute_plays_on_where_the_table_has_one() {
    for call in [Call::Begin, Call::Choose(0), Call::Choose(2)] {
        let fixture = GameSpec { substitute: Some(Level::Greedy), ..fixture("penguins", "players=3", 4) };
        let bad = Bad { good: Random::new(1), sin: Sin::Hang, call, asked: 0 };
        let players: Vec<Box<dyn Player>> =
            vec![Box::new(Random::new(2)), Box::new(bad), Box::new(Random::new(3))];
        let played = play(&fixture, players, &mut Observers::new()).await.unwrap();
        assert_eq!(played.faults.len(), 1);
        // No piece was removed.
        assert!(played.record.events.iter().all(|event| !matches!(event, Event::Act { .. })));
        let scores = played.record.result.unwrap().scores;
        assert!(scores[1] > 0, "{call:?}: {scores:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_person_answers_at_any_time_and_may_leave() {
    let (hand, mut asked) = ChannelPlayer::new("Ann");
    let person = tokio::spawn(async move {
        for _ in 0..3 {
            let PendingTurn { question, answer } = asked.recv().await.unwrap();
            tokio::time::sleep(Duration::from_millis(900)).await;
            answer.send(question.legal[0].clone()).unwrap();
        }
        // Leaves the table.
        drop(asked);
    });
    let players: Vec<Box<dyn Player>> = vec![Box::new(hand), Box::new(Random::new(3))];
    let played = play(&fixture("paper-penguins", "small", 1), players, &mut Observers::new()).await.unwrap();
    person.await.unwrap();
    assert_eq!(played.faults, [(0, Fault::Closed)]);
    assert_eq!(played.record.result.unwrap().winners, [1]);
}
