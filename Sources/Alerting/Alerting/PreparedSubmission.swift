import Allergens
package import Foundation
package import Observations

/// A submission with all that can be found out about it before the store is asked.
///
/// Whoever brings many of them prepares the next while the store is busy with the one before.
package struct PreparedSubmission: Sendable {
    package let submission: Submission
    let order: SeriesOrder
    /// The places in the order of the readings that a rule may find strange, the lowest first.
    let questionable: [Int]
    /// Whether all that it holds are readings of the past, of which nobody is told any more.
    let isHistory: Bool

    /// Orders a submission, and finds out what of it has to be judged.
    ///
    /// - Complexity: As that of `SeriesOrder`.
    package init(_ submission: Submission, at now: Date) {
        self.submission = submission
        let readings = submission.readings
        let order = SeriesOrder(readings)
        self.order = order
        isHistory = submission.isHistory(at: now)
        guard !submission.isConfirmed, !submission.isJudged else {
            questionable = []
            return
        }
        questionable = order.entries.indices.filter { readings[order.entries[$0].index].isQuestionable }
    }
}

extension Reading {
    /// Whether a rule may find it strange: what somebody has decided about already and what lies below detection are none
    /// of its business.
    fileprivate var isQuestionable: Bool {
        value >= Plausibility.floor && quality == .valid && detectionLimit == nil
    }
}

extension Submission {
    fileprivate func isHistory(at now: Date) -> Bool {
        guard forecasts.isEmpty, notes.isEmpty, classes.isEmpty else { return false }
        let recent = CivilDate(at: now, in: .gmt).adding(days: -AlertPolicy.past)
        let moment = recent.startInUTC
        return readings.allSatisfy { reading in
            switch reading.period {
            case .day(let day): day < recent
            case .hour(let end), .threeHours(let end): end < moment
            }
        }
    }
}
