import Allergens
import Studies

/// A study as its reminders see it.
struct RemindedStudy {
    let row: StudyRow
    /// When each form of the latest version is asked.
    private let schedules: [StudyForm.Name: StudySchedule]

    /// - Throws: ``MisreadColumn``, or an error of what is published.
    init(_ row: StudyRow) throws {
        self.row = row
        schedules = try row.schedules
    }

    /// How the forms stand with a part; nobody looks for answers where these belong to nobody.
    func forms(of participant: Int64, by runner: any QueryRunner) throws -> [StudyFormStanding] {
        let answered =
            row.phase.settings.mode == .linked ? try runner.latestAnswers(of: participant) : [:]
        return schedules.map { StudyFormStanding($1, latest: answered[$0]) }
    }
}
