extension Schema {
    /// The state of the addresses that feeds fetch, and the number of requests by feed and day.
    static let feeds = """
        CREATE TABLE pull (
            feed TEXT NOT NULL CHECK (length(feed) BETWEEN 1 AND 100),
            target TEXT NOT NULL CHECK (length(target) <= 200),
            url TEXT NOT NULL,
            definition TEXT NOT NULL,
            etag TEXT,
            lastModified TEXT,
            lastAttempt INTEGER,
            lastSuccess INTEGER,
            lastChange INTEGER,
            nextAttempt INTEGER,
            failures INTEGER NOT NULL CHECK (failures >= 0),
            fault TEXT,
            detail TEXT,
            rejectedRows INTEGER NOT NULL CHECK (rejectedRows >= 0),
            PRIMARY KEY (feed, target)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pullCount (
            feed TEXT NOT NULL,
            day INTEGER NOT NULL,
            calls INTEGER NOT NULL CHECK (calls > 0),
            PRIMARY KEY (feed, day)
        ) STRICT, WITHOUT ROWID;
        """
}
