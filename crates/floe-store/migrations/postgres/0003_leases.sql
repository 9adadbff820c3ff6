-- Several servers on one database. A server is a node while it renews its row in time, by the clock of this database; once
-- another has declared it dead it stays so.
CREATE TABLE nodes (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    expires_at TIMESTAMPTZ NOT NULL,
    -- The node's own clock when it last renewed the row.
    clock_ms   BIGINT  NOT NULL,
    dead       BOOLEAN NOT NULL DEFAULT FALSE
) WITH (fillfactor = 50);

-- The lease of a log is in the row that every append locks: `node` has it, `token` counts how often it was taken, and
-- `left_ms` is the clock of its last holder when that was last known to serve. An append with an older token is refused.
ALTER TABLE log_heads
    ADD COLUMN node    TEXT COLLATE "C",
    ADD COLUMN token   BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN left_ms BIGINT;
CREATE INDEX log_heads_node ON log_heads (node) WHERE node IS NOT NULL;

-- The id of this store: one row.
CREATE TABLE store (
    one BOOLEAN NOT NULL PRIMARY KEY DEFAULT TRUE CHECK (one),
    id  TEXT COLLATE "C" NOT NULL
);
INSERT INTO store (id) VALUES (replace(gen_random_uuid()::TEXT, '-', ''));
