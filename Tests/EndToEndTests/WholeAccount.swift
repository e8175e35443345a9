import Foundation
import SampleTesting
import Testing

/// An account that has everything that an account can have, in words that occur nowhere else.
struct WholeAccount {
    let service: RunningService
    let name: String
    let token: String
    /// The path of the person under it.
    let person: String

    var email: String { "\(name)@crooked-oak.example" }
    static let birth = "1931-02-28"
    /// What a study writes to the account alone.
    static let letter = "The nurse calls on Wednesday, about the spores"
    static let childBirth = "2019-07-31"
    /// The names of its fences, its medication and its remarks; the first half belongs to the person.
    let words: [String]

    /// Opens the account and fills it.
    init(_ name: String, in service: RunningService) async throws {
        (self.service, self.name) = (service, name)
        words = [
            "Lindenbaum Kita", "Quendelhonig", "Theophrast", "Nowherefield", "Mutterkraut",
            "by the oak of \(name)", "Wermutstropfen", "Quittenbrot", "Heidi Schlehdorn",
        ]
        let opened = try await service.workspace.done(
            "account", "create", name, "--email", "\(name)@crooked-oak.example")
        token = try #require(opened.lines.last)
        let made = try await service.post(
            "/v1/me/persons", #"{"name":"\#(words[2])","born":"\#(Self.childBirth)"}"#, bearer: token)
        person = "/v1/me/persons/\(try #require(made.json["id"].text))"
        try await sayOfItself()
        try await done("PUT", "/v1/me/consents/health", #"{"version":1}"#)
        try await done("PUT", "/v1/me/consents/help", #"{"version":1}"#)
        try await done("PUT", "/v1/me/consents/trips", #"{"version":1}"#)
        for (path, half) in [(person, 0), ("/v1/me", 3)] {
            try await watch(as: path, fence: words[half], medicine: words[half + 1])
            try await done(
                "PATCH", "\(path)/diary/\(today)", #"{"note":"took \#(words[half + 1])"}"#,
                type: "application/merge-patch+json")
            try await done("POST", "\(path)/links", Household.link(named: words[half + 1]))
            try await done(
                "POST", "\(path)/help/injectors",
                #"{"name":"\#(words[half + 1])","place":"","expires":"2099-05"}"#)
            try await done("POST", "\(path)/help/documents", "%PDF-1.7\n% \(words[half + 1])\n%%EOF\n")
            try await done(
                "PUT", "\(path)/help/days/\(today)/doses/food:peanut",
                Household.dose(noted: words[half + 1]))
            try await done("POST", "\(path)/help/sos", "{}")
            try await done("POST", "\(path)/trips", Household.trips)
            try await done("PUT", "\(path)/reminders", #"{"on":true,"times":[{"time":"21:37"}]}"#)
        }
        try await done(
            "POST", "/v1/messages", #"{"topic":"comment","text":"\#(words[6])","replyTo":"\#(email)"}"#)
        try await service.workspace.done("role", "grant", name, "expert")
        try await done("POST", "/v1/me/articles", Household.manuscript(words[7]))
        try await service.workspace.done("role", "grant", name, "researcher")
        let visit = StudyVisit(service: service, token: token)
        let study = try await visit.joined(as: words[8])
        try await visit.done("POST", "/v1/me/studies/\(study)/answers", Array(StudyVisit.answer.utf8))
        try await visit.writeToThemselves(in: study, Self.letter)
        let id = person.split(separator: "/").last ?? ""
        let report = #"{"person":"\#(id)","# + report(81, 50, of: "birch", comment: words[5]).dropFirst()
        try await done("POST", "/v1/alerts", report)
    }

    private func done(_ method: String, _ path: String, _ body: String, type: String = "application/json")
        async throws
    {
        let answer = try await service.send(
            method, path, body: Array(body.utf8), type: type, bearer: token)
        #expect((200..<300).contains(answer.status), "\(method) \(path): \(answer.text)")
    }

    private func sayOfItself() async throws {
        try await done("PATCH", "/v1/me", #"{"dateOfBirth":"\#(Self.birth)"}"#)
        try await done("POST", "/v1/me/tokens", #"{"label":"watch of \#(name)"}"#)
        let picture = try await service.get("/tiles/birch/legend.png").bytes
        let answer = try await service.send(
            "PUT", "/v1/me/picture", body: picture, type: "image/png", bearer: token)
        #expect(answer.status == 204, "\(answer.text)")
        let signIn = #"{"username":"\#(name)","password":"not the password"}"#
        let refused = try await service.send(
            "POST", "/v1/sessions", body: Array(signIn.utf8), type: "application/json")
        #expect(refused.status == 403, "\(refused.text)")
    }

    private func watch(as path: String, fence: String, medicine: String) async throws {
        try await done("POST", "\(path)/fences", circle(80.123_456, 50.654_321, named: fence))
        try await done(
            "PUT", "\(path)/quiz/welcome",
            #"{"allergens":[{"allergen":"birch","severity":"severe"}],"medication":["\#(medicine)"]}"#)
    }

    /// The rows that SQLite's own program returns.
    func rows(_ query: String) async throws -> [String] {
        let workspace = service.workspace
        let outcome = try await GeospatialTool.run(
            "sqlite3", ["-cmd", ".timeout 60000", workspace.database.path, query], in: workspace.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.lines
    }

    /// The tables whose rows belong to an account: by a foreign key, directly or through another table, or by
    /// a column of that name.
    func tables() async throws -> Set<String> {
        Set(
            try await rows(
                """
                WITH RECURSIVE own (name) AS (
                    SELECT schema.name FROM sqlite_schema AS schema, pragma_foreign_key_list(schema.name) AS key
                    WHERE schema.type = 'table' AND key."table" = 'account'
                    UNION
                    SELECT schema.name FROM sqlite_schema AS schema, pragma_table_info(schema.name) AS part
                    WHERE schema.type = 'table' AND part.name = 'account'
                    UNION
                    SELECT schema.name
                    FROM own, sqlite_schema AS schema, pragma_foreign_key_list(schema.name) AS key
                    WHERE schema.type = 'table' AND key."table" = own.name
                ) SELECT name FROM own
                """))
    }

    /// The beginnings of the account's and its person's sealed or hashed values, as stored in the file.
    func sealedBytes() async throws -> [Data] {
        let own = "(SELECT id FROM account WHERE name = '\(name)')"
        let whole = "(SELECT id FROM account WHERE id = \(own) OR guardian = \(own))"
        let parts = [
            ("login", "address"), ("login", "birth"), ("portrait", "png"), ("welcomeQuiz", "sealed"),
            ("diaryEntry", "sealed"), ("helpRecord", "sealed"), ("personalDocument", "sealed"),
            ("sosCall", "sealed"), ("reminderPlan", "sealed"),
            ("sharedLink", "sealed"), ("submission", "sealed"), ("trip", "sealed"),
            ("person", "sealed"), ("profile", "sealed"), ("fence", "sealed"), ("message", "sealed"),
            ("credential", "hash"),
            ("signInRecord", "who"),
        ]
        let participants = "SELECT number FROM studyParticipant WHERE account IN \(whole)"
        let studied = ["studyConsent", "studyAnswer", "studyMessage"].map { table in
            "SELECT hex(substr(sealed, 1, 32)) FROM \(table) WHERE participant IN (\(participants))"
        }
        let queries = parts.map { table, column in
            "SELECT hex(substr(\(column), 1, 32)) FROM \(table) WHERE account IN \(whole) AND \(column) IS NOT NULL"
        }
        return try await rows((queries + studied).joined(separator: " UNION ALL ")).map(Self.bytes)
    }

    private static func bytes(of text: String) -> Data {
        Data(
            stride(from: 0, to: text.count - 1, by: 2).compactMap { place in
                UInt8(text.dropFirst(place).prefix(2), radix: 16)
            })
    }

    /// The database file and its log, after the file was rewritten and the log emptied into it.
    func file() async throws -> Data {
        let emptied = "PRAGMA wal_checkpoint(TRUNCATE)"
        _ = try await rows("\(emptied); VACUUM")
        // A reader prevents the log from being emptied into the file.
        try await awaited("the log is not emptied") {
            try await rows(emptied) == ["0|0|0"] ? true : nil
        }
        let path = service.workspace.database.path
        return try [path, path + "-wal"].filter { FileManager.default.fileExists(atPath: $0) }
            .reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: $1)) }
    }
}
