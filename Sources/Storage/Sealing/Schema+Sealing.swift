import GRDB

extension Schema {
    /// Tables whose rows seal what they say about people; see "What the file tells a thief" in the catalogue.
    static let sealedTables = """
        -- The keys that values are sealed under: a ring without one of them cannot open the file.
        CREATE TABLE dataKey (
            id INTEGER PRIMARY KEY
        ) STRICT;

        -- `sealed`: where it lies, its name, what it watches and whether for its own sake.
        CREATE TABLE sealedFence (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL CHECK (length(sealed) > 33),
            kinds INTEGER NOT NULL CHECK (kinds BETWEEN 1 AND 7),
            fieldMaximum INTEGER NOT NULL CHECK (fieldMaximum IN (0, 1)),
            unsure INTEGER NOT NULL CHECK (unsure IN (0, 1)),
            -- The time zone that clocks at the fence follow, and the minutes of its day in which it is quiet.
            timeZone TEXT NOT NULL,
            ownTimeZone TEXT,
            quietFrom INTEGER CHECK (quietFrom BETWEEN 0 AND 1439),
            quietUntil INTEGER CHECK (quietUntil BETWEEN 0 AND 1439),
            quietException INTEGER CHECK (quietException BETWEEN 1 AND 4),
            firstDay INTEGER,
            lastDay INTEGER,
            -- The instants between which it is on; NULL when it always is.
            starts INTEGER,
            ends INTEGER,
            -- When its owner last said something about it, or about their profile.
            changed INTEGER NOT NULL DEFAULT 0,
            -- When the forecast is looked at next; NULL when forecasts are not wanted.
            nextForecast INTEGER,
            -- The day that the forecast was last looked at for.
            lastForecast INTEGER,
            CHECK ((quietFrom IS NULL) = (quietUntil IS NULL)),
            CHECK ((firstDay IS NULL) = (lastDay IS NULL))
        ) STRICT;

        -- `rings` are the polygons in the plane; `area` is what the owner drew where that is something else. Both are
        -- sealed.
        CREATE TABLE sealedOutline (
            fence INTEGER PRIMARY KEY REFERENCES fence (number) ON DELETE CASCADE,
            rings BLOB NOT NULL CHECK (length(rings) > 33),
            area BLOB
        ) STRICT;

        -- The names of fences that are gone, for the lines of the ledger that speak of them; sealed.
        CREATE TABLE formerFence (
            number INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            name BLOB NOT NULL
        ) STRICT;

        CREATE INDEX formerFenceByAccount ON formerFence (account);

        -- `sealed`: what its owner reacts to.
        CREATE TABLE sealedProfile (
            account INTEGER PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
            sealed BLOB NOT NULL,
            language TEXT NOT NULL,
            tone TEXT NOT NULL,
            timeZone TEXT NOT NULL,
            forecastTime INTEGER NOT NULL CHECK (forecastTime BETWEEN 0 AND 1439),
            forecastDaysAhead INTEGER NOT NULL CHECK (forecastDaysAhead IN (0, 1)),
            digestTime INTEGER NOT NULL CHECK (digestTime BETWEEN 0 AND 1439)
        ) STRICT;

        -- `target` is sealed; `key` is the keyed hash of what makes two channels of an account the same.
        CREATE TABLE sealedChannel (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            account INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('webhook', 'push', 'email')),
            key BLOB NOT NULL,
            target BLOB NOT NULL,
            rhythm TEXT NOT NULL CHECK (rhythm IN ('single', 'digest')),
            state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'active', 'parked')),
            failure TEXT,
            failing INTEGER,
            created INTEGER NOT NULL,
            UNIQUE (account, kind, key)
        ) STRICT;

        -- How far an alert is from the account's fences, and for the sake of which allergen; sealed for the account.
        ALTER TABLE delivery ADD COLUMN nearness BLOB;
        """

    static let sealedTablesAfterwards = """
        ALTER TABLE delivery DROP COLUMN distance;
        ALTER TABLE delivery DROP COLUMN crossReaction;
        DROP TABLE crossWatch;
        DROP TABLE fenceOutline;
        DROP TABLE fence;
        DROP TABLE profile;
        DROP TABLE channel;
        ALTER TABLE sealedFence RENAME TO fence;
        ALTER TABLE sealedOutline RENAME TO fenceOutline;
        ALTER TABLE sealedProfile RENAME TO profile;
        ALTER TABLE sealedChannel RENAME TO channel;
        CREATE INDEX fenceByAccount ON fence (account);
        CREATE INDEX fenceByForecast ON fence (nextForecast) WHERE nextForecast IS NOT NULL;
        CREATE INDEX fenceByChange ON fence (changed);
        CREATE INDEX fenceByStart ON fence (starts) WHERE starts IS NOT NULL;

        CREATE TRIGGER personHasNoChannels BEFORE INSERT ON channel
        BEGIN
            SELECT RAISE(ABORT, 'a person has no channels')
            WHERE (SELECT guardian FROM account WHERE id = NEW.account) IS NOT NULL;
        END;
        """
}
