/// Readings with what was found to speak against them.
package struct JudgedReadings: Sendable {
    package let readings: [Reading]
    /// The doubts about each, or nothing when there are none about any.
    private let doubts: [Suspicions]
    /// Whether whoever brought them stands by every value.
    private let isConfirmed: Bool

    /// Readings that nothing speaks against but what they say themselves.
    package init(_ readings: [Reading]) {
        self.readings = readings
        doubts = []
        isConfirmed = false
    }

    /// The readings of a submission.
    ///
    /// - Parameters:
    ///   - submission: What came together.
    ///   - doubts: What was found to speak against each reading, or nothing when all passed.
    package init(_ submission: Submission, doubts: [Suspicions] = []) {
        precondition(doubts.isEmpty || doubts.count == submission.readings.count, "each reading is judged")
        readings = submission.readings
        self.doubts = doubts
        isConfirmed = submission.isConfirmed
    }

    /// How far a reading may be trusted, by its place.
    package func quality(of index: Int) -> ReadingQuality {
        let own = readings[index].quality
        // Who stands by a file stands by the doubts that it tells, too.
        if isConfirmed { return own == .valid ? .confirmed : own }
        guard !doubts.isEmpty, !doubts[index].isEmpty else { return own }
        return .suspect(doubts[index])
    }
}
