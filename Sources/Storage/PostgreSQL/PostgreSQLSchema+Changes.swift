extension PostgreSQLSchema {
    /// What programs that work on the database at once tell each other; SQLite has a number for it.
    static let changes = """
        -- The number of the newest line of `changeLog`.
        CREATE TABLE changeHead (
            id bigint PRIMARY KEY CHECK (id = 1),
            number bigint NOT NULL
        );

        INSERT INTO changeHead (id, number) VALUES (1, 0);

        -- What each commit changed, as far as other programs wait for it; kept for an hour.
        CREATE TABLE changeLog (
            -- Taken from `changeHead`, whose row is locked until the commit: in the order of commits, without holes.
            seq bigint PRIMARY KEY,
            -- The program that committed: a number that each draws when it opens the database.
            node bigint NOT NULL,
            -- In milliseconds since 1970, by the clock of the server.
            told bigint NOT NULL,
            what text NOT NULL
        );

        DROP TABLE foreignWrite;
        """
}
