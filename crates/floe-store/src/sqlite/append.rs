//! Adding to the log: rows are chained here and inserted many at a time.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Sqlite};

use super::chain::{Hash, Link};
use super::rows::word;
use super::writer::Writer;
use crate::{Card, RatingChange, StoreError, Write};

/// What the writer remembers of a log, so that it need not ask.
#[derive(Debug)]
pub(super) struct Stream {
    pub version: u64,
    /// When its card was made and who sits at it, as the index has it.
    seated: Option<(i64, Vec<String>)>,
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

/// What has been accepted into a transaction but not yet told to SQLite.
#[derive(Default)]
pub(super) struct Pending {
    rows: Vec<Row>,
    /// Only the last card of each log need be written.
    cards: BTreeMap<String, (Card, u64)>,
    ratings: Vec<(RatingChange, u64)>,
}

/// Statements for so many rows at once; each is prepared once.
static INSERTS: LazyLock<[(usize, Arc<str>); 3]> = LazyLock::new(|| {
    [64, 8, 1].map(|rows| {
        let values = vec!["(?, ?, ?, ?, ?, ?, ?)"; rows].join(", ");
        let sql = format!("INSERT INTO log (seq, stream, version, at_ms, more, body, hash) VALUES {values}");
        (rows, Arc::from(sql))
    })
});

impl Writer {
    /// Accepts a write, or says why not.
    pub(super) async fn append(
        &mut self,
        write: Write,
        pending: &mut Pending,
    ) -> Result<Result<u64, StoreError>, sqlx::Error> {
        if !self.streams.contains_key(&write.stream) {
            let version: i64 =
                sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM log WHERE stream = ?")
                    .bind(&write.stream)
                    .fetch_one(&mut self.conn)
                    .await?;
            let stream = Stream { version: version as u64, seated: None };
            self.streams.insert(write.stream.clone(), stream);
        }
        let Some(stream) = self.streams.get_mut(&write.stream) else {
            return Ok(Err(super::fault::closed()));
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
            pending.cards.insert(write.stream, (card, stream.version));
        }
        let seq = self.mark.head.seq;
        pending.ratings.extend(write.ratings.into_iter().map(|change| (change, seq)));
        Ok(Ok(0))
    }

    /// Tells SQLite what has been accepted.
    pub(super) async fn flush(&mut self, pending: &mut Pending) -> Result<(), sqlx::Error> {
        insert_rows(&mut self.conn, std::mem::take(&mut pending.rows)).await?;
        for (card, version) in std::mem::take(&mut pending.cards).into_values() {
            put_card(&mut self.conn, &mut self.streams, card, version).await?;
        }
        for (change, seq) in pending.ratings.drain(..) {
            put_rating(&mut self.conn, change, seq).await?;
        }
        Ok(())
    }
}

async fn insert_rows(conn: &mut SqliteConnection, rows: Vec<Row>) -> Result<(), sqlx::Error> {
    let mut left = rows.len();
    let mut rows = rows.into_iter();
    for (size, sql) in INSERTS.iter() {
        while left >= *size {
            let mut query = sqlx::query::<Sqlite>(AssertSqlSafe(sql.clone()));
            for row in rows.by_ref().take(*size) {
                query = query
                    .bind(row.seq as i64)
                    .bind(row.stream)
                    .bind(row.version as i64)
                    .bind(row.at_ms)
                    .bind(row.more as i64)
                    .bind(row.body)
                    .bind(row.hash.to_vec());
            }
            query.execute(&mut *conn).await?;
            left -= size;
        }
    }
    Ok(())
}

async fn put_card(
    conn: &mut SqliteConnection,
    streams: &mut HashMap<String, Stream>,
    card: Card,
    version: u64,
) -> Result<(), sqlx::Error> {
    let mut users: Vec<String> = card.players.iter().filter_map(|player| player.user.clone()).collect();
    users.sort_unstable();
    users.dedup();
    let seated = Some((card.created_ms, users));
    if let Some(stream) = streams.get_mut(&card.id).filter(|stream| stream.seated != seated) {
        sqlx::query("DELETE FROM seats WHERE card = ?").bind(&card.id).execute(&mut *conn).await?;
        for user in seated.iter().flat_map(|(_, users)| users) {
            sqlx::query("INSERT INTO seats (user, created_ms, card) VALUES (?, ?, ?)")
                .bind(user)
                .bind(card.created_ms)
                .bind(&card.id)
                .execute(&mut *conn)
                .await?;
        }
        stream.seated = seated;
    }
    sqlx::query(
        "INSERT INTO cards (id, kind, stage, game, public, rated, tournament, created_ms, ended_ms, due_ms, \
         players, summary, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, stage = excluded.stage, game = excluded.game, \
         public = excluded.public, rated = excluded.rated, tournament = excluded.tournament, \
         created_ms = excluded.created_ms, ended_ms = excluded.ended_ms, due_ms = excluded.due_ms, \
         players = excluded.players, summary = excluded.summary, version = excluded.version",
    )
    .bind(card.id)
    .bind(word(&card.kind)?)
    .bind(word(&card.stage)?)
    .bind(card.game)
    .bind(card.public)
    .bind(card.rated)
    .bind(card.tournament)
    .bind(card.created_ms)
    .bind(card.ended_ms)
    .bind(card.due_ms)
    .bind(super::rows::json(&card.players)?)
    .bind(card.summary)
    .bind(version as i64)
    .execute(conn)
    .await?;
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
