extension Schema {
    /// The diary of people, and the consent that it needs.
    static let diary = """
        CREATE TABLE consentAnew (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('warnings', 'reports', 'research', 'health')),
            version INTEGER NOT NULL CHECK (version > 0),
            source TEXT NOT NULL CHECK (source IN ('owner', 'command')),
            given INTEGER NOT NULL,
            withdrawn INTEGER CHECK (withdrawn >= given)
        ) STRICT;
        INSERT INTO consentAnew SELECT number, account, purpose, version, source, given, withdrawn FROM consent;
        DROP TABLE consent;
        ALTER TABLE consentAnew RENAME TO consent;
        CREATE UNIQUE INDEX consentStanding ON consent (account, purpose) WHERE withdrawn IS NULL;
        CREATE INDEX consentByAccount ON consent (account);

        -- `sealed`: all that was said of the day. A day that was deleted is kept as such for a while, so that a
        -- device that was without a network does not bring it back. `deleted` is in milliseconds.
        CREATE TABLE diaryEntry (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            sealed BLOB,
            deleted INTEGER,
            PRIMARY KEY (account, day),
            CHECK ((sealed IS NULL) = (deleted IS NOT NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX diaryEntryDeleted ON diaryEntry (deleted) WHERE deleted IS NOT NULL;
        """
}
