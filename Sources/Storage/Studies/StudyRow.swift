import Allergens
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
    private let row: Row

    private init(_ row: Row) {
        self.row = row
        (number, id) = (row["number"], Study.ID(rawValue: row["id"]))
        role = (row["role"] as String?).flatMap(StudyRole.init(rawValue:))
        let days =
            CivilDate(daysSinceEpoch: row["firstDay"])...CivilDate(daysSinceEpoch: row["lastDay"])
        guard let state = Study.State(rawValue: row["state"]), let mode = Study.Mode(rawValue: row["mode"]),
            var settings = StudySettings(
                mode: mode, k: row["k"], target: row["target"], days: days, reminders: Self.reminders(row)),
            let results = StudyResultsRelease(rawValue: row["results"]),
            let schedule = Self.schedule(row["schedule"])
        else { preconditionFailure("the store holds a study that does not exist") }
        (settings.results, settings.schedule) = (results, schedule)
        settings.region = Self.region(row)
        phase = StudyPhase(state: state, settings: settings, version: row["version"])
    }

    private static func reminders(_ row: Row) -> StudyReminders? {
        guard let after = row["remindAfter"] as Int?, let most = row["remindMost"] as Int?,
            let time = (row["remindTime"] as Int?).flatMap(LocalTime.init(minutes:))
        else { return nil }
        return StudyReminders(after: after, most: most, time: time)
    }

    private static func region(_ row: Row) -> StudyRegion? {
        guard let name = row["regionName"] as String?, let west = row["regionWest"] as Double?,
            let south = row["regionSouth"] as Double?, let east = row["regionEast"] as Double?,
            let north = row["regionNorth"] as Double?
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
                    number: $0, content: try Self.content(row["content"]),
                    published: Date(stored: row["published"]))
            }
            return Study(
                id: id, state: phase.state, settings: phase.settings,
                draft: try Self.content(row["draft"]), current: version,
                created: Date(stored: row["created"]))
        }
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
    private static var everything: SQL { "study.*, studyVersion.content" }

    /// The published words alone, which stand for those of the next version, too.
    static var publishedWords: SQL {
        """
        study.number, study.id, study.state, study.mode, study.k, study.target, study.firstDay, study.lastDay,
        study.results, study.schedule, study.created, study.remindAfter, study.remindMost, study.remindTime,
        study.regionName, study.regionWest, study.regionSouth, study.regionEast, study.regionNorth,
        json_remove(studyVersion.content, '$.form') AS content,
        json_remove(studyVersion.content, '$.form') AS draft
        """
    }

    /// The studies that meet a condition, with the role of an account; a negative limit means all.
    static func all(
        _ columns: SQL = everything, where condition: SQL, for account: Account.ID? = nil,
        limit: Int = -1, in database: Database
    ) throws -> [StudyRow] {
        try SQLRequest<Row>(
            literal: """
                SELECT \(columns), studyResearcher.role, studyVersion.version, studyVersion.published
                FROM study
                LEFT JOIN studyResearcher ON studyResearcher.study = study.number
                    AND studyResearcher.account = \(account?.rawValue)
                LEFT JOIN studyVersion ON studyVersion.study = study.number AND studyVersion.version = (
                    SELECT max(version) FROM studyVersion AS other WHERE other.study = study.number)
                WHERE \(condition) ORDER BY study.number LIMIT \(limit)
                """, cached: true
        ).fetchAll(database).map { StudyRow($0) }
    }

    static func one(
        _ id: Study.ID, for account: Account.ID? = nil, in database: Database
    ) throws -> StudyRow? {
        try all(where: "study.id = \(id.rawValue)", for: account, in: database).first
    }

    /// A study in which an account may do something.
    ///
    /// - Throws: ``StudyRefusal``.
    static func one(
        _ id: Study.ID, by account: Account.ID, for act: StudyAct, in database: Database
    ) throws -> StudyRow {
        guard let row = try one(id, for: account, in: database) else { throw StudyRefusal.unknown }
        try StudyPolicy.check(act, by: row.role, in: row.phase.state)
        return row
    }

    /// The token of an account and a day, under the study's own key.
    ///
    /// - Throws: ``StudyRefusal`` when the key is gone.
    func token(of account: Account.ID, on day: CivilDate, _ cipher: RowCipher) throws -> Data {
        guard let key = row["key"] as Data? else { throw StudyRefusal.state(phase.state) }
        let opened = try cipher.keys.open(key, field: Self.key, of: .text(id.rawValue))
        return BlindToken.of(account.rawValue, on: day.daysSinceEpoch, under: opened)
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
    }

    static let seal = PaddedSeal<Sealed>("studyConsent", place: "participant || ' ' || version")

    static func place(_ participant: Int64, _ version: Int) -> SealedRow {
        .text("\(participant) \(version)")
    }
}

/// A row of `studyInvitation`.
struct StudyInvitationRow {
    static let sealed = SealedField("studyInvitation", "sealed")
    static let code = SealedField("studyInvitation", "code")
    static let label = SealedField("studyInvitation", "label")

    /// The text that is hashed.
    static func codeText(of row: Row, _ cipher: RowCipher) throws -> String {
        let code = try cipher.keys.open(row["sealed"], field: sealed, of: .number(row["study"]))
        return String(decoding: code, as: UTF8.self)
    }

    /// What researchers have noted of the invitation with a number.
    static func labelText(_ sealed: Data?, of number: Int64, _ cipher: RowCipher) throws -> String? {
        try sealed.map {
            let opened = try cipher.keys.open($0, field: label, of: .number(number))
            return String(decoding: opened, as: UTF8.self)
        }
    }
}
