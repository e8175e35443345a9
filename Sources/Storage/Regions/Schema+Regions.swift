extension Schema {
    /// Regions and what sources state about them: classes of a scale, and computed concentrations.
    ///
    /// `subject` is the code of an allergen, or 128 and above for a family (see `AirSubject`). A region
    /// without an outline has no box. `ending` is 0 for a value that the source gave for the day itself.
    static let regions = """
        CREATE TABLE region (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 60),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            partOf TEXT,
            timeZone TEXT NOT NULL,
            attribution TEXT,
            outline BLOB
        ) STRICT;

        CREATE VIRTUAL TABLE regionBox USING rtree(region, west, east, south, north);

        CREATE TABLE classReading (
            region INTEGER REFERENCES region (number),
            station INTEGER REFERENCES station (number),
            subject INTEGER NOT NULL CHECK (subject BETWEEN 0 AND 255),
            day INTEGER NOT NULL,
            scale TEXT NOT NULL,
            code TEXT NOT NULL,
            basis TEXT NOT NULL CHECK (basis IN ('measured', 'forecast', 'modelled', 'simulated')),
            received INTEGER NOT NULL,
            CHECK ((region IS NULL) <> (station IS NULL))
        ) STRICT;

        CREATE UNIQUE INDEX classOfRegion ON classReading (region, day, subject, scale)
            WHERE region IS NOT NULL;
        CREATE UNIQUE INDEX classOfStation ON classReading (station, day, subject, scale)
            WHERE station IS NOT NULL;

        CREATE TABLE regionValue (
            region INTEGER NOT NULL REFERENCES region (number),
            day INTEGER NOT NULL,
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            ending INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            basis TEXT NOT NULL CHECK (basis IN ('measured', 'forecast', 'modelled', 'simulated')),
            received INTEGER NOT NULL,
            PRIMARY KEY (region, day, allergen, ending)
        ) STRICT, WITHOUT ROWID;
        """
}
