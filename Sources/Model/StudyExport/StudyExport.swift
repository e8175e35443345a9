import Allergens
package import Tables

/// The tables of a study as they leave: two passes over its answers, and the first one counts.
package struct StudyExport {
    let plan: StudyPlan
    let policy: AnonymityPolicy
    let source: any StudySource
    let release: AreaRelease
    let answers: AnswerColumns
    /// ``StudyPlan/series``.
    private let series: [[UInt8]]

    /// Counts the answers, and decides what leaves about where they are from.
    ///
    /// - Parameters:
    ///   - plan: What the study is.
    ///   - source: What it has; it must not change as long as the export is used.
    ///   - policy: How much leaves.
    ///   - generator: Numbers that nobody can guess, for pseudonyms.
    /// - Throws: What the source throws.
    package init(
        _ plan: StudyPlan, _ source: any StudySource, _ policy: AnonymityPolicy,
        using generator: inout some RandomNumberGenerator
    ) throws {
        var count = AreaCount()
        let (next, series) = (try source.whereabouts(), plan.series)
        while let response = try next() { count.add(response, to: response.place(in: series)) }
        (self.plan, self.source, self.policy, self.series) = (plan, source, policy, series)
        release = AreaRelease(count, policy, &generator)
        answers = AnswerColumns(
            plan.forms, names: plan.names, times: try source.times(),
            includesFreeText: policy.includesFreeText,
            taken: (StudyColumn.leading + plan.formed).map(\.column.name))
    }

    /// The fewest people of a group.
    package var k: Int { policy.k }

    /// The number of answers that leave.
    package var count: Int { release.rows }
    /// The number of answers that are left out, because fewer than `k` people would have shared their group.
    package var leftOut: Int { release.leftOut }

    /// The numbers of the participants with answers that leave; empty where answers are not linked to people.
    package var people: Set<Int> { release.people }

    /// All tables.
    ///
    /// - Parameter participation: How many participants had which status in which week.
    /// - Returns: *Responses Summary*, *Pollen Count Data*, *Air Quality Data*, *Reported Symptoms*, *Codebook* and
    ///   *Participation*.
    package func tables(_ participation: [WeeklyStatus]) -> [Table] {
        [summary, air("Pollen Count Data", .pollen), air("Air Quality Data", .pollutant), symptoms, codebook]
            + [
                ParticipationTable.table(
                    participation, exported: count, leftOut: leftOut, agreed: plan.options.map(agreed), policy
                )
            ]
    }

    /// An optional point as *Participation* names it, and how many people agreed to it.
    private func agreed(to point: OptionalPoint) -> (name: String, count: String) {
        let words = word(point.words).split(whereSeparator: \.isNewline).joined(separator: " ")
        return (
            "agreed to optional point \(point.number) of version \(point.version): \(words)",
            point.agreed.map(String.init) ?? ParticipationTable.withheld
        )
    }

    /// The answers that leave, each with its number, its pseudonym and its area.
    ///
    /// - Parameter hasAnswers: Whether what was answered is needed, too.
    /// - Returns: What yields the next one, and `nil` at the end.
    /// - Throws: What the source throws.
    func released(hasAnswers: Bool) throws -> () throws -> ReleasedResponse? {
        let next = try hasAnswers ? source.responses() : source.whereabouts()
        var (number, month, days) = (0, "", CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 0))
        return {
            while let response = try next() {
                guard let (area, serial) = release.area(of: response, to: response.place(in: series))
                else { continue }
                number += 1
                if !days.contains(response.day) {
                    // Answers come by days, so that a month is written once and not for each of them.
                    (month, days) = (String(response.day.description.prefix(7)), Self.month(of: response.day))
                }
                return ReleasedResponse(
                    number: number, pseudonym: pseudonym(of: response, "\(month)-\(serial)"), area: area,
                    response: response
                )
            }
            return nil
        }
    }

    private static func month(of day: CivilDate) -> Range<CivilDate> {
        let first = day.adding(days: 1 - day.components.day)
        // The first day of the next month is at most 31 days later.
        let next = first.adding(days: 31)
        return first..<next.adding(days: 1 - next.components.day)
    }

    /// The study's pseudonym, or one of this export for the person's month, such as `2026-05-17`.
    private func pseudonym(of response: StudyResponse, _ ofMonth: @autoclosure () -> String) -> String? {
        guard response.participant != nil else { return nil }
        guard policy.linkage == .month else { return response.pseudonym }
        return ofMonth()
    }
}

extension StudyResponse {
    /// The place of its form and window among all that a person can answer on a day, of ``StudyPlan/series``.
    fileprivate func place(in series: [[UInt8]]) -> UInt8 { series[form][(window ?? 1) - 1] }
}

/// An answer that leaves.
struct ReleasedResponse {
    /// From 1 on, in all tables alike.
    let number: Int
    let pseudonym: String?
    let area: ReleasedArea
    /// What must not leave as it stands.
    let response: StudyResponse
}
