extension PostgreSQLSchema {
    /// What was foreseen for a day at a station without a numerical model and by following it, as logarithms.
    static let modelTrials = """
        CREATE TABLE modelTrial (
            allergen bigint NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day bigint NOT NULL,
            station bigint NOT NULL REFERENCES station (number),
            daysAhead bigint NOT NULL CHECK (daysAhead > 0),
            plain double precision NOT NULL CHECK (plain >= 0),
            followed double precision NOT NULL CHECK (followed >= 0),
            PRIMARY KEY (allergen, day, station, daysAhead)
        );
        """
}
