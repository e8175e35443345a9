/// What became of the rows of a file, an upload or a feed: what the parser found, and what the store did.
package struct IntakeTally: Hashable, Sendable {
    /// Rows read, without the header and blank rows.
    package var rows = 0
    /// Empty values, which are neither stored nor rejected.
    package var missing = 0
    /// Rows that only contain a forecast for another day.
    package var onlyExpected = 0
    /// Ignored entries: allergens that the definition ignores, repeated station descriptions, and stations
    /// other than the one whose key was used.
    package var ignored = 0
    /// Rejected rows and cells; ``rejected`` may contain fewer.
    package private(set) var rejectedCount = 0
    /// The first rejected rows, or rejected cells of rows with several values.
    ///
    /// There are at most `UploadLimits.reportedRows`, which is as many as a report shows. A document may
    /// contain two million.
    package private(set) var rejected: [RejectedRow] = []
    /// Those rejected for an unknown station, which may be known tomorrow.
    package private(set) var unknownStationCount = 0

    /// Values that were new.
    package var accepted = 0
    /// Values that replaced different ones.
    package var replaced = 0
    /// Values that were stored already.
    package var unchanged = 0
    /// Accepted and replaced readings that were stored as suspect; ``suspects`` may contain fewer.
    package var suspectCount = 0
    /// The first suspect readings with the reasons, at most `UploadLimits.reportedRows`.
    package private(set) var suspects: [SuspectRow] = []
    /// New stations that the file describes.
    package var stations = 0

    package init() {}

    /// A tally as it was stored, without the rows themselves.
    package init(
        rows: Int, accepted: Int, replaced: Int, unchanged: Int, missing: Int, suspect: Int, rejected: Int
    ) {
        (self.rows, self.accepted, self.replaced) = (rows, accepted, replaced)
        (self.unchanged, self.missing) = (unchanged, missing)
        (suspectCount, rejectedCount) = (suspect, rejected)
    }

    package mutating func reject(_ row: RejectedRow) {
        rejectedCount += 1
        if row.rejection == .unknownStation { unknownStationCount += 1 }
        if rejected.count < UploadLimits.reportedRows { rejected.append(row) }
    }

    /// Counts a stored value.
    package mutating func count(_ keeping: Keeping) {
        switch keeping {
        case .accepted: accepted += 1
        case .replaced: replaced += 1
        case .unchanged: unchanged += 1
        }
    }

    /// Counts the stored readings of a submission.
    package mutating func count(_ kept: [KeptReading], of submission: Submission) {
        for (index, kept) in kept.enumerated() {
            count(kept.keeping)
            guard kept.keeping != .unchanged, case .suspect(let found) = submission.quality(of: index)
            else { continue }
            suspectCount += 1
            guard suspects.count < UploadLimits.reportedRows else { continue }
            suspects.append(
                SuspectRow(line: submission.line(of: index), submission.readings[index], found))
        }
    }

    package mutating func add(_ other: IntakeTally) {
        rows += other.rows
        missing += other.missing
        onlyExpected += other.onlyExpected
        ignored += other.ignored
        rejectedCount += other.rejectedCount
        rejected += other.rejected.prefix(max(0, UploadLimits.reportedRows - rejected.count))
        unknownStationCount += other.unknownStationCount
        accepted += other.accepted
        replaced += other.replaced
        unchanged += other.unchanged
        suspectCount += other.suspectCount
        suspects += other.suspects.prefix(max(0, UploadLimits.reportedRows - suspects.count))
        stations += other.stations
    }
}
