extension Schema {
    /// Operators' uploads: the quality of values, their earlier versions, and the outcome of each upload.
    ///
    /// `quality` is 0 valid, 1 confirmed, 2 suspect, 3 dismissed; those below 2 count. `suspicions` are the
    /// bits of the reasons against a suspect value. A value with a `detectionLimit` was found to lie below
    /// it.
    static let uploads = """
        ALTER TABLE reading ADD COLUMN detectionLimit REAL CHECK (detectionLimit > 0);
        ALTER TABLE reading ADD COLUMN quality INTEGER NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3);
        ALTER TABLE reading ADD COLUMN suspicions INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE hourlyReading ADD COLUMN detectionLimit REAL CHECK (detectionLimit > 0);
        ALTER TABLE hourlyReading ADD COLUMN quality INTEGER NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3);
        ALTER TABLE hourlyReading ADD COLUMN suspicions INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE threeHourReading (
            station INTEGER NOT NULL REFERENCES station (number),
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            ending INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            received INTEGER NOT NULL,
            detectionLimit REAL CHECK (detectionLimit > 0),
            quality INTEGER NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3),
            suspicions INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (station, allergen, day, ending)
        ) STRICT, WITHOUT ROWID;

        -- Suspect values are few: their operator asks for them.
        CREATE INDEX readingSuspect ON reading (station, day) WHERE quality = 2;

        -- When it was made; NULL when the station did not say, and then it is as new as its arrival.
        ALTER TABLE forecast ADD COLUMN issued INTEGER;
        CREATE INDEX forecastByStation ON forecast (station, day);

        CREATE TABLE stationNote (
            station INTEGER NOT NULL REFERENCES station (number),
            day INTEGER NOT NULL,
            -- Characters as people count them may be made of several code points.
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1120),
            received INTEGER NOT NULL,
            PRIMARY KEY (station, day)
        ) STRICT, WITHOUT ROWID;

        -- What a value was before it changed; `ending` is NULL for a day. Of who changed it there is the public part of
        -- the key, which outlives the key itself.
        CREATE TABLE revision (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            station INTEGER NOT NULL REFERENCES station (number),
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            ending INTEGER,
            hours INTEGER NOT NULL CHECK (hours IN (1, 3, 24)),
            formerValue REAL NOT NULL,
            formerLimit REAL,
            formerQuality INTEGER NOT NULL,
            formerSuspicions INTEGER NOT NULL,
            value REAL NOT NULL,
            detectionLimit REAL,
            quality INTEGER NOT NULL,
            suspicions INTEGER NOT NULL,
            submitter TEXT NOT NULL CHECK (submitter IN ('key', 'feed', 'command')),
            submitterName TEXT,
            changed INTEGER NOT NULL,
            CHECK ((ending IS NULL) = (hours = 24))
        ) STRICT;

        CREATE INDEX revisionByStation ON revision (station, number);

        -- One row an upload. `answer` is what its sender was told; `key` and `fingerprint` let the same request be told
        -- the same again for a day.
        CREATE TABLE upload (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            station INTEGER NOT NULL REFERENCES station (number),
            credential TEXT NOT NULL,
            feed TEXT NOT NULL,
            begun INTEGER NOT NULL,
            ended INTEGER NOT NULL,
            bytes INTEGER NOT NULL CHECK (bytes >= 0),
            rows INTEGER NOT NULL CHECK (rows >= 0),
            accepted INTEGER NOT NULL CHECK (accepted >= 0),
            replaced INTEGER NOT NULL CHECK (replaced >= 0),
            unchanged INTEGER NOT NULL CHECK (unchanged >= 0),
            suspect INTEGER NOT NULL CHECK (suspect >= 0),
            missing INTEGER NOT NULL CHECK (missing >= 0),
            rejected INTEGER NOT NULL CHECK (rejected >= 0),
            -- The first rows that were turned away, as JSON.
            rejectedRows TEXT NOT NULL,
            -- Why the file as a whole was refused; NULL when it was not.
            failure TEXT,
            key TEXT CHECK (length(key) BETWEEN 1 AND 255),
            fingerprint BLOB,
            answer BLOB,
            CHECK ((key IS NULL) = (fingerprint IS NULL)),
            CHECK ((key IS NULL) = (answer IS NULL))
        ) STRICT;

        CREATE INDEX uploadByStation ON upload (station, number);
        CREATE UNIQUE INDEX uploadByKey ON upload (station, key) WHERE key IS NOT NULL;

        ALTER TABLE credential ADD COLUMN label TEXT CHECK (length(label) BETWEEN 1 AND 240);
        ALTER TABLE credential ADD COLUMN lastUsed INTEGER;
        -- From when on it is not valid any more; NULL while nobody has said so.
        ALTER TABLE credential ADD COLUMN ends INTEGER;
        CREATE INDEX credentialByStation ON credential (station) WHERE station IS NOT NULL;
        """
}
