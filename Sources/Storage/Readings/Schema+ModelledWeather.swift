extension Schema {
    /// Whether a modelled forecast knew the weather of its day; forecasts from before did not.
    static let modelledWeather = """
        ALTER TABLE modelledForecast
            ADD COLUMN knowsWeather INTEGER NOT NULL DEFAULT 0 CHECK (knowsWeather IN (0, 1));
        """
}
