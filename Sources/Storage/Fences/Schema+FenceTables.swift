extension Schema {
    /// Fences with their rules.
    ///
    /// One row of `fence` holds everything that a match asks about a candidate, and the R*Tree holds nothing
    /// but boxes. So a candidate costs one look-up.
    ///
    /// `low1` … `high4` are the bits of the allergens that a fence watches from that level or a lower one, so
    /// `low4` and `high4` are all of them. `x`, `y` and `z` are the anchor on the unit sphere. A position is
    /// surely inside within the squared chord `inner`, and surely outside beyond `extent` metres.
    static let fenceRules = """
        -- AUTOINCREMENT: the number of a deleted account is never given to another one.
        CREATE TABLE numberedAccount (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (length(name) BETWEEN 1 AND 60),
            created INTEGER NOT NULL,
            isModerator INTEGER NOT NULL DEFAULT 0 CHECK (isModerator IN (0, 1))
        ) STRICT;

        INSERT INTO numberedAccount (id, name, created) SELECT id, name, created FROM account;
        DROP TABLE account;
        ALTER TABLE numberedAccount RENAME TO account;
        CREATE INDEX credentialByAccount ON credential (account);

        CREATE TABLE profile (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            watches TEXT NOT NULL,
            crossReactive INTEGER NOT NULL CHECK (crossReactive IN (0, 1)),
            acceptsUnsure INTEGER NOT NULL CHECK (acceptsUnsure IN (0, 1)),
            language TEXT NOT NULL,
            tone TEXT NOT NULL,
            timeZone TEXT NOT NULL,
            forecastTime INTEGER NOT NULL CHECK (forecastTime BETWEEN 0 AND 1439),
            forecastDaysAhead INTEGER NOT NULL CHECK (forecastDaysAhead IN (0, 1)),
            digestTime INTEGER NOT NULL CHECK (digestTime BETWEEN 0 AND 1439)
        ) STRICT;

        CREATE TABLE ruledFence (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            radius REAL CHECK (radius BETWEEN 100 AND 300000),
            extent REAL NOT NULL,
            x REAL NOT NULL,
            y REAL NOT NULL,
            z REAL NOT NULL,
            inner REAL NOT NULL,
            kinds INTEGER NOT NULL CHECK (kinds BETWEEN 1 AND 7),
            fieldMaximum INTEGER NOT NULL CHECK (fieldMaximum IN (0, 1)),
            unsure INTEGER NOT NULL CHECK (unsure IN (0, 1)),
            low1 INTEGER NOT NULL, high1 INTEGER NOT NULL,
            low2 INTEGER NOT NULL, high2 INTEGER NOT NULL,
            low3 INTEGER NOT NULL, high3 INTEGER NOT NULL,
            low4 INTEGER NOT NULL, high4 INTEGER NOT NULL,
            -- Those of them that are not watched for a cross-reaction alone.
            ownLow INTEGER NOT NULL, ownHigh INTEGER NOT NULL,
            -- The time zone that clocks at the fence follow, and the minutes of its day in which it is quiet.
            timeZone TEXT NOT NULL,
            quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 1439),
            quietUntil INTEGER CHECK (quietUntil BETWEEN 0 AND 1439),
            quietException INTEGER CHECK (quietException BETWEEN 1 AND 4),
            -- The instants between which it is on; NULL when it always is.
            starts INTEGER,
            ends INTEGER,
            -- What its owner said, as far as the columns above do not tell it.
            watches TEXT NOT NULL,
            ownTimeZone TEXT,
            firstDay INTEGER,
            lastDay INTEGER,
            -- When its owner last said something about it, or about their profile.
            changed INTEGER NOT NULL DEFAULT 0,
            -- When the forecast is looked at next; NULL when forecasts are not wanted.
            nextForecast INTEGER,
            -- The day that the forecast was last looked at for.
            lastForecast INTEGER,
            CHECK ((quietFrom IS NULL) = (quietUntil IS NULL)),
            CHECK ((firstDay IS NULL) = (lastDay IS NULL))
        ) STRICT;

        -- `rings` are the polygons in the plane, packed; `area` is what the owner drew where that is something else: the
        -- coordinates of a GeoJSON MultiPolygon.
        CREATE TABLE fenceOutline (
            fence INTEGER PRIMARY KEY REFERENCES ruledFence (number) ON DELETE CASCADE,
            rings BLOB NOT NULL,
            area TEXT
        ) STRICT;

        -- What a fence watches for the sake of another allergen alone: `crossReaction` is that one, of the profile.
        CREATE TABLE crossWatch (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            crossReaction INTEGER NOT NULL CHECK (crossReaction BETWEEN 0 AND 127),
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE announcedLevel (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            day INTEGER NOT NULL,
            PRIMARY KEY (fence, allergen)
        ) STRICT, WITHOUT ROWID;

        -- The highest level of a forecast that was announced at a fence for a day.
        CREATE TABLE announcedForecast (
            fence INTEGER NOT NULL REFERENCES ruledFence (number) ON DELETE CASCADE,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 4),
            PRIMARY KEY (fence, allergen, day)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX announcedForecastByDay ON announcedForecast (day);
        """

    static let fenceRulesAfterwards = """
        DROP TABLE fenceBox;
        DROP TABLE announcement;
        DROP TABLE fenceLevel;
        DROP TABLE fence;
        ALTER TABLE ruledFence RENAME TO fence;
        CREATE INDEX fenceByAccount ON fence (account);
        CREATE INDEX fenceByForecast ON fence (nextForecast) WHERE nextForecast IS NOT NULL;

        -- A fence has one row, or two when it crosses the antimeridian: 2 × number and 2 × number + 1.
        CREATE VIRTUAL TABLE fenceBox USING rtree(id, west, east, south, north);
        """
}
