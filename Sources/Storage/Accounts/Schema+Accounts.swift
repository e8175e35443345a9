extension Schema {
    static let accounts = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
            created INTEGER NOT NULL
        ) STRICT;

        -- Only the hash of a secret is kept; `id` is its public part.
        CREATE TABLE credential (
            id TEXT PRIMARY KEY,
            account INTEGER REFERENCES account (id) ON DELETE CASCADE,
            station INTEGER REFERENCES station (number) ON DELETE CASCADE,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            created INTEGER NOT NULL,
            CHECK ((account IS NULL) <> (station IS NULL))
        ) STRICT, WITHOUT ROWID;

        -- The answer to a request that creates something, for whoever repeats it with the same key.
        CREATE TABLE idempotentAnswer (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
            fingerprint BLOB NOT NULL,
            location TEXT NOT NULL,
            body BLOB NOT NULL,
            created INTEGER NOT NULL,
            PRIMARY KEY (account, key)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX idempotentAnswerByAge ON idempotentAnswer (created);
        """
}
