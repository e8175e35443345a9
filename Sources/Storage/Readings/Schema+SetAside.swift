extension Schema {
    /// A value that a station reported for a day and that does not count, while the mean of its hours takes
    /// its place.
    static let readingsSetAside = """
        CREATE TABLE readingSetAside (
            station INTEGER NOT NULL REFERENCES station (number),
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            detectionLimit REAL CHECK (detectionLimit > 0),
            quality INTEGER NOT NULL CHECK (quality IN (2, 3)),
            suspicions INTEGER NOT NULL,
            received INTEGER NOT NULL,
            PRIMARY KEY (station, day, allergen)
        ) STRICT, WITHOUT ROWID;
        """
}
