extension Schema {
    /// Documents that people keep, in pieces.
    static let documents = """
        -- `sealed`: what the person says of it, and its form. `size`: of the file, in bytes.
        CREATE TABLE personalDocument (
            id TEXT NOT NULL PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            size INTEGER NOT NULL CHECK (size > 0),
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX personalDocumentByAccount ON personalDocument (account, created, id);

        CREATE TABLE personalDocumentPart (
            document TEXT NOT NULL REFERENCES personalDocument (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            PRIMARY KEY (document, position)
        ) STRICT;
        """
}
