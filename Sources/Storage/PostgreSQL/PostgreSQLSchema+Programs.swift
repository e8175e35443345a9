extension PostgreSQLSchema {
    /// What programs tell each other, and what SQLite has and PostgreSQL does not.
    static let programs = """
        -- One more with each write of a program that does not serve, such as a command.
        CREATE TABLE foreignWrite (
            id bigint PRIMARY KEY CHECK (id = 1),
            number bigint NOT NULL
        );

        INSERT INTO foreignWrite (id, number) VALUES (1, 0);

        CREATE FUNCTION hex(bytes bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
            SELECT upper(encode($1, 'hex'))
        $$;
        """
}
