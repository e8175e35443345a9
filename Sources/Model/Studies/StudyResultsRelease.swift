package import Allergens

/// When everybody may read how often each answer was given.
package enum StudyResultsRelease: String, CaseIterable, Sendable, Codable {
    case never
    /// Once, when the study is over.
    case end
    /// Week by week.
    case weekly
}

extension StudyPhase {
    /// The days whose results can be published next.
    ///
    /// No answer of these days can come any more, and none of them was published. A week ends on Sunday. One
    /// without enough people is published with the next one.
    ///
    /// - Parameters:
    ///   - last: The last day whose results are published.
    ///   - today: The present day in UTC.
    /// - Returns: The days; `nil` if it is too early.
    package func daysToRelease(after last: CivilDate?, at today: CivilDate) -> ClosedRange<CivilDate>? {
        let end = settings.days.upperBound
        let first = max(settings.days.lowerBound, last?.adding(days: 1) ?? settings.days.lowerBound)
        let complete = state == .open ? today.adding(days: -1 - StudyPolicy.tokenDays) : end
        guard state != .draft, let until = lastDayToRelease(upTo: complete, end), first <= until
        else { return nil }
        return first...until
    }

    private func lastDayToRelease(upTo complete: CivilDate, _ end: CivilDate) -> CivilDate? {
        switch settings.results {
        case .never: nil
        case .end: complete >= end ? end : nil
        case .weekly:
            complete >= end
                ? end : StudyRetention.monday(of: complete.adding(days: 1)).adding(days: -1)
        }
    }
}
