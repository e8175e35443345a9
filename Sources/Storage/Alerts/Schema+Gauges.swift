extension Schema {
    /// Whether an alert reports the highest value of the map rather than a station's.
    ///
    /// "Modelled" meant that until stations had modelled forecasts. An alert that repeats such a forecast is
    /// the station's.
    static let gauges = """
        ALTER TABLE alert ADD COLUMN fieldMaximum INTEGER NOT NULL DEFAULT 0 CHECK (fieldMaximum IN (0, 1));
        UPDATE alert SET fieldMaximum = 1 WHERE basis = 'modelled' AND NOT (kind = 'forecast' AND EXISTS (
            SELECT 1 FROM modelledForecast AS modelled
            WHERE modelled.allergen = alert.allergen AND modelled.day = alert.day
                AND modelled.station = alert.station AND modelled.value = alert.value));
        """
}
