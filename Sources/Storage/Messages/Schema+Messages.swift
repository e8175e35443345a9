extension Schema {
    /// Messages from people to the operators of the service.
    static let messages = """
        -- `sealed`: the text, where an answer may go, and the page on which it was written.
        CREATE TABLE message (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            -- NULL when nobody was signed in.
            account INTEGER REFERENCES account (id) ON DELETE CASCADE,
            topic TEXT NOT NULL CHECK (topic IN ('suggestion', 'correction', 'comment', 'problem')),
            sealed BLOB NOT NULL CHECK (length(sealed) > 33),
            created INTEGER NOT NULL,
            -- Whether it waits to be mailed.
            isWaiting INTEGER NOT NULL CHECK (isWaiting IN (0, 1))
        ) STRICT;

        CREATE INDEX messageByAccount ON message (account) WHERE account IS NOT NULL;
        CREATE INDEX messageByAge ON message (created);
        CREATE INDEX messageWaiting ON message (number) WHERE isWaiting = 1;
        """
}
