extension Schema {
    /// An index of modelled forecasts by station, as ``uploads`` has one for a station's own forecasts.
    static let modelledByStation = """
        CREATE INDEX modelledForecastByStation ON modelledForecast (station, day);
        """
}
