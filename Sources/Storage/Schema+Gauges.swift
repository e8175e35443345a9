extension Schema {
    /// Whether an alert tells the highest value of the map rather than a station's.
    ///
    /// Until stations had modelled forecasts, "modelled" meant that.
    static let gauges = """
        ALTER TABLE alert ADD COLUMN fieldMaximum INTEGER NOT NULL DEFAULT 0 CHECK (fieldMaximum IN (0, 1));
        UPDATE alert SET fieldMaximum = 1 WHERE basis = 'modelled';
        """
}
