extension Schema {
    /// Articles that experts write, and what readers see of them.
    static let submissions = """
        -- `sealed`: the text as the author writes it, and what it corrects.
        CREATE TABLE submission (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            state TEXT NOT NULL
                CHECK (state IN ('draft', 'submitted', 'returned', 'accepted', 'published', 'retired')),
            revision INTEGER NOT NULL CHECK (revision > 0),
            sealed BLOB NOT NULL,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX submissionByAccount ON submission (account, number);

        CREATE TABLE submissionPicture (
            submission INTEGER PRIMARY KEY REFERENCES submission (number) ON DELETE CASCADE,
            format TEXT NOT NULL CHECK (format IN ('image/png', 'image/jpeg')),
            sealed BLOB NOT NULL
        ) STRICT;

        -- `sealed`: the passage, and what a reviewer says of it.
        CREATE TABLE submissionRemark (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            submission INTEGER NOT NULL REFERENCES submission (number) ON DELETE CASCADE,
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            revision INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX submissionRemarkBySubmission ON submissionRemark (submission, number);
        CREATE INDEX submissionRemarkByAccount ON submissionRemark (account) WHERE account IS NOT NULL;

        CREATE TABLE submissionEvent (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            submission INTEGER NOT NULL REFERENCES submission (number) ON DELETE CASCADE,
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            act TEXT NOT NULL CHECK (
                act IN ('submit', 'withdraw', 'correct', 'discard', 'return', 'accept', 'publish', 'retire')),
            revision INTEGER NOT NULL,
            created INTEGER NOT NULL
        ) STRICT;

        CREATE INDEX submissionEventBySubmission ON submissionEvent (submission, number);
        CREATE INDEX submissionEventByAccount ON submissionEvent (account) WHERE account IS NOT NULL;

        -- What is public. It stays when its author's account is deleted.
        CREATE TABLE publishedArticle (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE,
            submission INTEGER UNIQUE REFERENCES submission (number) ON DELETE SET NULL,
            byline TEXT,
            keepsByline INTEGER NOT NULL CHECK (keepsByline IN (0, 1)),
            retired INTEGER
        ) STRICT;

        CREATE TABLE articleVersion (
            article INTEGER NOT NULL REFERENCES publishedArticle (number) ON DELETE CASCADE,
            version INTEGER NOT NULL CHECK (version > 0),
            content TEXT NOT NULL CHECK (json_valid(content)),
            correction TEXT CHECK ((correction IS NULL) = (version = 1)),
            format TEXT CHECK (format IN ('image/png', 'image/jpeg')),
            picture BLOB CHECK ((picture IS NULL) = (format IS NULL)),
            published INTEGER NOT NULL,
            -- Who published it.
            account INTEGER REFERENCES account (id) ON DELETE SET NULL,
            PRIMARY KEY (article, version)
        ) STRICT;

        CREATE INDEX articleVersionByAccount ON articleVersion (account) WHERE account IS NOT NULL;

        -- Deletions that a foreign key orders run triggers, too: https://sqlite.org/foreignkeys.html#fk_actions
        CREATE TRIGGER submissionGone BEFORE DELETE ON submission BEGIN
            UPDATE publishedArticle SET byline = NULL WHERE submission = OLD.number AND NOT keepsByline;
            DELETE FROM publishedArticle WHERE submission = OLD.number AND retired IS NOT NULL;
        END;

        -- One more with each change of what readers see, by whichever process.
        CREATE TABLE articleEdition (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL
        ) STRICT;

        INSERT INTO articleEdition (id, number) VALUES (1, 0);

        CREATE TRIGGER articleChanged AFTER UPDATE ON publishedArticle BEGIN
            UPDATE articleEdition SET number = number + 1;
        END;

        CREATE TRIGGER articleRemoved AFTER DELETE ON publishedArticle BEGIN
            UPDATE articleEdition SET number = number + 1;
        END;

        CREATE TRIGGER articleVersionAdded AFTER INSERT ON articleVersion BEGIN
            UPDATE articleEdition SET number = number + 1;
        END;
        """
}
