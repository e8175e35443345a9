extension PostgreSQLSchema {
    /// Health values, and the plans that say when people want to be notified.
    static let healthMetrics = """
        -- `sealed`: the figures of each series. `isWhole` is 0 once values of the day have been deleted, whose
        -- series are closed when the row is next written.
        CREATE TABLE metricDay (
            account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            day bigint NOT NULL,
            sealed bytea NOT NULL,
            isWhole bigint NOT NULL DEFAULT 1 CHECK (isWhole IN (0, 1)),
            PRIMARY KEY (account, day)
        );

        -- `sealed`: the values of an hour of the day where the person lives.
        CREATE TABLE metricHour (
            account bigint NOT NULL,
            day bigint NOT NULL,
            hour bigint NOT NULL CHECK (hour BETWEEN 0 AND 23),
            sealed bytea NOT NULL,
            written bigint NOT NULL,
            PRIMARY KEY (account, day, hour),
            FOREIGN KEY (account, day) REFERENCES metricDay (account, day) ON DELETE CASCADE
        );

        CREATE INDEX metricHourByAge ON metricHour (written);

        -- `sealed`: bounds, zones and switches.
        CREATE TABLE metricPlan (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed bytea NOT NULL
        );

        -- What came since it was last looked at. `sealed`: the values outside of the person's bounds.
        CREATE TABLE metricNews (
            account bigint PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            since bigint NOT NULL,
            sealed bytea NOT NULL
        );

        CREATE INDEX metricNewsByAge ON metricNews (since);

        -- Tokens that send values. `days`: on how many days in a row until `lastDay`, in UTC. `told`: when the
        -- person was notified of the silence.
        CREATE TABLE metricFeed (
            account bigint NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            token text COLLATE "C" NOT NULL REFERENCES credential (id) ON DELETE CASCADE,
            last bigint NOT NULL,
            lastDay bigint NOT NULL,
            days bigint NOT NULL,
            told bigint,
            PRIMARY KEY (account, token)
        );

        CREATE INDEX metricFeedByToken ON metricFeed (token);
        CREATE INDEX metricFeedSilent ON metricFeed (last) WHERE told IS NULL;
        """
}
