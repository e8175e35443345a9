extension Schema {
    /// What is sent to emergency contacts.
    static let contacts = """
        -- `sealed`: who were to be told, and what went with it; not where the person was.
        CREATE TABLE sosCall (
            id TEXT PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            pressed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX sosCallByAccount ON sosCall (account, pressed);
        CREATE INDEX sosCallByAge ON sosCall (pressed);

        -- `sealed`: the contact, and as long as the letter waits, what it says. `receiver`: a keyed hash of the
        -- address. A queued letter that was under way when the program ended is sent again under its `id`.
        CREATE TABLE contactLetter (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            contact TEXT NOT NULL,
            sos TEXT REFERENCES sosCall (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('request', 'test', 'sos')),
            receiver BLOB NOT NULL,
            sealed BLOB NOT NULL,
            written INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed', 'dropped')),
            due INTEGER,
            attempts INTEGER NOT NULL DEFAULT 0,
            CHECK ((state = 'queued') = (due IS NOT NULL)),
            CHECK ((purpose = 'sos') = (sos IS NOT NULL))
        ) STRICT;

        CREATE INDEX contactLetterByAccount ON contactLetter (account, written);
        CREATE INDEX contactLetterByAge ON contactLetter (written);
        CREATE INDEX contactLetterByReceiver ON contactLetter (receiver, written);
        CREATE INDEX contactLetterBySOS ON contactLetter (sos) WHERE sos IS NOT NULL;
        CREATE INDEX contactLetterQueue ON contactLetter (due) WHERE due IS NOT NULL;
        """
}
