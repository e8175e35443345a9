extension Schema {
    /// Reports with numbers of their own, which are what a list of them continues after.
    ///
    /// The number of a withdrawn report is never given to another one. Those of earlier reports stay as they
    /// were.
    static let numberedReports = """
        CREATE TABLE numberedReport (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            sent INTEGER NOT NULL,
            -- Whether the people concerned have been told.
            isTold INTEGER NOT NULL DEFAULT 1 CHECK (isTold IN (0, 1)),
            -- Symptoms and comment; NULL when there are none.
            sealed BLOB,
            hasComment INTEGER NOT NULL DEFAULT 0 CHECK (hasComment IN (0, 1)),
            -- Whether other people with an account may see the name of its author.
            isNamed INTEGER NOT NULL DEFAULT 0 CHECK (isNamed IN (0, 1)),
            UNIQUE (alert, account)
        ) STRICT;

        INSERT INTO numberedReport (
            number, alert, account, longitude, latitude, low, high, sent, isTold, sealed, hasComment, isNamed)
        SELECT rowid, alert, account, longitude, latitude, low, high, sent, isTold, sealed, hasComment, isNamed
        FROM report ORDER BY rowid;

        DROP TABLE report;
        ALTER TABLE numberedReport RENAME TO report;
        CREATE INDEX reportByAccount ON report (account, sent);
        CREATE INDEX reportByTime ON report (alert, sent);
        CREATE INDEX reportUntold ON report (alert) WHERE isTold = 0;
        CREATE INDEX reportByPlace ON report (alert, longitude, latitude, low, high, isTold, sent);
        CREATE INDEX reportByAge ON report (sent);
        """
}
