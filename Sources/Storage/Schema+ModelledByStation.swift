extension Schema {
    /// What is modelled of one station, for those who ask about it, as ``uploads`` does for what it says itself.
    static let modelledByStation = """
        CREATE INDEX modelledForecastByStation ON modelledForecast (station, day);
        """
}
