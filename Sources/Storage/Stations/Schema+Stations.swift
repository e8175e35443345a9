extension Schema {
    /// Allergens are stored by code, days as days since 1970, instants as seconds since 1970.
    static let stations = """
        CREATE TABLE station (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 40),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            altitude REAL,
            timeZone TEXT NOT NULL,
            attribution TEXT,
            isSimulated INTEGER NOT NULL CHECK (isSimulated IN (0, 1))
        ) STRICT;

        CREATE VIRTUAL TABLE stationBox USING rtree(station, west, east, south, north);

        -- The value of a day. `hours` is NULL when the station gave the day itself, and otherwise the number of
        -- hours whose mean it is.
        CREATE TABLE reading (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            hours INTEGER CHECK (hours BETWEEN 1 AND 25),
            received INTEGER NOT NULL,
            PRIMARY KEY (allergen, day, station)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX readingByStation ON reading (station, day);

        CREATE TABLE hourlyReading (
            station INTEGER NOT NULL REFERENCES station (number),
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            ending INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            received INTEGER NOT NULL,
            PRIMARY KEY (station, allergen, day, ending)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE forecast (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            received INTEGER NOT NULL,
            PRIMARY KEY (allergen, day, station)
        ) STRICT, WITHOUT ROWID;
        """
}
