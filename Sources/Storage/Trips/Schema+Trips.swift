extension Schema {
    /// Trips without any place, and the consent that they need.
    static let trips = """
        CREATE TABLE consentAnew (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL
                CHECK (purpose IN ('warnings', 'reports', 'research', 'health', 'help', 'trips')),
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

        -- `sealed`: end, mode, distance, carbon and exposures, but no place. `isSettled` is 1 once the month ago has been
        -- summed.
        CREATE TABLE trip (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            start INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            isSettled INTEGER NOT NULL DEFAULT 0 CHECK (isSettled IN (0, 1)),
            PRIMARY KEY (account, start)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX tripUnsettled ON trip (start) WHERE isSettled = 0;
        """
}
