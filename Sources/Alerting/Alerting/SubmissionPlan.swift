import Allergens
package import Foundation
package import Observations

/// What can be worked out about a submission before the store is queried.
///
/// An import can plan the next submission while the store works on the one before.
package struct SubmissionPlan: Sendable {
    let order: SeriesOrder
    /// Indices into ``SeriesOrder/entries`` of the readings that a rule may doubt, in ascending order.
    let questionable: [Int]
    /// Whether the submission holds only old readings, which notify nobody.
    let isHistory: Bool

    /// Orders a submission and finds the readings that must be judged.
    ///
    /// - Complexity: The same as that of `SeriesOrder`.
    package init(of submission: Submission, at now: Date) {
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
    /// Whether a rule may doubt the reading.
    ///
    /// Readings that somebody has already decided about are exempt, and so are those below detection.
    fileprivate var isQuestionable: Bool {
        value >= Plausibility.floor && quality == .valid && detectionLimit == nil
    }
}

extension Submission {
    fileprivate func isHistory(at now: Date) -> Bool {
        guard forecasts.isEmpty, notes.isEmpty, stationClasses.isEmpty else { return false }
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
