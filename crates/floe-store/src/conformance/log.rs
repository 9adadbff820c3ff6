//! Logs, index rows and ratings.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::{card, entry, seat, write};
use crate::{
    Append, Filter, IndexRow, LogKind, Occupant, Player, Rating, RatingChange, Stage, Store, StoreError,
    StoredEntry,
};

pub(super) async fn appending(store: &dyn Store) {
    assert_eq!(store.entries("none", 0).await, Ok(Vec::new()), "an unknown log is empty");
    assert_eq!(store.index_row("none").await, Ok(None));
    store.append(write("t1", 0, 1)).await.unwrap();
    store.append(write("t1", 1, 3)).await.unwrap();
    store.append(write("t2", 0, 2)).await.unwrap();
    let all: Vec<StoredEntry> = (0..4).map(entry).collect();
    assert_eq!(store.entries("t1", 0).await.unwrap(), all);
    assert_eq!(store.entries("t1", 3).await.unwrap(), all[3..]);
    assert_eq!(store.entries("t1", 4).await.unwrap(), []);
    assert_eq!(store.entries("t1", u64::MAX).await.unwrap(), []);
    assert_eq!(store.entries("t2", 0).await.unwrap(), all[..2]);
    assert_eq!(store.entries("T1", 0).await.unwrap(), [], "log names are case-sensitive");
    // Every body comes back unchanged.
    for (stream, body) in [("e", String::new()), ("n", "a\0b\n".to_owned()), ("l", "x".repeat(300_000))] {
        let entries = vec![StoredEntry { at_ms: -1, body }];
        let write = Append { entries: entries.clone(), ..write(stream, 0, 0) };
        store.append(write).await.unwrap();
        assert_eq!(store.entries(stream, 0).await.unwrap(), entries);
    }
}

pub(super) async fn stale_writes(store: &dyn Store) {
    store.append(write("t", 0, 2)).await.unwrap();
    for expected in [0, 1, 3, u64::MAX] {
        let change = RatingChange { table: "t".to_owned(), after: rating("ann", 1600.0, 1) };
        let write = Append {
            stream: "t".to_owned(),
            expected,
            token: None,
            holder: None,
            entries: vec![entry(9)],
            card: Some(card("t", 5)),
            ratings: vec![change],
        };
        let refused = store.append(write).await;
        assert_eq!(refused, Err(StoreError::Stale { stream: "t".to_owned(), expected, found: 2 }));
    }
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 2, "nothing of a stale write is stored");
    assert_eq!(store.index_row("t").await.unwrap(), None);
    assert_eq!(store.ratings("ann").await.unwrap(), []);
    let foreign = Append { card: Some(card("other", 1)), ..write("t", 2, 1) };
    assert!(
        matches!(store.append(foreign).await, Err(StoreError::Failed(_))),
        "an index row goes with its own log"
    );
    let endless = RatingChange {
        table: "t".to_owned(),
        after: Rating { deviation: f64::NAN, ..rating("ann", 1.0, 1) },
    };
    let endless = Append { ratings: vec![endless], ..write("t", 2, 1) };
    assert!(matches!(store.append(endless).await, Err(StoreError::Failed(_))), "a rating must be a number");
    let long = StoredEntry { at_ms: 1, body: "x".repeat((1 << 24) + 1) };
    let long = Append { entries: vec![long], ..write("t", 2, 0) };
    assert!(
        matches!(store.append(long).await, Err(StoreError::Failed(_))),
        "the size of an entry is limited"
    );
    assert_eq!(store.entries("t", 0).await.unwrap().len(), 2);
    store.append(write("t", 2, 1)).await.unwrap();
}

pub(super) async fn cards(store: &dyn Store) {
    // An index row may come before the first entry, and change without one.
    let mut first = card("t", 5);
    store.append(Append { card: Some(first.clone()), ..write("t", 0, 0) }).await.unwrap();
    assert_eq!(store.index_row("t").await.unwrap().as_ref(), Some(&first));
    first = IndexRow {
        stage: Stage::Over,
        public: false,
        rated: true,
        tournament: Some("cup".to_owned()),
        ended_ms: Some(70),
        due_ms: Some(60),
        players: vec![seat(0, "ann"), Player { seat: 1, who: Occupant::engine("max") }, seat(2, "ann")],
        summary: "{\"result\":\"1-0\"}".to_owned(),
        ..first
    };
    store.append(Append { card: Some(first.clone()), ..write("t", 0, 1) }).await.unwrap();
    assert_eq!(store.index_row("t").await.unwrap().as_ref(), Some(&first));
    assert_eq!(store.list(of_user("ann")).await.unwrap(), [first.clone()], "once, though in two seats");
    let on_no_page = Filter { limit: 0, before: Some((0, String::new())), ..of_user("ann") };
    assert_eq!(store.count(on_no_page.clone()).await, Ok(1), "counted on all pages, and once");
    assert_eq!(store.count(Filter { public_only: true, ..on_no_page }).await, Ok(0));
    // A player who has left is no longer found, and one who has come is.
    first.players = vec![seat(0, "bob")];
    store.append(Append { card: Some(first.clone()), ..write("t", 1, 0) }).await.unwrap();
    assert_eq!(store.list(of_user("ann")).await.unwrap(), []);
    assert_eq!(store.list(of_user("bob")).await.unwrap(), [first.clone()]);
    // Only what changes with every move changes.
    for due_ms in [Some(200), None, Some(100)] {
        first = IndexRow { due_ms, ended_ms: due_ms, summary: format!("{due_ms:?}"), ..first };
        store.append(Append { card: Some(first.clone()), ..write("t", 1, 0) }).await.unwrap();
        assert_eq!(store.index_row("t").await.unwrap().as_ref(), Some(&first));
        let due = Filter { due_by_ms: Some(150), limit: 9, ..Filter::default() };
        let is_due = due_ms.is_some_and(|due| due <= 150);
        assert_eq!(store.list(due).await.unwrap().len(), usize::from(is_due));
        assert_eq!(store.list(of_user("bob")).await.unwrap(), [first.clone()]);
    }
}

fn of_user(user: &str) -> Filter {
    Filter { user: Some(user.to_owned()), limit: 10, ..Filter::default() }
}

pub(super) async fn paging(store: &dyn Store) {
    let mut all = Vec::new();
    for number in 0..60_u32 {
        // Many are created at the same moment: then the id decides.
        let mut card = card(&format!("t{number:02}"), i64::from(number / 7));
        card.stage = [Stage::Open, Stage::Live, Stage::Over, Stage::Aborted][number as usize % 4];
        card.kind = if number % 5 == 0 { LogKind::Tournament } else { LogKind::Table };
        card.game = ["amazons", "fish"][number as usize % 2].to_owned();
        card.public = number % 3 != 0;
        card.tournament = (number % 6 == 1).then(|| "cup".to_owned());
        card.due_ms = (number % 4 == 1).then_some(i64::from(number));
        card.players = vec![seat(0, ["ann", "bob", "cy"][number as usize % 3]), seat(1, "dee")];
        store.append(Append { card: Some(card.clone()), ..write(&card.id, 0, 1) }).await.unwrap();
        all.push(card);
    }
    all.sort_by(|a, b| (b.created_ms, &b.id).cmp(&(a.created_ms, &a.id)));
    let filters = [
        Filter::default(),
        Filter { kind: Some(LogKind::Tournament), ..Filter::default() },
        Filter { stages: vec![Stage::Live, Stage::Open], ..Filter::default() },
        Filter { stages: vec![Stage::Aborted], game: Some("fish".to_owned()), ..Filter::default() },
        Filter { game: Some("amazons".to_owned()), public_only: true, ..Filter::default() },
        Filter { user: Some("bob".to_owned()), ..Filter::default() },
        Filter { user: Some("dee".to_owned()), stages: vec![Stage::Over], ..Filter::default() },
        Filter { user: Some("nobody".to_owned()), ..Filter::default() },
        Filter {
            user: Some("dee".to_owned()),
            kind: Some(LogKind::Table),
            stages: vec![Stage::Live, Stage::Open],
            public_only: true,
            ..Filter::default()
        },
        Filter { user: Some("dee".to_owned()), game: Some("fish".to_owned()), ..Filter::default() },
        Filter { kind: Some(LogKind::Tournament), stages: vec![Stage::Over], ..Filter::default() },
        Filter { kind: Some(LogKind::Table), stages: vec![Stage::Over, Stage::Aborted], ..Filter::default() },
        Filter { tournament: Some("cup".to_owned()), ..Filter::default() },
        Filter { due_by_ms: Some(30), ..Filter::default() },
        Filter {
            due_by_ms: Some(29),
            kind: Some(LogKind::Table),
            user: Some("dee".to_owned()),
            ..Filter::default()
        },
    ];
    for filter in filters {
        let fits = |card: &&IndexRow| {
            filter.kind.is_none_or(|kind| kind == card.kind)
                && (filter.stages.is_empty() || filter.stages.contains(&card.stage))
                && filter.game.as_ref().is_none_or(|game| game == &card.game)
                && (filter.user.is_none()
                    || card.players.iter().any(|player| player.user_id() == filter.user.as_deref()))
                && (filter.tournament.is_none() || filter.tournament == card.tournament)
                && (!filter.public_only || card.public)
                && filter.due_by_ms.is_none_or(|by| card.due_ms.is_some_and(|due| due <= by))
        };
        let expected: Vec<IndexRow> = all.iter().filter(fits).cloned().collect();
        assert_eq!(store.list(Filter { limit: 0, ..filter.clone() }).await.unwrap(), []);
        assert_eq!(
            store.list(Filter { limit: 1000, ..filter.clone() }).await.unwrap(),
            expected,
            "{filter:?}"
        );
        assert_eq!(store.count(filter.clone()).await, Ok(expected.len() as u64), "{filter:?}");
        for limit in [1, 4, 7] {
            let (mut pages, mut before) = (Vec::new(), None);
            loop {
                let page = Filter { limit, before: before.clone(), ..filter.clone() };
                let page = store.list(page).await.unwrap();
                assert!(page.len() <= limit as usize);
                let Some(last) = page.last() else { break };
                before = Some((last.created_ms, last.id.clone()));
                pages.extend(page);
            }
            assert_eq!(pages, expected, "in pages of {limit}: {filter:?}");
        }
    }
}

fn rating(user: &str, rating: f64, games: u32) -> Rating {
    Rating {
        user: user.to_owned(),
        game: "amazons".to_owned(),
        rating,
        deviation: 50.0 + f64::from(games),
        volatility: 0.06,
        games,
        at_ms: i64::from(games),
    }
}

pub(super) async fn ratings(store: &dyn Store) {
    for (number, (name, points)) in
        [("ann", 1500.25), ("bob", 1700.0), ("ann", 1512.5), ("cy", 1700.0), ("ann", 1499.0)]
            .into_iter()
            .enumerate()
    {
        let number = number as u32;
        let table = format!("t{number}");
        let after = rating(name, points, number);
        let other = Rating { game: "fish".to_owned(), ..after.clone() };
        let ratings = [after, other].map(|after| RatingChange { table: table.clone(), after }).to_vec();
        store.append(Append { ratings, ..write(&table, 0, 1) }).await.unwrap();
    }
    assert_eq!(store.rating("ann", "amazons").await.unwrap(), Some(rating("ann", 1499.0, 4)));
    assert_eq!(store.rating("ann", "montauk").await.unwrap(), None);
    let games: Vec<String> =
        store.ratings("ann").await.unwrap().into_iter().map(|rating| rating.game).collect();
    assert_eq!(games, ["amazons", "fish"]);
    let points = |changes: Vec<RatingChange>| -> Vec<(String, f64)> {
        changes.into_iter().map(|change| (change.table, change.after.rating)).collect()
    };
    let history = points(store.rating_history("ann", "amazons", 9).await.unwrap());
    let all = [("t0", 1500.25), ("t2", 1512.5), ("t4", 1499.0)].map(|(table, at)| (table.to_owned(), at));
    assert_eq!(history, all);
    assert_eq!(points(store.rating_history("ann", "amazons", 2).await.unwrap()), all[1..]);
    assert_eq!(store.rating_history("ann", "amazons", 0).await.unwrap(), []);
    let names =
        |ratings: Vec<Rating>| -> Vec<String> { ratings.into_iter().map(|rating| rating.user).collect() };
    assert_eq!(names(store.leaders("amazons", 60.0, 9).await.unwrap()), ["bob", "cy", "ann"]);
    assert_eq!(names(store.leaders("amazons", 60.0, 2).await.unwrap()), ["bob", "cy"]);
    assert_eq!(
        names(store.leaders("amazons", 53.0, 9).await.unwrap()),
        ["bob", "cy"],
        "at most this deviation"
    );
    assert_eq!(store.leaders("montauk", 500.0, 9).await.unwrap(), []);
}

pub(super) async fn many_logs_at_once(store: Arc<dyn Store>) {
    let mut tasks = JoinSet::new();
    for log in 0..100 {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("log{log}");
            for version in 0..20 {
                let card = (version % 4 == 0).then(|| card(&id, version as i64));
                store.append(Append { card, ..write(&id, version, 1) }).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    for log in 0..100 {
        let id = format!("log{log}");
        let all: Vec<StoredEntry> = (0..20).map(entry).collect();
        assert_eq!(store.entries(&id, 0).await.unwrap(), all);
        assert_eq!(store.index_row(&id).await.unwrap(), Some(card(&id, 16)));
    }
}

pub(super) async fn one_log_at_once(store: Arc<dyn Store>) {
    let (writers, versions) = (40_u64, 25_u64);
    for version in 0..versions {
        let mut tasks = JoinSet::new();
        for writer in 0..writers {
            let store = store.clone();
            tasks.spawn(async move {
                let entries = vec![StoredEntry { at_ms: version as i64, body: writer.to_string() }];
                let card = Some(IndexRow { summary: writer.to_string(), ..card("t", 1) });
                let tried = Append { entries, card, ..write("t", version, 0) };
                (writer, store.append(tried).await)
            });
        }
        let mut winners = Vec::new();
        for (writer, result) in tasks.join_all().await {
            match result {
                Ok(()) => winners.push(writer),
                Err(StoreError::Stale { expected, found, .. }) => {
                    assert_eq!((expected, found), (version, version + 1))
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(winners.len(), 1, "exactly one writes version {version}");
        let last = store.entries("t", version).await.unwrap();
        assert_eq!(last, [StoredEntry { at_ms: version as i64, body: winners[0].to_string() }]);
        assert_eq!(store.index_row("t").await.unwrap().unwrap().summary, winners[0].to_string());
    }
    assert_eq!(store.entries("t", 0).await.unwrap().len() as u64, versions);
}

pub(super) async fn reads_see_what_was_acknowledged(store: Arc<dyn Store>) {
    let mut tasks = JoinSet::new();
    for log in 0..20 {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("log{log}");
            for version in 0..15 {
                let card = Some(card(&id, version as i64));
                store.append(Append { card: card.clone(), ..write(&id, version, 1) }).await.unwrap();
                assert_eq!(store.entries(&id, version).await.unwrap(), [entry(version)]);
                assert_eq!(store.index_row(&id).await.unwrap(), card);
            }
        });
    }
    tasks.join_all().await;
}
