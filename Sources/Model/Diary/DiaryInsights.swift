package import Allergens

/// What the entries of a diary show when they are put side by side.
///
/// A symptom is a symptom of the list or of the quiz whose grade is above 0. In a row of days, a day without an
/// entry has the number 0 and says so: nothing is known of it.
package struct DiaryInsights: Hashable, Sendable {
    /// A day in a row of days.
    package struct Day: Hashable, Sendable {
        package let day: CivilDate
        /// The symptoms of the day.
        package let count: Int
        /// Whether there is an entry.
        package let isEntered: Bool
    }

    /// A symptom in a row of days.
    package struct Course: Hashable, Sendable {
        package let symptom: DiaryItem
        /// Whether it was there, day by day.
        package let days: [Bool]
    }

    /// A symptom among all that were ever noted.
    package struct Share: Hashable, Sendable {
        package let symptom: DiaryItem
        /// The days on which it was there.
        package let count: Int
        /// Its part of all such days of all symptoms, above 0 and at most 1.
        package let share: Double
    }

    /// The last day with a symptom; `nil` if there is none.
    package let lastReaction: CivilDate?
    /// The days of the last month, the oldest first.
    package let month: [Day]
    /// The symptoms of the last seven days.
    package let week: [Course]
    /// The symptoms of all entries, the most frequent first.
    package let shares: [Share]

    /// The days of ``month``.
    package static let monthLength = 30
    /// The days of ``week``.
    package static let weekLength = 7

    /// - Parameters:
    ///   - entries: Entries up to today.
    ///   - today: The present day where the person lives.
    package init(_ entries: [DiaryEntry], today: CivilDate) {
        let past = entries.filter { $0.day <= today && !$0.isEmpty }
        let symptoms = Dictionary(uniqueKeysWithValues: past.map { ($0.day, $0.symptoms) })
        lastReaction = symptoms.filter { !$0.value.isEmpty }.keys.max()
        month = Self.days(Self.monthLength, until: today).map { day in
            Day(day: day, count: symptoms[day]?.count ?? 0, isEntered: symptoms[day] != nil)
        }
        let week = Self.days(Self.weekLength, until: today)
        let present = Set(week.flatMap { symptoms[$0] ?? [] })
        self.week = DiaryItem.all.filter(present.contains).map { symptom in
            Course(symptom: symptom, days: week.map { symptoms[$0]?.contains(symptom) ?? false })
        }
        let counts = symptoms.values.joined().reduce(into: [DiaryItem: Int]()) { $0[$1, default: 0] += 1 }
        let total = counts.values.reduce(0, +)
        shares = counts.map { symptom, count in
            Share(symptom: symptom, count: count, share: Double(count) / Double(total))
        }.sorted { ($1.count, $0.symptom.key) < ($0.count, $1.symptom.key) }
    }

    private static func days(_ count: Int, until today: CivilDate) -> [CivilDate] {
        (1 - count...0).map { today.adding(days: $0) }
    }
}

extension DiaryEntry {
    /// The symptoms that were there on the day.
    package var symptoms: Set<DiaryItem> {
        Set(marks.keys.filter { $0.isSymptom && (number($0) ?? 0) > 0 })
    }
}

extension DiaryItem {
    /// Whether it grades a symptom.
    package var isSymptom: Bool {
        switch self {
        case .symptom: true
        case .question(let question):
            switch question {
            case .nose, .eyes, .throat, .lungs, .skin, .sneezing, .runnyNose, .itchyNose, .blockedNose,
                .itchyEyes, .wateryEyes, .redEyes:
                true
            case .feeling, .work, .sleep, .vasOverall, .vasNose, .vasEyes, .vasLungs, .vasWork, .vasSleep:
                false
            }
        case .medicine, .note: false
        }
    }
}

/// The number by which days are compared with the air.
package enum DiaryMeasure: String, CaseIterable, Sendable {
    /// The combined symptom and medication score, which counts that medicine hides symptoms.
    case csms
    /// The daily symptom score.
    case dss
    /// The visual analogue scale of the whole day.
    case vasOverall
    /// How the day was; a good day counts as a very good one, since neither had anything to speak of.
    case feeling

    /// The number of an entry, 0 for a day without symptoms; `nil` if the entry does not say.
    package func number(of entry: DiaryEntry) -> Double? {
        switch self {
        case .csms: DiaryScores(entry).csms
        case .dss: DiaryScores(entry).dss
        case .vasOverall: entry.answer(to: .vasOverall).map(Double.init)
        case .feeling: entry.answer(to: .feeling).map { Double(max(0, $0 - 1)) }
        }
    }

    /// The first measure with enough days, or else the one with the most.
    package static func best(of entries: [DiaryEntry], atLeast count: Int) -> DiaryMeasure {
        let counts = allCases.map { measure in entries.count { measure.number(of: $0) != nil } }
        if let first = counts.firstIndex(where: { $0 >= count }) { return allCases[first] }
        let most = counts.max() ?? 0
        return counts.lastIndex(of: most).map { allCases[$0] } ?? .feeling
    }
}
