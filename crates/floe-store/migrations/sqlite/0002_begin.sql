-- The log: every entry of every table and tournament, in the order in which they were acknowledged.
CREATE TABLE log (
    seq     INTEGER PRIMARY KEY,
    stream  TEXT    NOT NULL,
    version INTEGER NOT NULL,
    at_ms   INTEGER NOT NULL,
    -- So many entries of the same write follow: a log that is cut is cut between writes.
    more    INTEGER NOT NULL,
    body    TEXT    NOT NULL,
    hash    BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE UNIQUE INDEX log_stream ON log (stream, version);

CREATE TRIGGER log_never_changes BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'entries of the log are never changed'); END;
CREATE TRIGGER log_never_shrinks BEFORE DELETE ON log
BEGIN SELECT RAISE(ABORT, 'entries of the log are never deleted'); END;

-- The index of the log. `version` says with how many entries of its log a row was written.
CREATE TABLE log_index (
    id         TEXT    NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL,
    stage      TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    public     INTEGER NOT NULL,
    rated      INTEGER NOT NULL,
    tournament TEXT,
    created_ms INTEGER NOT NULL,
    ended_ms   INTEGER,
    due_ms     INTEGER,
    players    TEXT    NOT NULL,
    summary    TEXT    NOT NULL,
    version    INTEGER NOT NULL
) STRICT;
CREATE INDEX log_index_newest ON log_index (created_ms, id);
CREATE INDEX log_index_stage ON log_index (stage, created_ms, id);
CREATE INDEX log_index_game ON log_index (game, created_ms, id);
CREATE INDEX log_index_tournament ON log_index (tournament, created_ms, id) WHERE tournament IS NOT NULL;
CREATE INDEX log_index_due ON log_index (due_ms) WHERE due_ms IS NOT NULL;

-- Who sits where, so that somebody's games are found without reading all log_index.
CREATE TABLE seats (
    user       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    card       TEXT    NOT NULL,
    PRIMARY KEY (user, created_ms, card)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_card ON seats (card);

CREATE TABLE users (
    id              TEXT    NOT NULL PRIMARY KEY,
    name            TEXT    NOT NULL,
    name_key        TEXT    NOT NULL UNIQUE,
    role            TEXT    NOT NULL,
    bot             INTEGER NOT NULL,
    password        TEXT,
    recovery        TEXT,
    created_ms      INTEGER NOT NULL,
    renamed_ms      INTEGER,
    banned_until_ms INTEGER,
    muted_until_ms  INTEGER,
    settings        TEXT    NOT NULL,
    deleted          INTEGER NOT NULL
) STRICT;
CREATE INDEX users_guests ON users (created_ms) WHERE role = 'guest';

CREATE TABLE sessions (
    hash       BLOB    NOT NULL PRIMARY KEY,
    user       TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_user ON sessions (user);
CREATE INDEX sessions_expiry ON sessions (expires_ms);

CREATE TABLE tokens (
    number     INTEGER PRIMARY KEY,
    id         TEXT    NOT NULL UNIQUE,
    hash       BLOB    NOT NULL UNIQUE,
    user       TEXT    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label      TEXT    NOT NULL,
    scopes     TEXT    NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_user ON tokens (user, created_ms, number);

CREATE TABLE blocks (
    number INTEGER PRIMARY KEY,
    user   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other  TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    UNIQUE (user, other)
) STRICT;
CREATE INDEX blocks_other ON blocks (other);

CREATE TABLE chat (
    id       INTEGER PRIMARY KEY,
    at_table TEXT    NOT NULL,
    number   INTEGER NOT NULL,
    user     TEXT    NOT NULL,
    room     TEXT    NOT NULL,
    at_ms    INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    UNIQUE (at_table, number)
) STRICT;
CREATE INDEX chat_room ON chat (at_table, room, number);
CREATE INDEX chat_user ON chat (user);

-- The last number given at a table: numbers of lines that were taken back are not given again.
CREATE TABLE chat_counts (
    at_table TEXT    NOT NULL PRIMARY KEY,
    last     INTEGER NOT NULL
) STRICT;

CREATE TABLE reports (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    by_user  TEXT    NOT NULL,
    about    TEXT    NOT NULL,
    at_table TEXT,
    at_ms    INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    settled  TEXT
) STRICT;
CREATE INDEX reports_open ON reports (number) WHERE settled IS NULL;
CREATE INDEX reports_by ON reports (by_user);

-- Every change of every rating; `seq` says with how many entries of the whole log it was written.
CREATE TABLE rating_changes (
    number     INTEGER PRIMARY KEY,
    user       TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    at_table   TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    seq        INTEGER NOT NULL
) STRICT;
CREATE INDEX rating_changes_user ON rating_changes (user, game, number);

-- The last change of each, again, so that the best are found quickly.
CREATE TABLE ratings (
    user       TEXT    NOT NULL,
    game       TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    games      INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_best ON ratings (game, rating DESC, user);
