extension PostgreSQLSchema {
    /// Values of stations and their forecasts.
    ///
    /// Allergens are stored by code, days as days since 1970, instants as seconds since 1970. `quality` is 0
    /// valid, 1 confirmed, 2 suspect, 3 dismissed; those below 2 count. `suspicions` are the bits of the reasons against a
    /// suspect value. A value with a `detectionLimit` was found to lie below it. `hours` is NULL when the station gave the
    /// day itself, and otherwise the number of hours whose mean it is.
    static let readings = """
        -- Stations are few enough to be searched without an index of places.
        CREATE TABLE stationBox (
            station bigint PRIMARY KEY REFERENCES station (number) ON DELETE CASCADE,
            west double precision NOT NULL,
            east double precision NOT NULL,
            south double precision NOT NULL,
            north double precision NOT NULL
        );

        CREATE TABLE reading (
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            station bigint NOT NULL REFERENCES station (number),
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            hours bigint CHECK (hours BETWEEN 1 AND 25),
            received bigint NOT NULL,
            detectionLimit double precision CHECK (detectionLimit > 0),
            quality bigint NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3),
            suspicions bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (allergen, day, station)
        );

        CREATE INDEX readingByStation ON reading (station, day);
        CREATE INDEX readingSuspect ON reading (station, day) WHERE quality = 2;

        CREATE TABLE hourlyReading (
            station bigint NOT NULL REFERENCES station (number),
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            ending bigint NOT NULL,
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            received bigint NOT NULL,
            detectionLimit double precision CHECK (detectionLimit > 0),
            quality bigint NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3),
            suspicions bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (station, allergen, day, ending)
        );

        CREATE INDEX hourlyReadingSuspect ON hourlyReading (station, day) WHERE quality = 2;

        CREATE TABLE threeHourReading (
            station bigint NOT NULL REFERENCES station (number),
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            ending bigint NOT NULL,
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            received bigint NOT NULL,
            detectionLimit double precision CHECK (detectionLimit > 0),
            quality bigint NOT NULL DEFAULT 0 CHECK (quality BETWEEN 0 AND 3),
            suspicions bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (station, allergen, day, ending)
        );

        CREATE INDEX threeHourReadingSuspect ON threeHourReading (station, day) WHERE quality = 2;

        CREATE TABLE readingSetAside (
            station bigint NOT NULL REFERENCES station (number),
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            detectionLimit double precision CHECK (detectionLimit > 0),
            quality bigint NOT NULL CHECK (quality IN (2, 3)),
            suspicions bigint NOT NULL,
            received bigint NOT NULL,
            PRIMARY KEY (station, day, allergen)
        );

        CREATE TABLE forecast (
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            station bigint NOT NULL REFERENCES station (number),
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            received bigint NOT NULL,
            issued bigint,
            PRIMARY KEY (allergen, day, station)
        );

        CREATE INDEX forecastByStation ON forecast (station, day);

        CREATE TABLE modelledForecast (
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            station bigint NOT NULL REFERENCES station (number),
            value double precision NOT NULL CHECK (value >= 0 AND value < 1e9),
            low double precision NOT NULL CHECK (low >= 0 AND low <= value),
            high double precision NOT NULL CHECK (high >= value AND high < 1e9),
            issued bigint NOT NULL,
            knowsWeather bigint NOT NULL DEFAULT 0 CHECK (knowsWeather IN (0, 1)),
            PRIMARY KEY (allergen, day, station)
        );

        CREATE INDEX modelledForecastByStation ON modelledForecast (station, day);
        """

    /// Uploads of operators: their outcomes, notes about days, and earlier versions of values.
    static let uploads = """
        CREATE TABLE stationNote (
            station bigint NOT NULL REFERENCES station (number),
            day bigint NOT NULL,
            -- Characters as people count them may be made of several code points.
            text text NOT NULL CHECK (length(text) BETWEEN 1 AND 1120),
            received bigint NOT NULL,
            PRIMARY KEY (station, day)
        );

        CREATE TABLE revision (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            station bigint NOT NULL REFERENCES station (number),
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            ending bigint,
            hours bigint NOT NULL CHECK (hours IN (1, 3, 24)),
            formerValue double precision NOT NULL,
            formerLimit double precision,
            formerQuality bigint NOT NULL,
            formerSuspicions bigint NOT NULL,
            value double precision NOT NULL,
            detectionLimit double precision,
            quality bigint NOT NULL,
            suspicions bigint NOT NULL,
            submitter text NOT NULL CHECK (submitter IN ('key', 'feed', 'command')),
            submitterName text,
            changed bigint NOT NULL,
            CHECK ((ending IS NULL) = (hours = 24))
        );

        CREATE INDEX revisionByStation ON revision (station, number);

        CREATE TABLE upload (
            number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
            station bigint NOT NULL REFERENCES station (number),
            credential text NOT NULL,
            feed text NOT NULL,
            begun bigint NOT NULL,
            ended bigint NOT NULL,
            bytes bigint NOT NULL CHECK (bytes >= 0),
            rows bigint NOT NULL CHECK (rows >= 0),
            accepted bigint NOT NULL CHECK (accepted >= 0),
            replaced bigint NOT NULL CHECK (replaced >= 0),
            unchanged bigint NOT NULL CHECK (unchanged >= 0),
            suspect bigint NOT NULL CHECK (suspect >= 0),
            missing bigint NOT NULL CHECK (missing >= 0),
            rejected bigint NOT NULL CHECK (rejected >= 0),
            -- The first rows that were turned away, as JSON.
            rejectedRows text NOT NULL,
            -- Why the file as a whole was refused; NULL when it was not.
            failure text,
            key text COLLATE "C" CHECK (length(key) BETWEEN 1 AND 255),
            fingerprint bytea,
            answer bytea,
            CHECK ((key IS NULL) = (fingerprint IS NULL)),
            CHECK ((key IS NULL) = (answer IS NULL))
        );

        CREATE INDEX uploadByStation ON upload (station, number);
        CREATE UNIQUE INDEX uploadByKey ON upload (station, key) WHERE key IS NOT NULL;
        """
}
