extension Schema {
    /// Health values, and the plans that say when people want to be notified.
    static let healthMetrics = """
        -- `sealed`: the figures of each series. `isWhole` is 0 once values of the day have been deleted, whose
        -- series are closed when the row is next written.
        CREATE TABLE metricDay (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            day INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            isWhole INTEGER NOT NULL DEFAULT 1 CHECK (isWhole IN (0, 1)),
            PRIMARY KEY (account, day)
        ) STRICT, WITHOUT ROWID;

        -- `sealed`: the values of an hour of the day where the person lives.
        CREATE TABLE metricHour (
            account INTEGER NOT NULL,
            day INTEGER NOT NULL,
            hour INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
            sealed BLOB NOT NULL,
            written INTEGER NOT NULL,
            PRIMARY KEY (account, day, hour),
            FOREIGN KEY (account, day) REFERENCES metricDay (account, day) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX metricHourByAge ON metricHour (written);

        -- `sealed`: bounds, zones and switches.
        CREATE TABLE metricPlan (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL
        ) STRICT;

        -- What came since it was last looked at. `sealed`: the values outside of the person's bounds.
        CREATE TABLE metricNews (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            since INTEGER NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT;

        CREATE INDEX metricNewsByAge ON metricNews (since);

        -- Tokens that send values. `days`: on how many days in a row until `lastDay`, in UTC. `told`: when the
        -- person was notified of the silence.
        CREATE TABLE metricFeed (
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            token TEXT NOT NULL REFERENCES credential (id) ON DELETE CASCADE,
            last INTEGER NOT NULL,
            lastDay INTEGER NOT NULL,
            days INTEGER NOT NULL,
            told INTEGER,
            PRIMARY KEY (account, token)
        ) STRICT, WITHOUT ROWID;

        -- What could do everything may also add values.
        UPDATE credential SET scopes = scopes | 128 WHERE scopes & 127 = 127;

        CREATE INDEX metricFeedByToken ON metricFeed (token);
        CREATE INDEX metricFeedSilent ON metricFeed (last) WHERE told IS NULL;
        """
}
