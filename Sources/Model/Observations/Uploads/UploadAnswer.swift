/// What became of an upload's rows.
package struct UploadAnswer: Encodable, Sendable {
    package let accepted: Int
    package let replaced: Int
    package let unchanged: Int
    /// Those of the accepted and replaced readings that are suspect.
    package let suspect: Int
    /// Rows without a value, which say nothing.
    package let missing: Int
    /// Rows that were turned away; ``rejected`` lists the first 10 000.
    package let rejectedCount: Int
    package let rejected: [RejectedRow]
    /// The first 10 000 suspect readings.
    package let suspects: [SuspectRow]
    /// Whether nothing was kept, because the upload was a trial.
    package let dryRun: Bool

    package init(_ tally: IntakeTally, dryRun: Bool) {
        accepted = tally.accepted
        replaced = tally.replaced
        unchanged = tally.unchanged
        suspect = tally.suspectCount
        missing = tally.missing
        rejectedCount = tally.rejectedCount
        rejected = tally.rejected
        suspects = tally.suspects
        self.dryRun = dryRun
    }
}
