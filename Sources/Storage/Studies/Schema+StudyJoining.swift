extension Schema {
    /// On which day somebody joined a study, where they were: schedules count from it.
    ///
    /// It is `NULL` where it was not told; then `joined` stands for it, the day in UTC.
    static let studyJoining = "ALTER TABLE studyParticipant ADD COLUMN joinedThere INTEGER"
}
