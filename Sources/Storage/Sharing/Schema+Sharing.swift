extension Schema {
    /// Links by which people share files that we cannot read.
    static let sharedLinks = """
        -- `secret`: SHA-256 of the secret in the link. `sealed`: the label and the passcode.
        CREATE TABLE sharedLink (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            secret BLOB NOT NULL UNIQUE,
            sealed BLOB NOT NULL,
            made INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            attemptsLeft INTEGER NOT NULL CHECK (attemptsLeft >= 0),
            openingsLeft INTEGER NOT NULL CHECK (openingsLeft >= 0),
            closed INTEGER
        ) STRICT;

        CREATE INDEX sharedLinkByAccount ON sharedLink (account, number);
        CREATE INDEX sharedLinkByAge ON sharedLink (expires);

        -- Encrypted with a key that is only in the link.
        CREATE TABLE sharedFile (
            link INTEGER NOT NULL REFERENCES sharedLink (number) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            contentType TEXT NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (link, position)
        ) STRICT, WITHOUT ROWID;

        -- `sealed`: who opened it, as they said.
        CREATE TABLE sharedOpening (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            link INTEGER NOT NULL REFERENCES sharedLink (number) ON DELETE CASCADE,
            at INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('opened', 'wrongPasscode'))
        ) STRICT;

        CREATE INDEX sharedOpeningByLink ON sharedOpening (link, number);
        """

    /// Links that share what helps in an emergency, beside those that share a diary.
    static let handovers = """
        ALTER TABLE sharedLink ADD COLUMN purpose TEXT NOT NULL DEFAULT 'diary'
            CHECK (purpose IN ('diary', 'help'));
        """
}
