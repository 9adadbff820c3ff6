-- Everything is in the schema `floe`, which is the search path of every connection. Texts that are compared have the
-- collation "C": the order of their bytes, as in the other stores and in the program.

-- Where each log ends: how many entries it has, the hash of the last one, and the month in which it was created. A writer
-- locks this row and compares `version` before it appends: of two writers that expect the same version one is refused.
CREATE TABLE log_heads (
    stream  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version BIGINT  NOT NULL,
    hash    BYTEA   NOT NULL CHECK (length(hash) = 32),
    period  INTEGER NOT NULL
) WITH (fillfactor = 70);

-- The log: every entry of every table and tournament. `hash` covers the entry and the hash of the previous entry of the
-- same log. All entries of a log are in one partition, that of the month in which the log was created (202611 is November
-- 2026), so that a month of old logs can be detached and archived as a whole.
CREATE TABLE log (
    period  INTEGER NOT NULL,
    stream  TEXT COLLATE "C" NOT NULL,
    version BIGINT  NOT NULL,
    at_ms   BIGINT  NOT NULL,
    -- So many entries of the same write follow.
    more    BIGINT  NOT NULL,
    -- The text in UTF-8. Not TEXT, which cannot contain every character.
    body    BYTEA   NOT NULL,
    hash    BYTEA   NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (period, stream, version)
) PARTITION BY RANGE (period);

CREATE FUNCTION log_never_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries of the log are never changed or deleted';
END $$;
CREATE TRIGGER log_never_changes BEFORE UPDATE OR DELETE ON log
    FOR EACH ROW EXECUTE FUNCTION log_never_changes();
CREATE TRIGGER log_never_empties BEFORE TRUNCATE ON log
    FOR EACH STATEMENT EXECUTE FUNCTION log_never_changes();

-- The month of a moment, within the years 1970 to 2199.
CREATE FUNCTION log_period(at_ms BIGINT) RETURNS INTEGER LANGUAGE sql IMMUTABLE AS $$
    SELECT (extract(year FROM moment) * 100 + extract(month FROM moment))::INTEGER
    FROM (SELECT TIMESTAMP 'epoch' + greatest(0, least(at_ms, 7258118399999)) * INTERVAL '1 millisecond' AS moment) AS given
$$;

-- Creates the partition of a month unless it exists. It is attached rather than created in place, since that does not
-- stop those who read and write.
CREATE FUNCTION ensure_log_partition(period INTEGER) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    partition TEXT := 'log_' || period;
BEGIN
    -- Asked as a query, which sees what others have just created.
    IF EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'floe' AND tablename = partition) THEN
        RETURN;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('floe.log', 0));
    IF NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'floe' AND tablename = partition) THEN
        EXECUTE format('CREATE TABLE floe.%I (LIKE floe.log INCLUDING ALL)', partition);
        EXECUTE format(
            'ALTER TABLE floe.log ATTACH PARTITION floe.%I FOR VALUES FROM (%s) TO (%s)',
            partition, period, period + 1
        );
    END IF;
END $$;

-- The index of the log. `version` says with how many entries of its log a row was written.
CREATE TABLE log_index (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL,
    stage      TEXT    NOT NULL,
    game       TEXT COLLATE "C" NOT NULL,
    public     BOOLEAN NOT NULL,
    rated      BOOLEAN NOT NULL,
    tournament TEXT COLLATE "C",
    created_ms BIGINT  NOT NULL,
    ended_ms   BIGINT,
    due_ms     BIGINT,
    players    TEXT    NOT NULL,
    summary    TEXT    NOT NULL,
    version    BIGINT  NOT NULL,
    -- The time changes with every move, this hardly ever: PostgreSQL then updates a row without touching its indexes.
    has_due    BOOLEAN GENERATED ALWAYS AS (due_ms IS NOT NULL) STORED
) WITH (fillfactor = 70);
CREATE INDEX log_index_newest ON log_index (created_ms, id);
CREATE INDEX log_index_stage ON log_index (kind, stage, created_ms, id);
-- Tournaments are few among the tables.
CREATE INDEX log_index_tournaments ON log_index (created_ms, id) WHERE kind = 'tournament';
CREATE INDEX log_index_game ON log_index (game, created_ms, id);
CREATE INDEX log_index_tournament ON log_index (tournament, created_ms, id) WHERE tournament IS NOT NULL;
CREATE INDEX log_index_due ON log_index (id) WHERE has_due;

-- Who sits where, so that somebody's games are found without reading all log_index. A seat knows enough of its table for
-- somebody's games to be counted, and those in progress found, from an index alone.
CREATE TABLE seats (
    "user"     TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    card       TEXT COLLATE "C" NOT NULL,
    kind       TEXT    NOT NULL,
    stage      TEXT    NOT NULL,
    public     BOOLEAN NOT NULL,
    PRIMARY KEY ("user", created_ms, card)
);
CREATE INDEX seats_card ON seats (card);
CREATE INDEX seats_stage ON seats ("user", stage, kind, public);

CREATE TABLE users (
    id              TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name            TEXT    NOT NULL,
    name_key        TEXT COLLATE "C" NOT NULL UNIQUE,
    role            TEXT    NOT NULL,
    bot             BOOLEAN NOT NULL,
    password        TEXT,
    recovery        TEXT,
    created_ms      BIGINT  NOT NULL,
    renamed_ms      BIGINT,
    banned_until_ms BIGINT,
    muted_until_ms  BIGINT,
    settings        TEXT    NOT NULL,
    deleted         BOOLEAN NOT NULL
);
CREATE INDEX users_guests ON users (created_ms, id) WHERE role = 'guest';

CREATE TABLE sessions (
    hash       BYTEA  NOT NULL PRIMARY KEY,
    "user"     TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions ("user");
CREATE INDEX sessions_expiry ON sessions (expires_ms);

CREATE TABLE tokens (
    number     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    id         TEXT COLLATE "C" NOT NULL UNIQUE,
    hash       BYTEA  NOT NULL UNIQUE,
    "user"     TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    label      TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX tokens_user ON tokens ("user", created_ms, number);

CREATE TABLE blocks (
    number BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "user" TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    other  TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    UNIQUE ("user", other)
);
CREATE INDEX blocks_other ON blocks (other);

CREATE TABLE chat (
    id       BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    at_table TEXT COLLATE "C" NOT NULL,
    number   BIGINT NOT NULL,
    "user"   TEXT COLLATE "C" NOT NULL,
    room     TEXT COLLATE "C" NOT NULL,
    at_ms    BIGINT NOT NULL,
    text     TEXT   NOT NULL,
    UNIQUE (at_table, number)
);
CREATE INDEX chat_room ON chat (at_table, room, number);
CREATE INDEX chat_user ON chat ("user", id);

-- The last number given at a table: numbers of lines that were taken back are not given again.
CREATE TABLE chat_counts (
    at_table TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    last     BIGINT NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE reports (
    number   BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    by_user  TEXT COLLATE "C" NOT NULL,
    about    TEXT COLLATE "C" NOT NULL,
    at_table TEXT COLLATE "C",
    at_ms    BIGINT NOT NULL,
    text     TEXT   NOT NULL,
    settled  TEXT
);
CREATE INDEX reports_open ON reports (number) WHERE settled IS NULL;
CREATE INDEX reports_by ON reports (by_user, number);

-- Every change of every rating.
CREATE TABLE rating_changes (
    number     BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    "user"     TEXT COLLATE "C" NOT NULL,
    game       TEXT COLLATE "C" NOT NULL,
    at_table   TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL
);
CREATE INDEX rating_changes_user ON rating_changes ("user", game, number);

-- The last change of each, again, so that the best are found quickly.
CREATE TABLE ratings (
    "user"     TEXT COLLATE "C" NOT NULL,
    game       TEXT COLLATE "C" NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY ("user", game)
);
CREATE INDEX ratings_best ON ratings (game, rating DESC, "user");

-- The last transaction of each open store. If the connection is lost during a commit, this says whether it was stored.
CREATE TABLE writers (
    id    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    batch BIGINT      NOT NULL,
    at    TIMESTAMPTZ NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- When a server was last alive: one row.
CREATE TABLE heartbeat (
    one   BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (one),
    at_ms BIGINT  NOT NULL
) WITH (fillfactor = 50);
