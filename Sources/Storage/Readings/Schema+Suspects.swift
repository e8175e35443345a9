extension Schema {
    /// Indices of suspect hours, which are few among many.
    ///
    /// Operators look for them as they do for suspect days.
    static let suspectHours = """
        CREATE INDEX hourlyReadingSuspect ON hourlyReading (station, day) WHERE quality = 2;
        CREATE INDEX threeHourReadingSuspect ON threeHourReading (station, day) WHERE quality = 2;
        """
}
