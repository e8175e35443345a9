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
        let asked = readSchedule(mode, &mistakes)
        let reminders = reminders?.rule(&mistakes)
        let place = region?.checked(&mistakes)
        guard let mode, let first, let last, first <= last, let asked else { return nil }
        var settings = StudySettings(
            mode: mode, k: k, target: target, days: first...last, reminders: reminders)
        settings?.schedule = asked
        settings?.region = place
        return settings
    }

    private func readSchedule(_ mode: Study.Mode?, _ mistakes: inout Mistakes) -> StudySchedule? {
        guard let schedule else { return .daily }
        var found: [(member: String, detail: String)] = []
        let read = schedule.schedule { found.append(($0, $1)) }
        if mode == .unlinked, read?.needsPeople == true {
            found.append(
                ("rhythm", "Where answers belong to nobody, a second one of other days cannot be told."))
        }
        for (member, detail) in found { mistakes.note("/schedule/\(member)", detail) }
        return read
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
    let reminders: StudyRemindersDocument?
    let region: StudyRegionDocument?

    /// - Parameters:
    ///   - study: The study.
    ///   - content: Its words.
    ///   - showsForm: Whether the form is told, too.
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
        reminders = study.settings.reminders.map(StudyRemindersDocument.init)
        region = study.settings.region.map(StudyRegionDocument.init)
    }

    /// What is published; `nil` if nothing is.
    init?(published study: Study, showsForm: Bool) {
        guard let content = study.current?.content else { return nil }
        self.init(study, content, showsForm: showsForm)
    }
}
