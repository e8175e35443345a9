import Allergens
import Forms
import Foundation
import GRDB
import Geography
import People
import Sealing
import Studies

/// A row of `study` with what is published of it, and the role of who asks.
struct StudyRow {
    static let key = SealedField("study", "key")

    let number: Int64
    let id: Study.ID
    let phase: StudyPhase
    let role: StudyRole?
    private let row: QueryRow

    private init(_ row: QueryRow) throws {
        self.row = row
        number = try row["number"]
        id = Study.ID(rawValue: try row["id"])
        role = (try row["role"] as String?).flatMap(StudyRole.init(rawValue:))
        let first = CivilDate(daysSinceEpoch: try row["firstDay"])
        let last = CivilDate(daysSinceEpoch: try row["lastDay"])
        guard let state = Study.State(rawValue: try row["state"]),
            let mode = Study.Mode(rawValue: try row["mode"]),
            var settings = StudySettings(
                mode: mode, k: try row["k"], target: try row["target"] as Int?, days: first...last,
                reminders: try Self.reminders(row)),
            let results = StudyResultsRelease(rawValue: try row["results"]),
            let schedule = Self.schedule(try row["schedule"])
        else { preconditionFailure("the store holds a study that does not exist") }
        (settings.results, settings.schedule) = (results, schedule)
        settings.region = try Self.region(row)
        phase = StudyPhase(state: state, settings: settings, version: try row["version"] as Int?)
    }

    private static func reminders(_ row: QueryRow) throws -> StudyReminders? {
        guard let after = try row["remindAfter"] as Int?, let most = try row["remindMost"] as Int?,
            let time = (try row["remindTime"] as Int?).flatMap(LocalTime.init(minutes:))
        else { return nil }
        return StudyReminders(after: after, most: most, time: time)
    }

    private static func region(_ row: QueryRow) throws -> StudyRegion? {
        guard let name = try row["regionName"] as String?, let west = try row["regionWest"] as Double?,
            let south = try row["regionSouth"] as Double?, let east = try row["regionEast"] as Double?,
            let north = try row["regionNorth"] as Double?
        else { return nil }
        return BoundingBox(west: west, south: south, east: east, north: north).map {
            StudyRegion(name: name, box: $0)
        }
    }

    /// The study with its words and forms, which take a while to read.
    var study: Study {
        get throws {
            let version = try phase.version.map {
                StudyVersion(
                    number: $0, content: try Self.content(try row["content"]),
                    published: Date(stored: try row["published"]))
            }
            return Study(
                id: id, state: phase.state, settings: phase.settings,
                draft: try Self.content(try row["draft"]), current: version,
                created: Date(stored: try row["created"]))
        }
    }

    /// The title of the latest version; `nil` for a draft, even if it is published before it is opened.
    var publishedTitle: FormWording? {
        get throws { phase.state == .draft ? nil : try Self.content(try row["content"]).title }
    }

    /// When each form of the latest version is asked; the words are read only if there may be further forms.
    var schedules: [StudyForm.Name: StudySchedule] {
        get throws {
            let content = try row["content"] as String?
            let further = try content.flatMap { text in
                text.contains("\"moreForms\"") ? try Self.content(text).furtherForms : nil
            }
            return (further ?? []).reduce(into: [.main: phase.settings.schedule]) {
                $0[$1.name] = $1.schedule
            }
        }
    }

    /// The days on which the study can ask somebody, of whom this is a row of `studyParticipant`.
    func term(of part: QueryRow) throws -> StudyTerm {
        StudyTerm(phase.settings.days, joined: try Self.joined(part))
    }

    /// The day on which somebody joined, where they were.
    static func joined(_ part: QueryRow) throws -> CivilDate {
        CivilDate(daysSinceEpoch: try part["joinedThere"] as Int? ?? part["joined"])
    }

    /// When it was begun.
    var created: Date {
        get throws { Date(stored: try row["created"]) }
    }

    static func content(_ json: String) throws -> StudyContent {
        try JSONDecoder().decode(StudyContent.self, from: Data(json.utf8))
    }

    static func json(_ content: StudyContent) throws -> String {
        String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
    }

    static func json(_ schedule: StudySchedule) throws -> String {
        String(decoding: try JSONEncoder().encode(StudyScheduleDocument(schedule)), as: UTF8.self)
    }

    private static func schedule(_ json: String) -> StudySchedule? {
        let document = try? JSONDecoder().decode(StudyScheduleDocument.self, from: Data(json.utf8))
        return document?.schedule { _, _ in }
    }

    /// All that is kept of a study and of its latest version.
    private static let everything: Query = "study.*, studyVersion.content"

    /// The published words alone, which stand for those of the next version, too.
    ///
    /// PostgreSQL has no `json_remove`, so its schema brings one, for one path.
    static let publishedWords: Query = """
        study.number, study.id, study.state, study.mode, study.k, study.target, study.firstDay, study.lastDay,
        study.results, study.schedule, study.created, study.remindAfter, study.remindMost, study.remindTime,
        study.regionName, study.regionWest, study.regionSouth, study.regionEast, study.regionNorth,
        json_remove(json_remove(studyVersion.content, '$.form'), '$.moreForms') AS content,
        json_remove(json_remove(studyVersion.content, '$.form'), '$.moreForms') AS draft
        """

    /// The studies that meet a condition, with the role of an account.
    static func all(
        _ columns: Query = everything, where condition: Query, for account: Account.ID? = nil,
        order: Query = "study.number", limit: Int = .max, in runner: any QueryRunner
    ) throws -> [StudyRow] {
        try runner.rows(
            """
            SELECT \(columns), studyResearcher.role, studyVersion.version, studyVersion.published
            FROM study
            LEFT JOIN studyResearcher ON studyResearcher.study = study.number
                AND studyResearcher.account = \(account?.rawValue)
            LEFT JOIN studyVersion ON studyVersion.study = study.number AND studyVersion.version = (
                SELECT max(version) FROM studyVersion AS other WHERE other.study = study.number)
            WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map { try StudyRow($0) }
    }

    static func one(
        _ id: Study.ID, for account: Account.ID? = nil, in runner: any QueryRunner
    ) throws -> StudyRow? {
        try all(where: "study.id = \(id.rawValue)", for: account, in: runner).first
    }

    /// A study in which an account may do something.
    ///
    /// - Throws: ``StudyRefusal``.
    static func one(
        _ id: Study.ID, by account: Account.ID, for act: StudyAct, in runner: any QueryRunner
    ) throws -> StudyRow {
        guard let row = try one(id, for: account, in: runner) else { throw StudyRefusal.unknown }
        try StudyPolicy.check(act, by: row.role, in: row.phase.state)
        return row
    }

    /// The token of an account for an answer, of its day, its form and a window, under the study's own key.
    ///
    /// - Throws: ``StudyRefusal`` when the key is gone.
    func token(
        of account: Account.ID, for draft: StudyAnswerDraft, _ window: Int?, _ keys: KeyRing
    ) throws -> Data {
        guard let key = try row["key"] as Data? else { throw StudyRefusal.state(phase.state) }
        let opened = try keys.open(key, field: Self.key, of: .text(id.rawValue))
        return BlindToken.of(
            account.rawValue, on: draft.moment.day.daysSinceEpoch, to: draft.form, window, under: opened)
    }
}

/// A row of `studyAnswer`.
struct StudyAnswerRow {
    static let seal = PaddedSeal<StudyAnswerContent>("studyAnswer", place: "id")
}

/// A row of `studyConsent`.
struct StudyConsentRow {
    /// What is sealed of it.
    struct Sealed: Codable {
        let language: String
        let name: String?
        let signature: String?
        /// A 1 for each optional point that is agreed to, and a 0 for each other one, as both are as long.
        ///
        /// It is missing where there are no such points, and in consents from before there were any.
        var options: [Int]?

        init(_ agreement: StudyAgreement) {
            (language, name, signature) = (agreement.language, agreement.name, agreement.signature)
            options = agreement.options.isEmpty ? nil : agreement.options.map { $0 ? 1 : 0 }
        }

        /// What was agreed to, under a version.
        func agreement(to version: Int) -> StudyAgreement {
            StudyAgreement(
                version: version, language: language, name: name, signature: signature,
                options: (options ?? []).map { $0 == 1 })
        }
    }

    static let seal = PaddedSeal<Sealed>("studyConsent", place: "participant || ' ' || version")

    static func place(_ participant: Int64, _ version: Int) -> SealedRow {
        .text("\(participant) \(version)")
    }
}

/// A row of `studyMessage`.
struct StudyMessageRow {
    /// The words to one person.
    static let seal = PaddedSeal<FormWording>("studyMessage", place: "participant")
}

/// A row of `studyInvitation`.
struct StudyInvitationRow {
    static let sealed = SealedField("studyInvitation", "sealed")
    static let code = SealedField("studyInvitation", "code")
    static let label = SealedField("studyInvitation", "label")

    /// The text that is hashed.
    static func codeText(of row: QueryRow, _ keys: KeyRing) throws -> String {
        try codeText(try row["sealed"], of: try row["study"], keys)
    }

    /// The code of an invitation to the study with a number.
    static func codeText(_ code: Data, of study: Int64, _ keys: KeyRing) throws -> String {
        String(decoding: try keys.open(code, field: sealed, of: .number(study)), as: UTF8.self)
    }

    /// What researchers have noted of the invitation with a number.
    static func labelText(_ sealed: Data?, of number: Int64, _ keys: KeyRing) throws -> String? {
        try sealed.map {
            let opened = try keys.open($0, field: label, of: .number(number))
            return String(decoding: opened, as: UTF8.self)
        }
    }
}
