package import Allergens
package import Diary

/// How the treatment of an allergen went, as far as doses are recorded.
///
/// A day without a recorded dose says no more than that: nobody knows whether one was taken.
package struct TreatmentCourse: Hashable, Sendable {
    /// A day in a row of days.
    package struct Day: Hashable, Sendable {
        package let day: CivilDate
        package let isTaken: Bool
    }

    /// How often a symptom came.
    package struct Count: Hashable, Sendable {
        package let symptom: DiarySymptom
        package let count: Int
    }

    /// The days of ``month``.
    package static let monthLength = 30

    /// The days from the first dose, which is day 1; 1 when there is none.
    package let dayOfTreatment: Int
    package let lastDose: CivilDate?
    package let lastReaction: CivilDate?
    /// Whole days without a recorded dose since the last one; the present day is not over.
    package let missedDays: Int
    /// The last 30 days, the oldest first.
    package let month: [Day]
    /// The days of the month since the first dose without one; the present day is not over.
    package let skipped: Int
    /// On how many days each symptom came after a dose, the most frequent first.
    package let symptoms: [Count]

    /// The days of the month with a dose.
    package var taken: Int { month.count(where: \.isTaken) }

    /// - Parameters:
    ///   - doses: Those of the allergen, in any order; later ones than today are left out.
    ///   - today: The present day where the person lives.
    package init(_ doses: [(day: CivilDate, dose: Dose)], today: CivilDate) {
        let past = doses.filter { $0.day <= today }
        let days = Set(past.map(\.day))
        dayOfTreatment = Self.dayOfTreatment(since: days.min(), until: today)
        lastDose = days.max()
        lastReaction = past.filter { $0.dose.reaction != nil }.map(\.day).max()
        missedDays = lastDose.map { max(0, today.daysSinceEpoch - $0.daysSinceEpoch - 1) } ?? 0
        let month = (1 - Self.monthLength...0).map { offset in
            let day = today.adding(days: offset)
            return Day(day: day, isTaken: days.contains(day))
        }
        self.month = month
        let first = days.min() ?? today
        skipped = month.count { !$0.isTaken && $0.day >= first && $0.day < today }
        var counts: [DiarySymptom: Int] = [:]
        for symptom in past.flatMap({ $0.dose.reaction?.symptoms ?? [] }) { counts[symptom, default: 0] += 1 }
        symptoms = counts.map { Count(symptom: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.symptom.rawValue) < ($0.count, $1.symptom.rawValue) }
    }

    /// The day of a treatment that began on a day; 1 when it has not begun.
    package static func dayOfTreatment(since first: CivilDate?, until day: CivilDate) -> Int {
        first.map { max(0, day.daysSinceEpoch - $0.daysSinceEpoch) + 1 } ?? 1
    }
}
