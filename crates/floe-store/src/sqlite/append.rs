//! Appending to the log: rows are chained here and inserted many at a time.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use sqlx::sqlite::SqliteConnection;

use super::bulk::{Bound, Bulk};
use super::writer::Writer;
use crate::chain::{Hash, Link};
use crate::rows::{enum_text, json};
use crate::{Append, IndexRow, Player, RatingChange, StoreError};

/// What the writer caches of a log, to avoid queries.
#[derive(Debug)]
pub(super) struct Stream {
    pub version: u64,
    /// Its index row, as stored.
    card: Option<IndexRow>,
}

struct Row {
    seq: u64,
    stream: Arc<str>,
    version: u64,
    at_ms: i64,
    more: u64,
    body: String,
    hash: Hash,
}

/// What has been accepted into a transaction but not yet sent to SQLite.
#[derive(Default)]
pub(super) struct Pending {
    rows: Vec<Row>,
    /// Only the last index row of each log needs to be written.
    index: BTreeMap<String, (IndexRow, u64)>,
    ratings: Vec<(RatingChange, u64)>,
}

static ENTRIES: LazyLock<Bulk> =
    LazyLock::new(|| Bulk::new("INSERT INTO log (seq, stream, version, at_ms, more, body, hash)", 7, ""));

const CARD: &str = "INSERT INTO log_index (id, kind, stage, game, public, rated, tournament, created_ms, ended_ms, due_ms, \
                    players, summary, version)";

/// Index rows that are new, or have changed in an indexed column.
static CARDS: LazyLock<Bulk> = LazyLock::new(|| {
    let change = "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, stage = excluded.stage, \
                  game = excluded.game, public = excluded.public, rated = excluded.rated, \
                  tournament = excluded.tournament, created_ms = excluded.created_ms, \
                  ended_ms = excluded.ended_ms, due_ms = excluded.due_ms, players = excluded.players, \
                  summary = excluded.summary, version = excluded.version";
    Bulk::new(CARD, 13, change)
});

/// Index rows that have changed only in what this sets. The usual case, a move with a clock: four of five indexes are
/// not touched.
static MOVED_CARDS: LazyLock<Bulk> = LazyLock::new(|| {
    let change = "ON CONFLICT (id) DO UPDATE SET ended_ms = excluded.ended_ms, due_ms = excluded.due_ms, \
                  summary = excluded.summary, version = excluded.version";
    Bulk::new(CARD, 13, change)
});

impl Writer {
    /// Accepts a write, or returns why not.
    pub(super) async fn append(
        &mut self,
        write: Append,
        pending: &mut Pending,
    ) -> Result<Result<u64, StoreError>, sqlx::Error> {
        if let Err(fenced) = self.leases.book().check(&write.stream, write.token) {
            return Ok(Err(fenced));
        }
        if !self.streams.contains_key(&write.stream) {
            let version: i64 =
                sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM log WHERE stream = ?")
                    .bind(&write.stream)
                    .fetch_one(&mut self.conn)
                    .await?;
            let stream = Stream { version: version as u64, card: None };
            self.streams.insert(write.stream.clone(), stream);
        }
        let Some(stream) = self.streams.get_mut(&write.stream) else {
            return Ok(Err(super::errors::closed()));
        };
        if stream.version != write.expected {
            let (expected, found) = (write.expected, stream.version);
            return Ok(Err(StoreError::Stale { stream: write.stream, expected, found }));
        }
        let name: Arc<str> = Arc::from(write.stream.as_str());
        let mut more = write.entries.len() as u64;
        for entry in write.entries {
            more -= 1;
            stream.version += 1;
            let (version, at_ms) = (stream.version, entry.at_ms);
            let link = Link { stream: &name, version, at_ms, more, body: &entry.body };
            self.mark.head = self.mark.head.after(&link);
            let (seq, hash) = (self.mark.head.seq, self.mark.head.hash);
            pending.rows.push(Row {
                seq,
                stream: name.clone(),
                version,
                at_ms,
                more,
                body: entry.body,
                hash,
            });
        }
        if let Some(card) = write.card {
            pending.index.insert(write.stream, (card, stream.version));
        }
        let seq = self.mark.head.seq;
        pending.ratings.extend(write.ratings.into_iter().map(|change| (change, seq)));
        Ok(Ok(0))
    }

    /// Sends what has been accepted to SQLite.
    pub(super) async fn flush(&mut self, pending: &mut Pending) -> Result<(), sqlx::Error> {
        ENTRIES.write(&mut self.conn, std::mem::take(&mut pending.rows), bind_row).await?;
        let (mut moved, mut changed) = (Vec::new(), Vec::new());
        for (card, version) in std::mem::take(&mut pending.index).into_values() {
            let stream = self.streams.get_mut(&card.id);
            let known = stream.and_then(|stream| stream.card.replace(card.clone()));
            if known.as_ref().is_some_and(|known| found_alike(known, &card)) {
                moved.push((card, version));
                continue;
            }
            put_seats(&mut self.conn, &card).await?;
            changed.push((card, version));
        }
        MOVED_CARDS.write(&mut self.conn, moved, bind_card).await?;
        CARDS.write(&mut self.conn, changed, bind_card).await?;
        for (change, seq) in pending.ratings.drain(..) {
            put_rating(&mut self.conn, change, seq).await?;
        }
        Ok(())
    }
}

fn bind_row(query: Bound<'_>, row: Row) -> Result<Bound<'_>, sqlx::Error> {
    Ok(query
        .bind(row.seq as i64)
        .bind(row.stream)
        .bind(row.version as i64)
        .bind(row.at_ms)
        .bind(row.more as i64)
        .bind(row.body)
        .bind(row.hash.to_vec()))
}

fn bind_card(query: Bound<'_>, (card, version): (IndexRow, u64)) -> Result<Bound<'_>, sqlx::Error> {
    Ok(query
        .bind(card.id)
        .bind(enum_text(&card.kind)?)
        .bind(enum_text(&card.stage)?)
        .bind(card.game)
        .bind(card.public)
        .bind(card.rated)
        .bind(card.tournament)
        .bind(card.created_ms)
        .bind(card.ended_ms)
        .bind(card.due_ms)
        .bind(json(&card.players)?)
        .bind(card.summary)
        .bind(version as i64))
}

/// Are two index rows equal in all indexed columns except the due time?
fn found_alike(a: &IndexRow, b: &IndexRow) -> bool {
    let IndexRow { id, kind, stage, game, public, rated, tournament, created_ms, players, .. } = a;
    (id, kind, stage, game, public, rated) == (&b.id, &b.kind, &b.stage, &b.game, &b.public, &b.rated)
        && (tournament, created_ms, players) == (&b.tournament, &b.created_ms, &b.players)
}

async fn put_seats(conn: &mut SqliteConnection, card: &IndexRow) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM seats WHERE card = ?").bind(&card.id).execute(&mut *conn).await?;
    let mut users: Vec<&str> = card.players.iter().filter_map(Player::user_id).collect();
    users.sort_unstable();
    users.dedup();
    for user in users {
        sqlx::query(
            "INSERT INTO seats (user, created_ms, card, kind, stage, public) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(user)
        .bind(card.created_ms)
        .bind(&card.id)
        .bind(enum_text(&card.kind)?)
        .bind(enum_text(&card.stage)?)
        .bind(card.public)
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

async fn put_rating(conn: &mut SqliteConnection, change: RatingChange, seq: u64) -> Result<(), sqlx::Error> {
    let after = change.after;
    sqlx::query(
        "INSERT INTO rating_changes (user, game, at_table, rating, deviation, volatility, games, at_ms, seq) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&after.user)
    .bind(&after.game)
    .bind(change.table)
    .bind(after.rating)
    .bind(after.deviation)
    .bind(after.volatility)
    .bind(after.games)
    .bind(after.at_ms)
    .bind(seq as i64)
    .execute(&mut *conn)
    .await?;
    sqlx::query(
        "INSERT INTO ratings (user, game, rating, deviation, volatility, games, at_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user, game) DO UPDATE SET rating = excluded.rating, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
         at_ms = excluded.at_ms",
    )
    .bind(after.user)
    .bind(after.game)
    .bind(after.rating)
    .bind(after.deviation)
    .bind(after.volatility)
    .bind(after.games)
    .bind(after.at_ms)
    .execute(conn)
    .await?;
    Ok(())
}
