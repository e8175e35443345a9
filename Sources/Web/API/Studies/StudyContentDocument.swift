import Allergens
import Forms
import Foundation
import HTTP
import People
import Studies

/// What a researcher writes of a study.
struct StudyRequest: StrictDocument {
    static let members: Set = [
        "title", "purpose", "contact", "ethics", "consent", "points", "options", "mode", "k", "target",
        "begin", "end", "schedule", "reminders", "region",
    ]

    let title: FormWording
    let purpose: FormWording?
    let contact: FormWording?
    let ethics: String?
    let consent: FormWording?
    let points: [FormWording]?
    let options: [FormWording]?
    let mode: String
    let k: Int?
    let target: Int?
    let begin: String
    let end: String
    /// Daily, if nothing is said.
    let schedule: StudyScheduleDocument?
    let reminders: StudyRemindersRequest?
    let region: StudyRegionRequest?

    /// - Throws: One ``Problem`` that names every mistake.
    func checked() throws -> (StudyContent, StudySettings) {
        var mistakes = Mistakes(.invalidStudy)
        let content = StudyContent(
            title: title, purpose: purpose ?? [:], contact: contact ?? [:],
            ethics: ethics.flatMap { $0.isEmpty ? nil : $0 }, consent: consent ?? [:], points: points ?? [],
            options: options ?? [])
        check(content, &mistakes)
        let settings = settings(&mistakes)
        try mistakes.check()
        guard let settings else { preconditionFailure("what was checked has no mistakes") }
        return (content, settings)
    }

    private func check(_ content: StudyContent, _ mistakes: inout Mistakes) {
        if title.isEmpty { mistakes.note("/title", "A title is needed in at least one language.") }
        mistakes.wording(title, upTo: StudyContent.longestTitle, at: "/title")
        mistakes.wording(content.purpose, upTo: StudyContent.longestText, at: "/purpose")
        mistakes.wording(content.contact, upTo: StudyContent.longestText, at: "/contact")
        mistakes.wording(content.consent, upTo: StudyContent.longestText, at: "/consent")
        mistakes.text(content.ethics ?? "", within: 0...StudyContent.longestTitle, at: "/ethics")
        check(content.points, at: "/points", &mistakes)
        check(content.options, at: "/options", &mistakes)
        if mode == Study.Mode.unlinked.rawValue, !content.options.isEmpty {
            mistakes.note("/options", "Where answers belong to nobody, everybody agrees to the same.")
        }
    }

    private func check(_ points: [FormWording], at pointer: String, _ mistakes: inout Mistakes) {
        if points.count > StudyContent.mostPoints {
            mistakes.note(pointer, "There are at most \(StudyContent.mostPoints) of them.")
        }
        for (place, point) in points.enumerated() {
            mistakes.wording(point, upTo: StudyContent.longestText, at: "\(pointer)/\(place)")
        }
    }

    private func settings(_ mistakes: inout Mistakes) -> StudySettings? {
        let mode = mistakes.word(mode, at: "/mode", as: Study.Mode.self)
        let (first, last) = (mistakes.day(begin, at: "/begin"), mistakes.day(end, at: "/end"))
        if let first, let last, first > last {
            mistakes.note("/end", "The last day is not before the first.")
        }
        let groups = StudySettings.groups
        let k = k ?? groups.lowerBound
        if !groups.contains(k) {
            mistakes.note("/k", "This is a number from \(groups.lowerBound) to \(groups.upperBound).")
        }
        if let target, !StudySettings.targets.contains(target) {
            mistakes.note("/target", "This is a number from 1 to \(StudySettings.targets.upperBound).")
        }
        let asked = schedule.map { $0.checked(mode, &mistakes) } ?? .daily
        let reminders = reminders?.rule(&mistakes)
        let place = region?.checked(&mistakes)
        guard let mode, let first, let last, first <= last, let asked else { return nil }
        var settings = StudySettings(
            mode: mode, k: k, target: target, days: first...last, reminders: reminders)
        settings?.schedule = asked
        settings?.region = place
        return settings
    }

    /// Checks that forms which are there can be asked as the settings have it.
    ///
    /// - Throws: One ``Problem`` that names every mistake.
    static func check(_ forms: [StudyForm], in settings: StudySettings) throws {
        var mistakes = Mistakes(.invalidStudy)
        for form in forms where settings.mode == .unlinked && form.schedule.needsPeople {
            mistakes.note(
                "/mode",
                """
                Where answers belong to nobody, it is not known who answered before or joined when, as the form \
                \(form.name.rawValue) needs it.
                """)
        }
        try mistakes.check()
    }
}

extension Mistakes {
    mutating func wording(_ wording: FormWording, upTo length: Int, at pointer: String) {
        for (code, text) in wording.sorted(by: { $0.key < $1.key }) {
            if Language(rawValue: code) == nil {
                let codes = Language.allCases.map(\.rawValue).joined(separator: ", ")
                note(pointer, "The languages are \(codes).")
            }
            self.text(text, within: 1...length, at: "\(pointer)/\(code)", lines: true)
        }
    }
}

/// A form beside the main one, with the days on which it is asked.
struct StudyFormDocument: Encodable {
    let name: StudyForm.Name
    let schedule: StudyScheduleDocument
    let form: FormDefinition

    init(_ form: StudyForm) {
        (name, schedule, self.form) = (form.name, StudyScheduleDocument(form.schedule), form.definition)
    }
}

/// A study with its words, as they are published or written.
struct StudyDocument: Encodable {
    let id: String
    let state: Study.State
    let mode: Study.Mode
    let k: Int
    let target: Int?
    let results: StudyResultsRelease
    let begin: CivilDate
    let end: CivilDate
    let schedule: StudyScheduleDocument
    /// The latest version, if anything is published.
    let version: Int?
    let published: Date?
    let title: FormWording
    let purpose: FormWording
    let contact: FormWording
    let ethics: String?
    let consent: FormWording
    let points: [FormWording]
    /// What people can agree to, and take part without.
    let options: [FormWording]
    let form: FormDefinition?
    /// What is asked beside the main form; `nil` where there is nothing, and where forms are not told.
    let furtherForms: [StudyFormDocument]?
    let reminders: StudyRemindersDocument?
    let region: StudyRegionDocument?

    /// - Parameters:
    ///   - study: The study.
    ///   - content: Its words.
    ///   - showsForm: Whether the forms are told, too.
    init(_ study: Study, _ content: StudyContent, showsForm: Bool) {
        (id, state, mode) = (study.id.rawValue, study.state, study.settings.mode)
        (k, target, results) = (study.settings.k, study.settings.target, study.settings.results)
        (begin, end) = (study.settings.days.lowerBound, study.settings.days.upperBound)
        schedule = StudyScheduleDocument(study.settings.schedule)
        (version, published) = (study.current?.number, study.current?.published)
        (title, purpose, contact) = (content.title, content.purpose, content.contact)
        (ethics, consent, points) = (content.ethics, content.consent, content.points)
        options = content.options
        form = showsForm ? content.form : nil
        furtherForms =
            showsForm && !content.furtherForms.isEmpty
            ? content.furtherForms.map(StudyFormDocument.init) : nil
        reminders = study.settings.reminders.map(StudyRemindersDocument.init)
        region = study.settings.region.map(StudyRegionDocument.init)
    }

    /// What is published; `nil` if nothing is.
    init?(published study: Study, showsForm: Bool) {
        guard let content = study.current?.content else { return nil }
        self.init(study, content, showsForm: showsForm)
    }
}
