extension Schema {
    /// Suspect hours are few among many, and their operator asks for them, as for suspect days.
    static let suspectHours = """
        CREATE INDEX hourlyReadingSuspect ON hourlyReading (station, day) WHERE quality = 2;
        CREATE INDEX threeHourReadingSuspect ON threeHourReading (station, day) WHERE quality = 2;
        """
}
