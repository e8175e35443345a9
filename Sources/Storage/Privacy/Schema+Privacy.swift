extension Schema {
    /// The consents of accounts, and the audit of access to their data.
    ///
    /// An account that was opened before consent was asked for was opened by command, and the operator
    /// vouches for it.
    static let privacy = """
        CREATE TABLE consent (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL CHECK (purpose IN ('warnings', 'reports', 'research')),
            version INTEGER NOT NULL CHECK (version > 0),
            source TEXT NOT NULL CHECK (source IN ('owner', 'command')),
            given INTEGER NOT NULL,
            withdrawn INTEGER CHECK (withdrawn >= given)
        ) STRICT;

        -- One consent stands for each purpose; those that were taken back are history.
        CREATE UNIQUE INDEX consentStanding ON consent (account, purpose) WHERE withdrawn IS NULL;
        CREATE INDEX consentByAccount ON consent (account);

        INSERT INTO consent (account, purpose, version, source, given)
        SELECT account.id, purpose.value, 1, 'command', account.created
        FROM account CROSS JOIN json_each('["warnings", "reports"]') AS purpose;

        CREATE TABLE audit (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            act TEXT NOT NULL,
            actor TEXT NOT NULL CHECK (actor IN ('owner', 'moderator', 'administrator', 'command')),
            object TEXT CHECK (length(object) BETWEEN 1 AND 60),
            created INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX auditByAccount ON audit (account, number);
        CREATE INDEX auditByAge ON audit (created);
        CREATE INDEX auditOfRefusals ON audit (account, created) WHERE act = 'signInRefused';
        CREATE INDEX reportByAge ON report (sent);
        CREATE INDEX confirmationByAge ON confirmation (created);
        CREATE INDEX flagByAge ON flag (created);
        """
}
