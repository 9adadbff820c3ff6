-- Small things that belong to a user, by kind and key: whom they follow, where to send notifications. Those of the server itself
-- have no user.
CREATE TABLE items (
    "user" TEXT COLLATE "C" NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL,
    key    TEXT COLLATE "C" NOT NULL,
    at_ms  BIGINT NOT NULL,
    body   TEXT   NOT NULL,
    PRIMARY KEY ("user", kind, key)
);
