import Allergens
import Forms
import Foundation
import Geography
import SampleTesting
import SeededTesting
import Tables
import Testing
import Workbooks

@testable import StudyExport

/// What leaves of a study, as other programs read it.
@Suite struct StudyExportTests {
    private let folder: TemporaryFolder
    private let export: StudyExport
    private let participation = [
        WeeklyStatus(week: CivilDate(daysSinceEpoch: 20_500), status: "Participating", count: 12)
    ]

    init() throws {
        folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: 2)
        let policy = try #require(AnonymityPolicy(k: 5, includesFreeText: true))
        export = try StudyExport(SmallStudy.plan, SmallStudy(), policy, using: &generator)
    }

    /// Writes the CSV of all tables.
    private func writeFiles() throws {
        for table in export.tables(participation) {
            var (pieces, bytes) = (try CSVPieces(table), Data())
            while let piece = try pieces.next() { bytes += piece }
            try bytes.write(to: folder.url.appending(path: StudyExport.file(of: table.name)))
        }
        try Data(export.rScript.utf8).write(to: folder.url.appending(path: "read.R"))
        try Data(export.spssSyntax.utf8).write(to: folder.url.appending(path: "read.sps"))
    }

    @Test func `a workbook has the six sheets with types and unknown air`() async throws {
        let file = folder.url.appending(path: "study.xlsx")
        try WorkbookWriter.write(export.tables(participation), to: file)
        let result = try await Python.play("study_workbook.py", [file.path(percentEncoded: false)])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `participation has what people may leave out, and no number of few`() throws {
        var plan = SmallStudy.plan
        plan.options = [5, nil].enumerated().map {
            OptionalPoint(number: $0 + 1, version: 2, words: ["en": "Use them\nlater."], agreed: $1)
        }
        var generator = SeededGenerator(seed: 2)
        let policy = try #require(AnonymityPolicy(k: 5))
        let export = try StudyExport(plan, SmallStudy(), policy, using: &generator)
        let table = try #require(export.tables(participation).last)
        var (pieces, bytes) = (try CSVPieces(table), Data())
        while let piece = try pieces.next() { bytes += piece }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("agreed to optional point 1 of version 2: Use them later.,5"), "\(text)")
        #expect(text.contains("agreed to optional point 2 of version 2: Use them later.,withheld"))
    }

    @Test func `R reads the CSV with labels, factors and days`() async throws {
        try writeFiles()
        let check = try folder.file(
            "check.R",
            holding: """
                source("read.R")
                s <- reported_symptoms
                stopifnot(nrow(s) == 12, inherits(s$day, "Date"), is.factor(s$nose))
                stopifnot(as.character(s$nose[2]) == "mild", attr(s$nose, "label") == "Nose")
                stopifnot(is.na(s$triggers_dust[3]), s$triggers_dust[1] == 1, s$triggers_pets[1] == 0)
                stopifnot(s$remark[1] == "'=1+1, \\"x\\"", is.numeric(s$medicines_1_dose))
                stopifnot(identical(pollen_count_data$birch_unknown[1:2], c(1, 0)), is.na(pollen_count_data$birch[1]))
                stopifnot(attr(pollen_count_data$birch_km, "label") != "")
                """)
        let script = try await ChildProcess.run(
            URL(filePath: "/usr/bin/Rscript"), ["--vanilla", check.lastPathComponent], in: folder.url)
        #expect(script.status == 0, "\(script.output)")
    }

    /// PSPP runs the syntax and makes a file of SPSS, in which pyreadstat finds what pandas finds in the tables.
    @Test func `PSPP, pyreadstat and pandas read the labels, types and values of the study`() async throws {
        try writeFiles()
        let syntax = try folder.file(
            "run.sps", holding: "\(export.spssSyntax)\nSAVE OUTFILE=\"answers.sav\".\n")
        let run = try await ChildProcess.run(
            URL(filePath: "/usr/bin/pspp"), [syntax.lastPathComponent], in: folder.url)
        #expect(run.status == 0, "\(run.output)")
        let reading = try await Python.play("study_peer.py", [folder.url.path])
        #expect(reading.status == 0, "\(reading.output)")
    }

    @Test func `syntax for SPSS names every column once and labels its choices`() {
        let syntax = export.spssSyntax
        for (table, columns) in export.columns.prefix(4) {
            #expect(syntax.contains("/FILE=\"\(StudyExport.file(of: table))\""))
            #expect(columns.allSatisfy { syntax.contains("\n  \($0.column.name) ") })
        }
        #expect(syntax.contains("/nose\n    0 'none'\n    1 'mild'"))
        #expect(syntax.split(separator: "\n").allSatisfy { $0.utf8.count < 400 })
    }

    @Test func `each answer is a QuestionnaireResponse that the reference model accepts`() async throws {
        let lines = try ResponseLines(export, home: "https://breathe.example")
        var (all, count) = (Data(), 0)
        while let line = try lines.line() { (all, count) = (all + line, count + 1) }
        #expect(count == 12)
        let script = """
            import sys, json
            from fhir.resources.R4B.questionnaireresponse import QuestionnaireResponse
            for line in sys.stdin:
                read = QuestionnaireResponse.model_validate(json.loads(line))
                items = {item.linkId: item for item in read.item}
                assert items["nose"].answer[0].valueCoding.code in "01", line
                assert read.questionnaire == "https://breathe.example/Questionnaire/small|2", line
            """
        _ = try await Python.run(script, input: all)
    }

    @Test func `a Bundle has the resources of the lines, each at an address of its own`() async throws {
        let moment = Date(timeIntervalSince1970: 1_780_000_000)
        let home = "https://breathe.example"
        var bundle = try ResponseBundle(export, home: home, at: moment)
        let (lines, document) = (folder.url.appending(path: "r.ndjson"), folder.url.appending(path: "b.json"))
        var (bytes, longest) = (Data(), 0)
        while let piece = try bundle.piece() { (bytes, longest) = (bytes + piece, max(longest, piece.count)) }
        // Nothing of the document is there as a whole before it is written.
        #expect(longest * 4 < bytes.count)
        try bytes.write(to: document)
        let responses = try ResponseLines(export, home: home)
        bytes = Data()
        while let line = try responses.line() { bytes += line }
        try bytes.write(to: lines)
        let reading = try await Python.play("study_bundle.py", [document.path, lines.path])
        #expect(reading.status == 0, "\(reading.output)")
        #expect(reading.output.contains("12 answers at \(moment.formatted(.iso8601))"), "\(reading.output)")
    }

    @Test func `a Bundle without answers has no list of them`() throws {
        var generator = SeededGenerator(seed: 2)
        let policy = try #require(AnonymityPolicy(k: 7))
        // Six people are fewer than any of their groups would have to be.
        let export = try StudyExport(SmallStudy.plan, SmallStudy(), policy, using: &generator)
        try #require(export.count == 0)
        var bundle = try ResponseBundle(export, home: "https://breathe.example", at: noon)
        let document = try #require(try bundle.piece())
        let json = try #require(try JSONSerialization.jsonObject(with: document) as? [String: String])
        #expect(json["resourceType"] == "Bundle" && json.count == 3)
        #expect(try bundle.piece() == nil)
    }

    @Test func `names of columns are ones that SPSS and R take`() {
        var names = ColumnNames(taken: ["day"])
        let wanted = [
            "Day", "1a", "wäs", "with", "a-b", "a_b_", "A_B", String(repeating: "x", count: 90), "é", "if",
            "NULL",
        ]
        let made = wanted.map { names.name($0) }
        #expect(Set(made.map { $0.lowercased() }).count == wanted.count)
        #expect(made[0] == "Day_2" && made[1] == "q_1a" && made[3] == "q_with" && made[6] == "A_B_3")
        #expect(made[9...] == ["q_if", "q_NULL"])
        for name in made {
            #expect(
                name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]{0,63}/) != nil && !name.hasSuffix("_"), "\(name)")
        }
    }

    @Test func `metadata of DataCite say who, what, when and how many`() async throws {
        let record = DataCiteRecord(
            title: ["de": "Studie", "en": "Study"], abstract: ["en": "About"], languages: ["en", "de"],
            creators: [.init(name: "Curie, Marie", isPerson: true, orcid: "0000-0002-1825-0097")],
            publisher: "Breathe Easy", url: "https://breathe.example/studies/1",
            published: try #require(CivilDate("2026-09-01")),
            collected: try #require(CivilDate("2026-03-01"))...(try #require(CivilDate("2026-08-31"))),
            participants: "< 5", rights: ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
            version: "2",
            region: ("Fiji", try #require(BoundingBox(west: 177, south: -19, east: -179.5, north: -16))))
        let json = try #require(try JSONSerialization.jsonObject(with: record.json()) as? [String: Any])
        #expect(json["publicationYear"] as? String == "2026" && json["doi"] == nil)
        #expect((json["titles"] as? [[String: String]])?.map { $0["lang"] } == ["en", "de"])
        #expect((json["dates"] as? [[String: String]])?.first?["date"] == "2026-03-01/2026-08-31")
        #expect(json["sizes"] as? [String] == ["< 5 participants"])
        let place = (json["geoLocations"] as? [[String: Any]])?.first
        #expect(place?["geoLocationPlace"] as? String == "Fiji")
        #expect((place?["geoLocationBox"] as? [String: Double])?["eastBoundLongitude"] == -179.5)
        let types = json["types"] as? [String: String]
        #expect(types?["resourceTypeGeneral"] == "Dataset")
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[1]))
            Draft202012Validator(schema).validate(json.load(sys.stdin))
            """
        _ = try await Python.run(
            script, [repository.appending(path: "Tests/RecordedFiles/datacite-v4.5.json").path()],
            input: record.json())
    }
}
