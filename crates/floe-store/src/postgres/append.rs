//! Appending to the log. The logs of a batch are locked first, in the order of their names, so that the batches of several
//! servers wait for each other and cannot block each other; then many rows are written with each statement.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sqlx::Row as _;
use sqlx::postgres::PgConnection;

use crate::chain::{Hash, Head, Link};
use crate::rows::{enum_text, json};
use crate::write_command::WriteCommand;
use crate::{Append, IndexRow, Player, RatingChange, StoreError};

/// A log as it is, including what the current transaction adds.
struct Log {
    /// Its number is the version.
    head: Head,
    period: i32,
    /// The token of its lease.
    token: u64,
}

struct Row<'a> {
    period: i32,
    stream: &'a str,
    version: u64,
    at_ms: i64,
    more: u64,
    body: &'a str,
    hash: Hash,
}

/// The logs of a batch, locked, and what has been accepted but not yet sent to PostgreSQL.
#[derive(Default)]
pub(super) struct Logs<'a> {
    logs: HashMap<&'a str, Log>,
    rows: Vec<Row<'a>>,
    /// Only the last index row of each log needs to be written.
    index: BTreeMap<&'a str, (&'a IndexRow, u64)>,
    ratings: Vec<&'a RatingChange>,
}

impl<'a> Logs<'a> {
    /// Locks all logs that a batch appends to, and reads where they end. New ones get a row to lock.
    pub(super) async fn lock(
        conn: &mut PgConnection,
        commands: &[&'a WriteCommand],
    ) -> Result<Logs<'a>, sqlx::Error> {
        let (mut streams, mut new) = (BTreeSet::new(), BTreeMap::new());
        for command in commands {
            let WriteCommand::Append(write) = command else { continue };
            streams.insert(&*write.stream);
            if write.expected == 0 {
                let first = write.entries.first().map(|entry| entry.at_ms);
                let created = first.or(write.card.as_ref().map(|card| card.created_ms));
                new.entry(&*write.stream).or_insert(created.unwrap_or(0));
            }
        }
        if streams.is_empty() {
            return Ok(Logs::default());
        }
        if !new.is_empty() {
            sqlx::query(
                "INSERT INTO log_heads (stream, version, hash, period) \
                 SELECT stream, 0, $3, log_period(at_ms) FROM unnest($1::TEXT[], $2::BIGINT[]) AS new (stream, at_ms) \
                 ORDER BY stream ON CONFLICT DO NOTHING",
            )
            .bind(new.keys().copied().collect::<Vec<_>>())
            .bind(new.values().copied().collect::<Vec<_>>())
            .bind(Head::default().hash)
            .execute(&mut *conn)
            .await?;
        }
        let rows = sqlx::query(
            "SELECT stream, version, hash, period, token FROM log_heads WHERE stream = ANY($1) ORDER BY stream FOR NO KEY UPDATE",
        )
        .bind(streams.iter().copied().collect::<Vec<_>>())
        .fetch_all(conn)
        .await?;
        let mut logs = HashMap::with_capacity(rows.len());
        for row in rows {
            let (stream, hash): (&str, &[u8]) = (row.try_get(0)?, row.try_get(2)?);
            let hash = hash.try_into().map_err(|_| sqlx::Error::Decode("a hash has 32 bytes".into()))?;
            let head = Head { seq: row.try_get::<i64, _>(1)? as u64, hash };
            // The name that the batch has.
            let Some(stream) = streams.get(stream) else { continue };
            logs.insert(
                *stream,
                Log { head, period: row.try_get(3)?, token: row.try_get::<i64, _>(4)? as u64 },
            );
        }
        Ok(Logs { logs, ..Logs::default() })
    }

    /// Accepts a write, or returns why not.
    pub(super) fn append(&mut self, write: &'a Append) -> Result<u64, StoreError> {
        let log = self.logs.get_mut(&*write.stream);
        if let (Some(log), Some(token)) = (&log, write.token)
            && log.token != token
        {
            return Err(StoreError::Fenced { stream: write.stream.clone(), token, found: log.token });
        }
        let found = log.as_ref().map_or(0, |log| log.head.seq);
        let Some(log) = log.filter(|log| log.head.seq == write.expected) else {
            return Err(StoreError::Stale { stream: write.stream.clone(), expected: write.expected, found });
        };
        let mut more = write.entries.len() as u64;
        for entry in &write.entries {
            more -= 1;
            let (stream, at_ms, body) = (&*write.stream, entry.at_ms, &*entry.body);
            log.head = log.head.after(&Link { stream, version: log.head.seq + 1, at_ms, more, body });
            let Head { seq: version, hash } = log.head;
            self.rows.push(Row { period: log.period, stream, version, at_ms, more, body, hash });
        }
        if let Some(card) = &write.card {
            self.index.insert(&write.stream, (card, log.head.seq));
        }
        self.ratings.extend(&write.ratings);
        Ok(0)
    }

    /// The months of the accepted rows.
    pub(super) fn periods(&self) -> BTreeSet<i32> {
        self.rows.iter().map(|row| row.period).collect()
    }

    /// Sends what has been accepted to PostgreSQL.
    pub(super) async fn flush(&mut self, conn: &mut PgConnection) -> Result<(), sqlx::Error> {
        put_entries(conn, &std::mem::take(&mut self.rows)).await?;
        put_cards(conn, &std::mem::take(&mut self.index).into_values().collect::<Vec<_>>()).await?;
        put_ratings(conn, &std::mem::take(&mut self.ratings)).await
    }
}

async fn put_entries(conn: &mut PgConnection, rows: &[Row<'_>]) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    // The last row of each log is its new head.
    let mut heads: BTreeMap<&str, (i64, &[u8])> = BTreeMap::new();
    for row in rows {
        heads.insert(row.stream, (row.version as i64, &row.hash));
    }
    sqlx::query(
        "WITH added AS ( \
             INSERT INTO log (period, stream, version, at_ms, more, body, hash) \
             SELECT * FROM unnest($1::INTEGER[], $2::TEXT[], $3::BIGINT[], $4::BIGINT[], $5::BIGINT[], $6::BYTEA[], \
                 $7::BYTEA[]) \
         ) \
         UPDATE log_heads SET version = new.version, hash = new.hash \
         FROM unnest($8::TEXT[], $9::BIGINT[], $10::BYTEA[]) AS new (stream, version, hash) \
         WHERE log_heads.stream = new.stream",
    )
    .bind(rows.iter().map(|row| row.period).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.stream).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.version as i64).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.at_ms).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.more as i64).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.body.as_bytes()).collect::<Vec<_>>())
    .bind(rows.iter().map(|row| row.hash.as_slice()).collect::<Vec<_>>())
    .bind(heads.keys().copied().collect::<Vec<_>>())
    .bind(heads.values().map(|(version, _)| *version).collect::<Vec<_>>())
    .bind(heads.values().map(|(_, hash)| *hash).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

async fn put_cards(conn: &mut PgConnection, cards: &[(&IndexRow, u64)]) -> Result<(), sqlx::Error> {
    if cards.is_empty() {
        return Ok(());
    }
    let texts = |text: fn(&IndexRow) -> Result<String, sqlx::Error>| {
        cards.iter().map(|(card, _)| text(card)).collect::<Result<Vec<_>, _>>()
    };
    let players = texts(|card| json(&card.players))?;
    let (kinds, stages) = (texts(|card| enum_text(&card.kind))?, texts(|card| enum_text(&card.stage))?);
    put_seats(conn, cards, &players, &kinds, &stages).await?;
    let row =
        |value: fn(&IndexRow) -> Option<i64>| cards.iter().map(|(card, _)| value(card)).collect::<Vec<_>>();
    sqlx::query(
        "INSERT INTO log_index (id, kind, stage, game, public, rated, tournament, created_ms, ended_ms, due_ms, players, \
         summary, version) \
         SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[], $4::TEXT[], $5::BOOLEAN[], $6::BOOLEAN[], $7::TEXT[], \
         $8::BIGINT[], $9::BIGINT[], $10::BIGINT[], $11::TEXT[], $12::TEXT[], $13::BIGINT[]) \
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, stage = excluded.stage, game = excluded.game, \
         public = excluded.public, rated = excluded.rated, tournament = excluded.tournament, \
         created_ms = excluded.created_ms, ended_ms = excluded.ended_ms, due_ms = excluded.due_ms, \
         players = excluded.players, summary = excluded.summary, version = excluded.version",
    )
    .bind(cards.iter().map(|(card, _)| &*card.id).collect::<Vec<_>>())
    .bind(kinds)
    .bind(stages)
    .bind(cards.iter().map(|(card, _)| &*card.game).collect::<Vec<_>>())
    .bind(cards.iter().map(|(card, _)| card.public).collect::<Vec<_>>())
    .bind(cards.iter().map(|(card, _)| card.rated).collect::<Vec<_>>())
    .bind(cards.iter().map(|(card, _)| card.tournament.as_deref()).collect::<Vec<_>>())
    .bind(row(|card| Some(card.created_ms)))
    .bind(row(|card| card.ended_ms))
    .bind(row(|card| card.due_ms))
    .bind(players)
    .bind(cards.iter().map(|(card, _)| &*card.summary).collect::<Vec<_>>())
    .bind(cards.iter().map(|(_, version)| *version as i64).collect::<Vec<_>>())
    .execute(conn)
    .await?;
    Ok(())
}

/// Writes the seats of index rows that have changed in what a seat knows, before the rows themselves are written.
async fn put_seats(
    conn: &mut PgConnection,
    cards: &[(&IndexRow, u64)],
    players: &[String],
    kinds: &[String],
    stages: &[String],
) -> Result<(), sqlx::Error> {
    let known: Vec<(String, i64, String, String, String, bool)> = sqlx::query_as(
        "SELECT id, created_ms, players, kind, stage, public FROM log_index WHERE id = ANY($1)",
    )
    .bind(cards.iter().map(|(card, _)| &*card.id).collect::<Vec<_>>())
    .fetch_all(&mut *conn)
    .await?;
    let known: HashMap<&str, _> = known
        .iter()
        .map(|(id, created_ms, players, kind, stage, public)| {
            (&**id, (*created_ms, &**players, &**kind, &**stage, *public))
        })
        .collect();
    let (mut moved, mut seats) = (Vec::new(), BTreeSet::new());
    for (number, (card, _)) in cards.iter().enumerate() {
        let (kind, stage) = (&*kinds[number], &*stages[number]);
        match known.get(&*card.id) {
            Some(known) if *known == (card.created_ms, &*players[number], kind, stage, card.public) => {
                continue;
            }
            Some(_) => moved.push(&*card.id),
            None => {}
        }
        let users = card.players.iter().filter_map(Player::user_id);
        seats.extend(users.map(|user| (user, card.created_ms, &*card.id, kind, stage, card.public)));
    }
    if !moved.is_empty() {
        sqlx::query("DELETE FROM seats WHERE card = ANY($1)").bind(moved).execute(&mut *conn).await?;
    }
    if !seats.is_empty() {
        sqlx::query(
            "INSERT INTO seats (\"user\", created_ms, card, kind, stage, public) \
             SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::TEXT[], $4::TEXT[], $5::TEXT[], $6::BOOLEAN[])",
        )
        .bind(seats.iter().map(|seat| seat.0).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.1).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.2).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.3).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.4).collect::<Vec<_>>())
        .bind(seats.iter().map(|seat| seat.5).collect::<Vec<_>>())
        .execute(conn)
        .await?;
    }
    Ok(())
}

async fn put_ratings(conn: &mut PgConnection, changes: &[&RatingChange]) -> Result<(), sqlx::Error> {
    if changes.is_empty() {
        return Ok(());
    }
    // The current ratings first: their locks put the changes of one rating in order.
    let mut current = BTreeMap::new();
    for change in changes {
        current.insert((&*change.after.user, &*change.after.game), *change);
    }
    let current: Vec<&RatingChange> = current.into_values().collect();
    for (changes, sql) in [
        (
            &*current,
            "INSERT INTO ratings (\"user\", game, rating, deviation, volatility, games, at_ms) \
             SELECT \"user\", game, rating, deviation, volatility, games, at_ms FROM unnest($1::TEXT[], $2::TEXT[], \
                 $3::TEXT[], $4::FLOAT8[], $5::FLOAT8[], $6::FLOAT8[], $7::BIGINT[], $8::BIGINT[]) \
                 AS new (\"user\", game, at_table, rating, deviation, volatility, games, at_ms) \
             ON CONFLICT (\"user\", game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
             volatility = excluded.volatility, games = excluded.games, at_ms = excluded.at_ms",
        ),
        (
            changes,
            "INSERT INTO rating_changes (\"user\", game, at_table, rating, deviation, volatility, games, at_ms) \
             SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::TEXT[], $4::FLOAT8[], $5::FLOAT8[], $6::FLOAT8[], \
                 $7::BIGINT[], $8::BIGINT[])",
        ),
    ] {
        sqlx::query(sql)
            .bind(changes.iter().map(|change| &*change.after.user).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| &*change.after.game).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| &*change.table).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| change.after.rating).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| change.after.deviation).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| change.after.volatility).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| i64::from(change.after.games)).collect::<Vec<_>>())
            .bind(changes.iter().map(|change| change.after.at_ms).collect::<Vec<_>>())
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
