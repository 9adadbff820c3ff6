-- Small things that belong to a user, by kind and key: whom they follow, where to send notifications. Those of the server itself
-- have no user.
CREATE TABLE items (
    user  TEXT    NOT NULL,
    kind  TEXT    NOT NULL,
    key   TEXT    NOT NULL,
    at_ms INTEGER NOT NULL,
    body  TEXT    NOT NULL,
    PRIMARY KEY (user, kind, key)
) STRICT, WITHOUT ROWID;
