/// Readings with the doubts that were found about them.
package struct JudgedReadings: Sendable {
    package let readings: [Reading]
    /// The doubts about each reading; empty when there are none about any.
    private let doubts: [Suspicions]
    /// Whether the submitter confirms every value.
    private let isConfirmed: Bool

    /// Readings without doubts other than those they declare themselves.
    package init(_ readings: [Reading]) {
        self.readings = readings
        doubts = []
        isConfirmed = false
    }

    /// The readings of a submission.
    ///
    /// - Parameters:
    ///   - submission: The submission.
    ///   - doubts: The doubts about each reading; empty when all passed.
    package init(_ submission: Submission, doubts: [Suspicions] = []) {
        precondition(doubts.isEmpty || doubts.count == submission.readings.count, "each reading is judged")
        readings = submission.readings
        self.doubts = doubts
        isConfirmed = submission.isConfirmed
    }

    /// The quality of a reading, by its index.
    package func quality(of index: Int) -> ReadingQuality {
        let own = readings[index].quality
        // A submitter who confirms a file also confirms the doubts it declares.
        if isConfirmed { return own == .valid ? .confirmed : own }
        guard !doubts.isEmpty, !doubts[index].isEmpty else { return own }
        return .suspect(doubts[index])
    }
}
