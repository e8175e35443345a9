import Allergens
import Forms
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import People
import SampleTesting
import Studies
import StudyExport
import Testing
import Workbooks
import Zipping

@testable import API
@testable import HTTP

/// Files of a study over the routes.
@Suite struct StudyExportRouteTests {
    private let api = TestAPI()
    private let id = "6f1c2f0e-8a3b-4f57-9d1e-2b7c5a9e4d10"

    private func content(_ form: FormDefinition?) -> StudyContent {
        StudyContent(
            title: ["en": "Hay fever"], purpose: ["en": "To learn"], contact: ["en": "Dr. Weber"],
            consent: ["en": "I agree"], form: form)
    }

    /// A study that somebody leads, with five answers of one day.
    private func keep(as role: StudyRole = .owner, isPublished: Bool = true) throws {
        let today = CivilDate(at: noon, in: .gmt)
        let content = content(ShippedForm.hayFeverDay.form.definition)
        let study = Study(
            id: Study.ID(rawValue: id), state: .open,
            settings: try #require(StudySettings(mode: .linked, k: 5, target: nil, days: today...today)),
            draft: content,
            current: isPublished ? StudyVersion(number: 1, content: content, published: noon) : nil,
            created: noon)
        let answers = (0..<5).map { index in
            StudyAnswer(
                id: "\(index)", pseudonym: nil, version: 1, day: today, given: noon,
                cell: Coordinate(longitude: 7.55, latitude: 47.55),
                answers: FormAnswers(["nose": .text("\(index % 4)")]))
        }
        api.studies.held.change {
            $0.append(
                .init(
                    study: study, roles: [SampleVisitors.moderator: role],
                    versions: study.current.map { [$0] } ?? [], answers: answers))
        }
    }

    private func get(
        _ file: String, as who: String = "researcher"
    ) async throws -> (response: TestResponse, bytes: [UInt8]) {
        try await api.test { [id] client in
            let response = try await client.execute(
                uri: "/v1/research/studies/\(id)/\(file)", method: .get,
                headers: [.authorization: "Bearer \(who)"])
            return (response, Array(response.body.readableBytesView))
        }
    }

    private func kind(_ file: String) async throws -> String? {
        let json = try JSONDecoder().decode(JSONTree.self, from: Data(try await get(file).bytes))
        return json["type"]?.string?.split(separator: "/").last.map(String.init)
    }

    @Test func `a workbook has the answers with the air, and nobody else may keep it`() async throws {
        try keep()
        let (response, bytes) = try await get("export.xlsx?lags=1")
        #expect(response.status == .ok)
        #expect(response.headers[.cacheControl] == "private, no-store")
        #expect(
            response.headers[.contentDisposition]?.contains("study-\(CivilDate(at: noon, in: .gmt)).xlsx")
                == true)
        let sheets = try Workbook(bytes).sheets
        #expect(
            sheets.map(\.name) == [
                "Responses Summary", "Pollen Count Data", "Air Quality Data", "Reported Symptoms", "Codebook",
                "Participation",
            ])
        let rows = sheets[1].rows
        #expect(rows.count == 6 && rows[1].contains("40") && rows[1].contains("41"), "\(rows)")
        #expect(rows[0].contains("birch_lag1") && rows[1].contains("basel"))
    }

    @Test func `a zip file has the tables as CSV, and scripts that read them`() async throws {
        try keep()
        let zip = try ZipReader(try await get("export.zip").bytes)
        #expect(zip.count == 8)
        let symptoms = try #require(try zip.contents(of: "reported-symptoms.csv", upTo: 1 << 20))
        #expect(symptoms.count { $0 == 0x0A } == 6)
        for name in ["read.sps", "read.R"] {
            let script = try #require(try zip.contents(of: name, upTo: 1 << 20))
            #expect(String(decoding: script, as: UTF8.self).contains("responses-summary.csv"))
        }
    }

    @Test(arguments: [
        ("export.ndjson", "application/fhir+ndjson", "QuestionnaireResponse"),
        ("export.json", "application/fhir+json", #""type":"collection""#),
        ("export.sps", "text/plain; charset=utf-8", "GET DATA"),
        ("export.R", "text/plain; charset=utf-8", "read.csv"),
        ("codebook.csv", "text/csv; charset=utf-8", "Reported Symptoms,nose"),
    ])
    func `each file has its type and its text`(_ file: String, _ type: String, _ word: String) async throws {
        try keep()
        let (response, bytes) = try await get(file)
        #expect(response.status == .ok && response.headers[.contentType] == type)
        #expect(String(decoding: bytes, as: UTF8.self).contains(word))
    }

    @Test func `only files with answers are looks at them`() async throws {
        try keep()
        for file in ["export.sps", "export.R", "codebook.csv"] { _ = try await get(file) }
        #expect(api.studies.held.value[0].looks.isEmpty)
        _ = try await get("export.xlsx")
        #expect(api.studies.held.value[0].looks == [StudyLook(.exported, at: noon)])
        _ = try await get("export.ndjson")
        let looks = try JSONDecoder().decode(JSONTree.self, from: Data(try await get("looks").bytes))
        let file = looks["looks"]?.elements.first?["file"]
        #expect(file?["name"] == "export.ndjson" && file?["answers"] == .whole(5) && file?["k"] == .whole(5))
        let hash = file?["sha256"]?.string ?? ""
        #expect(hash.count == 64 && hash.allSatisfy(\.isHexDigit), "\(hash)")
    }

    @Test func `a Bundle of FHIR has as many entries as the other file has lines`() async throws {
        try keep()
        let lines = try await get("export.ndjson").bytes.count { $0 == 0x0A }
        let (response, bytes) = try await get("export.json")
        let bundle = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
        #expect(lines == 5 && bundle["entry"]?.elements.count == 5)
        #expect(bundle["timestamp"]?.string == noon.formatted(.iso8601))
        #expect(response.headers[.contentDisposition]?.contains(".json\"") == true)
        let looks = try JSONDecoder().decode(JSONTree.self, from: Data(try await get("looks").bytes))
        #expect(looks["looks"]?.elements.first?["file"]?["name"] == "export.json")
    }

    @Test func `one file is made at a time, and an account has one until it is sent`() throws {
        let (anna, otto) = (SampleVisitors.moderator, Account.ID(rawValue: 4_711))
        let making = InFlightRequests(most: 1)
        #expect(making.begin(anna) && !making.begin(otto) && !making.begin(anna))
        making.end(anna)
        #expect(making.begin(otto))
        let files = InFlightRequests()
        var turn = files.turn(of: anna)
        let former = try #require(turn)
        #expect(files.turn(of: anna) == nil && files.begin(otto))
        former.end()
        turn = files.turn(of: anna)
        former.end()
        #expect(turn != nil && files.turn(of: anna) == nil)
        turn = nil
        #expect(files.turn(of: anna) != nil)
    }

    @Test func `a file is deleted before its first byte is sent`() throws {
        let folder = try ScratchFolder()
        let file = folder.url.appending(path: "study")
        try Data("answers".utf8).write(to: file)
        _ = try folder.body(of: file)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
    }

    @Test func `what a killed process leaves of a file is removed at the next start`() throws {
        let parent = try TemporaryFolder()
        // A process that ends without its own end, as a killed one: its lock is gone, and its folder is not.
        let left = parent.url.appending(path: "breathe-scratch-left")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: false)
        try Data("answers".utf8).write(to: left.appending(path: "study"))
        let others = parent.url.appending(path: "breathe-other")
        try FileManager.default.createDirectory(at: others, withIntermediateDirectories: false)
        let used = try ScratchFolder(in: parent.url)
        #expect(ScratchFolder.removeLeftovers(in: parent.url) == 1)
        for (folder, stays) in [(left, false), (others, true), (used.url, true)] {
            #expect(FileManager.default.fileExists(atPath: folder.path) == stays, "\(folder)")
        }
    }

    @Test(arguments: [
        ("lags=8", "invalid-parameter"), ("lags=x", "invalid-parameter"),
        ("pseudonyms=day", "invalid-parameter"), ("words=1", "invalid-parameter"),
        ("allergen=stone", "unknown-allergen"),
    ])
    func `a wish that cannot be met is refused`(_ query: String, _ expected: String) async throws {
        try keep()
        #expect(try await kind("export.xlsx?\(query)") == expected)
    }

    @Test func `catalogues learn what a study is, and no small number of people`() async throws {
        try keep()
        let json = try await api.test { [id] client in
            let response = try await client.execute(uri: "/v1/studies/\(id)/metadata.json", method: .get)
            #expect(response.status == .ok)
            return try JSONDecoder().decode(JSONTree.self, from: Data(response.body.readableBytesView))
        }
        #expect(json["titles"]?.elements.first?["title"] == "Hay fever")
        // Catalogues link to what people can read, which is the page.
        #expect(json["url"]?.string?.hasSuffix("/studies/\(id)") == true)
        #expect(json["url"]?.string?.contains("/v1/") == false)
        #expect(json["creators"]?.elements.first?["name"] == "Dr. Weber")
        #expect(json["sizes"] == ["0 participants"] && json["rightsList"] == nil)
    }

    @Test func `everybody reads what the data mean`() async throws {
        try keep(as: .recruiter)
        let (json, csv) = try await api.test { [id] client in
            let path = "/v1/studies/\(id)/dictionary"
            let json = try await client.execute(uri: "\(path).json", method: .get)
            let csv = try await client.execute(uri: "\(path).csv", method: .get)
            #expect(json.status == .ok && csv.headers[.contentType] == "text/csv; charset=utf-8")
            return (
                try JSONDecoder().decode(JSONTree.self, from: Data(json.body.readableBytesView)),
                String(buffer: csv.body)
            )
        }
        #expect(json["variables"]?.elements.first?["name"] == "nose")
        #expect(json["variables"]?.elements.first?["versions"] == [.whole(1)])
        #expect(json["measures"]?.elements.contains { $0["name"] == "birch" } == true)
        #expect(csv.contains("form,main,nose,,select_one,") && csv.contains("air,,birch_km,,decimal,km,"))
    }

    @Test func `everybody reads the form that is published as a Questionnaire of FHIR`() async throws {
        func read() async throws -> (type: String?, json: JSONTree) {
            try await api.test { [id] client in
                let answer = try await client.execute(
                    uri: "/v1/studies/\(id)/questionnaire", method: .get)
                return (
                    answer.headers[.contentType],
                    try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
                )
            }
        }
        #expect(try await read().json["type"]?.string?.hasSuffix("/unknown-study") == true)
        try keep()
        let (type, form) = try await read()
        #expect(type == "application/fhir+json" && form["resourceType"] == "Questionnaire")
        #expect(form["url"]?.string?.hasSuffix("/fhir/Questionnaire/hay-fever-day") == true)
        #expect(form["item"]?.elements.map { $0["linkId"] } == ["nose", "eyes", "throat", "ears"])
    }

    @Test func `owners say when everybody may read results, in one of three words`() async throws {
        try keep()
        api.studies.held.change { $0[0].releases = [Self.release] }
        let path = "/v1/studies/\(id)/results.json"
        let (before, refused, after) = try await api.test { [id] client in
            func read() async throws -> JSONTree {
                let answer = try await client.execute(uri: path, method: .get)
                return try JSONDecoder().decode(JSONTree.self, from: Data(answer.body.readableBytesView))
            }
            func put(_ word: String) async throws -> HTTPResponse.Status {
                try await client.execute(
                    uri: "/v1/research/studies/\(id)/results", method: .put,
                    headers: [.authorization: "Bearer researcher", .contentType: "application/json"],
                    body: ByteBuffer(string: "{\"results\":\"\(word)\"}")
                ).status
            }
            let (before, refused) = (try await read(), try await put("daily"))
            #expect(try await put("weekly") == .noContent)
            return (before, refused, try await read())
        }
        #expect(before["results"] == "never" && before["releases"] == [] && refused == .badRequest)
        let version = after["releases"]?.elements.first?["versions"]?.elements.first
        #expect(version?["questions"]?.elements.first?["choices"]?.elements.count == 2)
        #expect(after["results"] == "weekly" && version?["answers"] == .whole(12))
    }

    /// A week in which one number is hidden.
    private static var release: StudyRelease {
        let today = CivilDate(at: noon, in: .gmt)
        let nose = StudyResults.Question(
            name: "nose", type: .selectOne, answers: nil, mean: nil,
            choices: [.init(name: "0", answers: 12), .init(name: "1", answers: nil)])
        return StudyRelease(
            days: today...today,
            results: StudyResults(versions: [.init(versions: [1], answers: 12, questions: [nose])]))
    }

    @Test func `the page of a study shows results once its owner says so`() async throws {
        try keep()
        api.studies.held.change { $0[0].releases = [Self.release] }
        func page() async throws -> String {
            try await api.test { [id] client in
                String(buffer: try await client.execute(uri: "/studies/\(id)", method: .get).body)
            }
        }
        #expect(try await !page().contains("What people answered"))
        try await api.studies.release(.weekly, of: Study.ID(rawValue: id), by: SampleVisitors.moderator)
        let text = try await page()
        #expect(text.contains("What people answered"))
        #expect(text.contains("<span lang=\"en\">Not at all</span>: 12"))
        #expect(text.contains(": hidden") && text.contains("12 answers"))
        #expect(text.contains("Everybody may read how often each answer was given"))
    }

    @Test func `recruiters, strangers and drafts have no files`() async throws {
        #expect(try await kind("export.xlsx") == "unknown-study")
        #expect(try await get("export.xlsx", as: "anna").response.status == .forbidden)
        try keep(as: .recruiter)
        #expect(try await kind("export.zip") == "study-role")
        api.studies.held.change { $0 = [] }
        try keep(isPublished: false)
        #expect(try await kind("export.zip") == "study-state")
    }
}
