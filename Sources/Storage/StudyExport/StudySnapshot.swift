import Allergens
import Forms
import Geography
import Sealing
import Studies
import StudyExport

/// A study in one snapshot of the database, as an export reads it.
///
/// Whose, where and when each answer is, with the version of the form, waits in a ``WhereaboutsFile``. What was answered is
/// opened only while a table needs it. So memory grows with people, days and cells, and not with answers.
final class StudySnapshot: StudySource {
    /// The answers of a day end before this one.
    private struct Run {
        let day: CivilDate
        var end: Int
    }

    private let row: StudyRow
    private let seesPlaces: Bool
    private let versions: StudyVersions
    private let people: StudyPeople?
    private var areas = StudyAreas()
    private let air: StudyAir
    private let keys: KeyRing
    private let runner: any QueryRunner
    private let answers = WhereaboutsFile()
    private var runs: [Run] = []
    private var highest: [String: Int] = [:]
    /// ``StudyPlan/windows``.
    let windows: [String: Int]

    /// Looks through the answers once, unless nothing of them leaves and no question is asked several times.
    ///
    /// - Parameters:
    ///   - row: The study.
    ///   - seesPlaces: Whether places leave; without them, nothing here knows any.
    ///   - air: The air to join.
    ///   - hasAnswers: Whether answers leave; without them, it has none.
    ///   - keys: What opens the answers.
    ///   - runner: Runs the queries, in one transaction.
    /// - Throws: An error of the database, or of a sealed value.
    init(
        of row: StudyRow, seesPlaces: Bool, _ air: StudyAir, hasAnswers: Bool, _ keys: KeyRing,
        by runner: any QueryRunner
    ) throws {
        (self.row, self.seesPlaces, self.air) = (row, seesPlaces, air)
        (self.keys, self.runner) = (keys, runner)
        versions = try StudyVersions(of: row.number, by: runner)
        let windowed = try runner.formsInWindows(of: row.number)
        windows = Dictionary(uniqueKeysWithValues: windowed.map { ($0, StudySchedule.mostWindows) })
        people =
            try row.phase.settings.mode == .linked
            ? StudyPeople(of: row.number, in: runner) : nil
        try lookThrough(hasAnswers: hasAnswers)
    }

    var forms: [FormDefinition] { versions.forms }
    /// What the study calls each of ``forms``.
    var names: [String] { versions.names }
    var regions: [String] { areas.regions.map(\.name) }

    /// The numbers in the store of the parts of some people; `nil` where answers belong to nobody.
    func parts(of people: Set<Int>) -> [Int64]? { self.people?.parts(of: people) }

    // MARK: The first look

    private func lookThrough(hasAnswers: Bool) throws {
        guard versions.haveRepeats else {
            guard hasAnswers else { return }
            let answers = opened(StudyAnswerPlace.seal)
            while let answer = try answers.next() { try note(answer.content, of: answer) }
            return
        }
        let answers = opened(StudyAnswerRow.seal)
        while let answer = try answers.next() {
            answer.content.answers.raise(&highest)
            if hasAnswers { try note(StudyAnswerPlace(answer.content), of: answer) }
        }
    }

    private func note<Content>(
        _ place: StudyAnswerPlace, of answer: OpenedAnswers<Content>.Answer
    ) throws {
        guard let edition = versions.places[answer.edition]
        else { preconditionFailure("what is answered was published") }
        let cell = try seesPlaces ? place.position.map { try areas.cell(of: $0, by: runner) } : nil
        try answers.append(
            WhereaboutsFile.Record(
                part: answer.participant.flatMap { people?.places[$0] } ?? -1, cell: cell ?? -1,
                hour: place.hour ?? -1, edition: edition, window: Int32(answer.window)))
        let day = CivilDate(daysSinceEpoch: answer.day)
        if runs.last?.day == day {
            runs[runs.count - 1].end += 1
        } else {
            runs.append(Run(day: day, end: answers.count))
        }
    }

    /// The answers that researchers see, by day, and within a day by identifiers that are due to chance.
    private func opened<Content>(_ seal: PaddedSeal<Content>) -> OpenedAnswers<Content> {
        OpenedAnswers(of: row.shown(after: nil), seal, keys, by: runner)
    }

    // MARK: What an export asks

    func whereabouts() -> () throws -> StudyResponse? {
        let next = answers.reader()
        var (index, run) = (0, 0)
        return { [self] in
            guard let answer = try next() else { return nil }
            while index >= runs[run].end { run += 1 }
            index += 1
            return response(answer, on: runs[run].day)
        }
    }

    func responses() throws -> () throws -> StudyResponse? {
        let (opened, next) = (opened(StudyAnswerRow.seal), whereabouts())
        return {
            guard let answer = try opened.next(), var response = try next() else { return nil }
            response.answers = answer.content.answers
            return response
        }
    }

    func times() -> [String: Int] { highest }

    private func response(_ answer: WhereaboutsFile.Record, on day: CivilDate) -> StudyResponse {
        let part = answer.part < 0 ? nil : people?.parts[Int(answer.part)]
        let cell = answer.cell < 0 ? nil : areas.cells[Int(answer.cell)]
        let edition = Int(answer.edition)
        return StudyResponse(
            participant: part?.person, pseudonym: part?.pseudonym, day: day,
            window: answer.window == 0 ? nil : Int(answer.window),
            hour: answer.hour < 0 ? nil : Int(answer.hour), place: cell?.middle, region: cell?.region,
            form: versions.formPlaces[edition], consentVersion: versions.numbers[edition],
            answers: FormAnswers())
    }

    func exposures(
        at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure]
    ) throws -> [StudyExposure] {
        let middle: Coordinate
        switch area {
        case .cell(let cell): middle = cell
        case .region(let region): middle = areas.regions[region].middle
        case .withheld: return measures.map { _ in .unknown }
        }
        return try air.exposures(
            around: middle, on: response.day, hour: response.hour, lag: lag, measures, by: runner)
    }
}
