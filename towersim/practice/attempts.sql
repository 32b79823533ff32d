CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    challenge TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    stars INTEGER NOT NULL CHECK (stars BETWEEN 0 AND 3),
    measure REAL,
    sim_seconds REAL NOT NULL,
    pieces INTEGER NOT NULL,
    touches INTEGER NOT NULL,
    hand TEXT NOT NULL,
    record TEXT
) STRICT;
CREATE INDEX attempts_by_challenge ON attempts (challenge, stars DESC);

CREATE TABLE placements (
    attempt INTEGER NOT NULL REFERENCES attempts (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    error REAL,
    tremor REAL NOT NULL,
    height REAL NOT NULL,
    fell INTEGER NOT NULL,
    tilt REAL,
    x REAL,
    y REAL,
    angle REAL,
    PRIMARY KEY (attempt, number)
) STRICT;

ALTER TABLE placements ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;

ALTER TABLE placements ADD COLUMN turned REAL;

ALTER TABLE placements ADD COLUMN undone INTEGER NOT NULL DEFAULT 0;
