//! The fold alone: complete tournaments without tables, clock or store.

use floe_games::Occupant;
use floe_games::Outcome;
use floe_referee::live::TableResult;
use floe_referee::pairing::{Fixture, Format, PairingPlan};
use floe_referee::stats::{FinishedGame, standings};
use floe_store::StoredEntry as Stored;
use floe_wire::web::Stage;
use serde_json::json;

use super::entry::{TournamentConfig, TournamentEntry, TournamentPlan};
use super::service::read;
use super::state::State;

/// A tournament and its log.
struct Saved {
    state: State,
    log: Vec<Stored>,
}

impl Saved {
    fn new(format: Format, seats: usize, entrants: usize, clock: &str) -> Saved {
        let made = TournamentConfig {
            floe: TournamentConfig::VERSION,
            name: "cup".into(),
            game: "fish".into(),
            rules: json!({}),
            seats,
            host: "host".into(),
            format: TournamentPlan::Scheduled(format),
            clock: clock.into(),
            rated: false,
            public: true,
            bots: true,
            max_entrants: 100,
            max_concurrent: 50,
            start_ms: None,
        };
        let first = Stored { at_ms: 5, body: TournamentEntry::Created(made.clone()).to_text() };
        let mut saved = Saved { state: State::make(made, 5), log: vec![first] };
        for number in 0..entrants {
            let entry = saved.state.join(Occupant::user(format!("u{number}"))).unwrap();
            saved.store(entry);
        }
        saved
    }

    fn store(&mut self, entry: TournamentEntry) {
        self.state.apply(9, &entry).unwrap();
        self.log.push(Stored { at_ms: 9, body: entry.to_text() });
    }

    fn begun(format: Format, seats: usize, entrants: usize) -> Saved {
        let mut saved = Saved::new(format, seats, entrants, "60+1");
        saved.store(saved.state.begin(7).unwrap());
        saved
    }

    /// Opens what can be opened, and ends it with `end`, until nothing is left. Returns the number of tables.
    fn play(&mut self, end: &dyn Fn(&Fixture, u32) -> TableResult) -> usize {
        let mut tables = 0;
        loop {
            let mut entries = self.state.forfeits();
            if entries.is_empty() {
                entries = self.state.openings(1000, usize::MAX);
                tables += entries.len();
            }
            if entries.is_empty() {
                let ended: Vec<TournamentEntry> = self
                    .state
                    .playing()
                    .map(|fixture| {
                        self.state.ended(fixture, Some(&end(fixture, self.state.tables(fixture.id))))
                    })
                    .collect();
                entries = ended;
            }
            if entries.is_empty() {
                return tables;
            }
            entries.into_iter().for_each(|entry| self.store(entry));
        }
    }

    fn read_again(&self) -> State {
        read(&self.log).unwrap()
    }
}

fn over(winners: Vec<usize>, seats: usize) -> TableResult {
    let scores = (0..seats).map(|seat| i64::from(winners.contains(&seat))).collect();
    let outcome = Outcome::unexplained(winners, scores);
    TableResult { outcome: Some(outcome), faults: vec![None; seats], absent: Vec::new() }
}

/// The entrant with the smaller number wins.
fn favourite(fixture: &Fixture, _: u32) -> TableResult {
    let best = (0..fixture.seats.len()).min_by_key(|&seat| fixture.seats[seat]).unwrap();
    over(vec![best], fixture.seats.len())
}

fn called_off(absent: Vec<usize>) -> TableResult {
    TableResult { outcome: None, faults: vec![None, None], absent }
}

const FORMATS: [Format; 4] = [
    Format::RoundRobin { rounds: 2 },
    Format::Gauntlet { challengers: 2, rounds: 3 },
    Format::Swiss { rounds: 3, sets: 1 },
    Format::Knockout { sets: 1, extra_sets: 1 },
];

#[test]
fn every_format_ends_as_the_referees_plan_says() {
    for (format, seats) in FORMATS.into_iter().flat_map(|format| (2..=4).map(move |seats| (format, seats))) {
        let mut saved = Saved::begun(format, seats, 7);
        let tables = saved.play(&favourite);
        assert_eq!(
            (saved.state.stage(), tables),
            (Stage::Over, saved.state.finished().len()),
            "{format:?} {seats}"
        );
        // The same plan, played by the referee's own functions.
        let plan = PairingPlan { entrants: 7, seats, format, seed: 7 };
        let mut expected: Vec<FinishedGame> = Vec::new();
        loop {
            let schedule = plan.schedule(&expected).unwrap();
            let open: Vec<FinishedGame> =
                schedule.open(&expected).map(|one| favourite(one, 1).finished(one).unwrap()).collect();
            if open.is_empty() {
                break;
            }
            expected.extend(open);
        }
        let mut games = saved.state.finished().to_vec();
        games.sort_by_key(|game| game.fixture);
        assert_eq!(games, expected, "{format:?} {seats}");
        assert_eq!(standings(7, &games)[0].entrant, 0);
        let rounds: usize = saved.state.rounds().map(<[Fixture]>::len).sum();
        assert_eq!(rounds, games.len());
        let again = saved.read_again();
        assert_eq!((again.finished(), again.stage()), (saved.state.finished(), Stage::Over));
        assert_eq!(again.to_wire("x", &[]), saved.state.to_wire("x", &[]));
    }
}

#[test]
fn a_person_plays_one_game_at_a_time_unless_clocks_count_days() {
    let mut saved = Saved::new(Format::RoundRobin { rounds: 1 }, 2, 6, "60+1");
    saved.store(saved.state.begin(1).unwrap());
    assert_eq!(saved.state.openings(1000, usize::MAX).len(), 3);
    assert_eq!(saved.state.openings(2, usize::MAX).len(), 2);
    assert_eq!(saved.state.openings(1000, 0).len(), 3, "people's games do not limit those of engines");
    let mut slow = Saved::new(Format::RoundRobin { rounds: 1 }, 2, 6, "3d");
    slow.store(slow.state.begin(1).unwrap());
    assert_eq!(slow.state.openings(1000, usize::MAX).len(), 30);
}

#[test]
fn a_player_who_withdraws_loses_the_remaining_games() {
    let mut saved = Saved::begun(Format::RoundRobin { rounds: 1 }, 2, 4);
    saved.store(saved.state.leave(0).unwrap());
    assert!(saved.state.leave(0).is_err(), "only once");
    let tables = saved.play(&favourite);
    assert_eq!((tables, saved.state.stage()), (6, Stage::Over));
    let shown = saved.state.to_wire("x", &[]).unwrap();
    let last = shown.standings.last().unwrap();
    assert_eq!((last.entrant, last.points, last.faults), (0, 0.0, 6));
    assert_eq!(shown.winner, Some(1));
    // Three at a table: the others play on, and a game is forfeited only when one is left.
    let mut three = Saved::begun(Format::RoundRobin { rounds: 1 }, 3, 4);
    for entrant in [0, 3] {
        three.store(three.state.leave(entrant).unwrap());
    }
    assert_eq!(three.play(&favourite), 6);
    assert_eq!(three.state.stage(), Stage::Over);
}

#[test]
fn a_no_show_scores_nothing_and_an_aborted_game_is_replayed_once() {
    let end = |fixture: &Fixture, times: u32| match (fixture.id, times) {
        (0, _) => called_off(vec![0, 1]),
        (1, _) => called_off(vec![1]),
        (2, 1) | (3, _) => called_off(Vec::new()),
        _ => favourite(fixture, times),
    };
    let mut saved = Saved::begun(Format::RoundRobin { rounds: 2 }, 2, 2);
    assert_eq!(saved.play(&end), 6);
    let points: Vec<Vec<f64>> = (0..4)
        .map(|fixture| {
            let game = saved.state.result(fixture).unwrap();
            (0..2).map(|entrant| game.points(game.seat_of(entrant).unwrap())).collect()
        })
        .collect();
    assert_eq!(points, [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.5, 0.5]]);
    assert_eq!(saved.state.stage(), Stage::Over);
}

#[test]
fn a_log_that_contradicts_itself_is_refused() {
    let mut saved = Saved::begun(Format::RoundRobin { rounds: 1 }, 2, 2);
    let game = saved.state.fixtures()[0].drawn();
    let mut other = game.clone();
    other.seats.reverse();
    for invalid in [
        TournamentEntry::Joined { who: Occupant::engine("random") },
        TournamentEntry::Started { seed: 1 },
        TournamentEntry::Opened { fixture: 9 },
        TournamentEntry::Finished { game: other },
        TournamentEntry::Withdrew { entrant: 2 },
    ] {
        assert!(saved.state.clone().apply(9, &invalid).is_err(), "{invalid:?}");
    }
    saved.store(TournamentEntry::Finished { game: game.clone() });
    assert!(saved.state.clone().apply(9, &TournamentEntry::Finished { game }).is_err(), "a result is final");
    saved.log.remove(0);
    assert!(read(&saved.log).is_err());
}

#[test]
fn before_the_start_time_alone_starts_or_ends_it() {
    let saved = Saved::new(Format::Swiss { rounds: 2, sets: 1 }, 2, 3, "60+1");
    assert_eq!(saved.state.due(5 + 29 * 86_400_000, 3), None);
    assert!(matches!(saved.state.due(5 + 31 * 86_400_000, 3), Some(TournamentEntry::Stopped { .. })));
    let timed = |entrants: usize| {
        let made = TournamentConfig {
            start_ms: Some(100),
            ..Saved::new(FORMATS[2], 2, 0, "60+1").state.made().clone()
        };
        let mut state = State::make(made, 5);
        for number in 0..entrants {
            let entry = state.join(Occupant::engine(format!("{}", number + 1))).unwrap();
            state.apply(6, &entry).unwrap();
        }
        state
    };
    assert_eq!(timed(2).due(99, 3), None);
    assert_eq!(timed(2).due(100, 3), Some(TournamentEntry::Started { seed: 3 }));
    assert!(matches!(timed(1).due(100, 3), Some(TournamentEntry::Stopped { .. })), "too few came");
}

#[test]
fn five_hundred_entrants_are_paired_in_time() {
    let mut saved = Saved::new(Format::Swiss { rounds: 9, sets: 1 }, 2, 0, "60+1");
    let made = TournamentConfig { max_entrants: 500, max_concurrent: 256, ..saved.state.made().clone() };
    saved.state = State::make(made, 5);
    for number in 0..499 {
        saved.state.apply(6, &TournamentEntry::Joined { who: Occupant::user(format!("u{number}")) }).unwrap();
    }
    let entry = saved.state.begin(1).unwrap();
    let began = std::time::Instant::now();
    saved.state.apply(6, &entry).unwrap();
    let games: Vec<FinishedGame> =
        saved.state.waiting().map(|one| favourite(one, 1).finished(one).unwrap()).collect();
    for game in games {
        saved.state.apply(6, &TournamentEntry::Finished { game }).unwrap();
    }
    assert_eq!(saved.state.rounds().count(), 2);
    assert!(began.elapsed().as_secs() < 20, "two rounds of 499 took {:?}", began.elapsed());
}
