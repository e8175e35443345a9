import Studies

/// A form of a study on a day, or one of its windows: a person gives one answer to it.
struct StudySlot: Hashable {
    /// What the study calls the form.
    let form: String
    /// From 1 on; 1 too where the day has one answer.
    let window: Int

    /// Those of a form that is asked by a schedule.
    static func of(_ form: String, _ schedule: StudySchedule) -> [StudySlot] {
        of(form, windows: schedule.isForEachWindow ? schedule.windows.count : 1)
    }

    /// Those of a form with answers to so many windows of a day.
    static func of(_ form: String, windows: Int) -> [StudySlot] {
        (1...windows).map { StudySlot(form: form, window: $0) }
    }
}

extension StudyContent {
    /// Those of all forms, the main one asked by a schedule.
    func slots(main schedule: StudySchedule) -> Set<StudySlot> {
        let main = form.map { _ in StudySlot.of(StudyForm.Name.main.rawValue, schedule) } ?? []
        return Set(main + furtherForms.flatMap { StudySlot.of($0.name.rawValue, $0.schedule) })
    }
}

extension StudyRow {
    /// Checks that a study does not get more forms than an export can tell apart, with those of earlier versions, whose
    /// answers stay.
    ///
    /// A form with an answer in each of two windows counts as two.
    ///
    /// - Throws: ``StudyRefusal/tooMany``.
    func checkSlots(of content: StudyContent, main schedule: StudySchedule, by runner: any QueryRunner) throws
    {
        let published = try StudyVersions(of: number, by: runner).slots
        let answered = try runner.formsInWindows(of: number).flatMap {
            StudySlot.of($0, windows: StudySchedule.mostWindows)
        }
        let all = content.slots(main: schedule).union(published).union(answered)
        guard all.count <= StudyContent.mostForms else { throw StudyRefusal.tooMany }
    }
}

extension QueryRunner {
    /// What a study calls its forms with answers to windows of days.
    func formsInWindows(of study: Int64) throws -> Set<String> {
        let found = try rows(
            "SELECT DISTINCT form FROM studyAnswer WHERE study = \(study) AND dayWindow > 0")
        return Set(try found.map { try $0.first(as: String.self) })
    }
}
