extension Schema {
    /// What was foreseen for a day at a station without a numerical model and by following it, as logarithms.
    ///
    /// Grids are replaced by those of later runs, so this is what is left of the earlier ones.
    static let modelTrials = """
        CREATE TABLE modelTrial (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            daysAhead INTEGER NOT NULL CHECK (daysAhead > 0),
            plain REAL NOT NULL CHECK (plain >= 0),
            followed REAL NOT NULL CHECK (followed >= 0),
            PRIMARY KEY (allergen, day, station, daysAhead)
        ) STRICT, WITHOUT ROWID;
        """
}
