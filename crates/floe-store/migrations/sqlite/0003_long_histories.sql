-- What a long history needs, so that no list or count reads more than it shows.

-- A seat knows enough of its table for somebody's games to be counted, and those in progress found, from an index alone.
CREATE TABLE seats_3 (
    user       TEXT    NOT NULL,
    created_ms INTEGER NOT NULL,
    card       TEXT    NOT NULL,
    kind       TEXT    NOT NULL,
    stage      TEXT    NOT NULL,
    public     INTEGER NOT NULL,
    PRIMARY KEY (user, created_ms, card)
) STRICT, WITHOUT ROWID;
INSERT INTO seats_3 (user, created_ms, card, kind, stage, public)
    SELECT seats.user, seats.created_ms, seats.card, log_index.kind, log_index.stage, log_index.public
    FROM seats JOIN log_index ON log_index.id = seats.card;
DROP TABLE seats;
ALTER TABLE seats_3 RENAME TO seats;
CREATE INDEX seats_card ON seats (card);
CREATE INDEX seats_stage ON seats (user, stage, kind, public);

-- Tournaments are few among the tables.
DROP INDEX log_index_stage;
CREATE INDEX log_index_stage ON log_index (kind, stage, created_ms, id);
CREATE INDEX log_index_tournaments ON log_index (created_ms, id) WHERE kind = 'tournament';
