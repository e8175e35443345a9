extension Schema {
    /// The model's forecast for a station that gives none of its own, with the interval that holds four out
    /// of five values.
    static let modelledForecasts = """
        CREATE TABLE modelledForecast (
            allergen INTEGER NOT NULL CHECK (allergen BETWEEN 0 AND 127),
            day INTEGER NOT NULL,
            station INTEGER NOT NULL REFERENCES station (number),
            value REAL NOT NULL CHECK (value >= 0 AND value < 1e9),
            low REAL NOT NULL CHECK (low >= 0 AND low <= value),
            high REAL NOT NULL CHECK (high >= value AND high < 1e9),
            issued INTEGER NOT NULL,
            PRIMARY KEY (allergen, day, station)
        ) STRICT, WITHOUT ROWID;
        """
}
