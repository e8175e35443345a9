extension Schema {
    /// What people keep for when help is needed, and the consent that it needs.
    static let help = """
        CREATE TABLE consentAnew (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('warnings', 'reports', 'research', 'health', 'help')),
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

        -- `sealed`: the kind and the record. `created` is in milliseconds, for the order of a list. `due`: when something has to be said about it next.
        CREATE TABLE helpRecord (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            id TEXT NOT NULL,
            sealed BLOB NOT NULL,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            due INTEGER,
            PRIMARY KEY (account, id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX helpRecordDue ON helpRecord (due) WHERE due IS NOT NULL;

        -- `sealed`: all parts of a day.
        CREATE TABLE helpDay (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (account, day)
        ) STRICT, WITHOUT ROWID;
        """
}
