extension Schema {
    /// The first tables of alerts and reports.
    ///
    /// `longitude` and `latitude` of an alert are what strangers may see. The exact place of a report stays
    /// in its own table.
    static let alerts = """
        CREATE TABLE alert (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN ('station', 'user', 'forecast')),
            low INTEGER NOT NULL,
            high INTEGER NOT NULL,
            level INTEGER CHECK (level BETWEEN 1 AND 4),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            sent INTEGER NOT NULL,
            expires INTEGER NOT NULL CHECK (expires > sent),
            headline TEXT NOT NULL,
            station INTEGER REFERENCES station (number)
        ) STRICT;

        CREATE TABLE report (
            alert INTEGER PRIMARY KEY REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            symptoms TEXT NOT NULL,
            comment TEXT CHECK (length(comment) <= 50)
        ) STRICT;

        CREATE INDEX reportByAccount ON report (account);

        -- Time is in minutes since 2020-01-01, which a 32-bit float holds exactly until 2051. The place is the
        -- public one: a search by box must not find out the exact one.
        CREATE VIRTUAL TABLE alertBox USING rtree(
            alert, west, east, south, north, starts, ends, +low INTEGER, +high INTEGER
        );

        CREATE TABLE delivery (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            alert INTEGER NOT NULL REFERENCES alert (number) ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            channel TEXT NOT NULL CHECK (channel IN ('live')),
            fences TEXT NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (alert, account, channel)
        ) STRICT;

        CREATE INDEX deliveryByAccount ON delivery (account, id);
        """
}
