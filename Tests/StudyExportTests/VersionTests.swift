import Allergens
import Forms
import Foundation
import SeededTesting
import StudyExport
import Tables
import Testing

/// Versions of a form that ask under one name for different things, and words that try to leave a script.
@Suite struct VersionTests {
    private struct Answers: StudySource {
        let all: [(form: Int, answers: FormAnswers)]

        func responses() -> () throws -> StudyResponse? {
            // Five people give each answer, so that it leaves.
            var rest = all.flatMap { Array(repeating: $0, count: 5) }.enumerated().makeIterator()
            return {
                rest.next().map { index, answer in
                    StudyResponse(
                        participant: index, pseudonym: "P\(index)", day: CivilDate(daysSinceEpoch: 20_590),
                        place: nil, region: nil, form: answer.form, consentVersion: "1",
                        answers: answer.answers)
                }
            }
        }

        func exposures(
            at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure]
        ) -> [StudyExposure] { [] }
    }

    private func form(_ version: String, _ items: [FormItem], _ choices: [FormChoice] = []) -> FormDefinition
    {
        var form = FormDefinition(
            id: "jobs", version: version, title: ["en": "Jobs"],
            languages: [.init(code: "en", name: "English")])
        (form.items, form.choices) = (items, ["list": choices])
        return form
    }

    private func item(_ kind: FormKind, _ name: String, calculation: String? = nil) -> FormItem {
        var item = FormItem(kind, name)
        if kind == .selectOne || kind == .selectMultiple { item.choices = "list" }
        item.calculation = calculation
        return item
    }

    private func export(
        _ forms: [FormDefinition], named names: [String]? = nil,
        _ all: [(form: Int, answers: FormAnswers)] = []
    ) throws -> StudyExport {
        var generator = SeededGenerator(seed: 4)
        let plan = StudyPlan(title: ["en": "Jobs"], forms: forms, names: names, regions: [], measures: [])
        return try StudyExport(
            plan, Answers(all: all), try #require(AnonymityPolicy(k: 5)), using: &generator)
    }

    /// The cells of a column of *Reported Symptoms*, one for each of the answers.
    private func cells(_ name: String, _ export: StudyExport) throws -> [TableCell] {
        let table = export.tables([])[3]
        let column = try #require(table.columns.firstIndex { $0.name == name })
        let rows = try table.rows()
        var row = Array(repeating: TableCell.empty, count: table.columns.count)
        var all: [TableCell] = []
        while try rows(&row) { all.append(row[column]) }
        return stride(from: 0, to: all.count, by: 5).map { all[$0] }
    }

    @Test func `a column has answers only to the versions that ask it`() throws {
        let choices = [FormChoice(name: "a", label: [:]), FormChoice(name: "b", label: [:])]
        let things = item(.selectMultiple, "things")
        let export = try export(
            [
                form("1", [item(.text, "job"), things], [choices[0]]),
                form("2", [item(.selectOne, "job"), things], choices),
            ],
            [
                (0, FormAnswers(["job": .text("a secret"), "things": .choices(["a"])])),
                (1, FormAnswers(["job": .text("a"), "things": .choices(["a"])])),
            ])
        #expect(try cells("job", export) == [.empty, .text("a")])
        #expect(try cells("things_a", export) == [.whole(1), .whole(1)])
        #expect(try cells("things_b", export) == [.empty, .whole(0)])
    }

    @Test func `forms that ask under one name have columns of their own`() throws {
        let choices = [
            FormChoice(name: "0", label: ["en": "no"]), FormChoice(name: "1", label: ["en": "yes"]),
        ]
        let export = try export(
            [
                form("1", [item(.selectOne, "job")], choices), form("2", [item(.selectOne, "job")], choices),
                form("1", [item(.integer, "job"), item(.integer, "age")]),
            ],
            named: ["main", "main", "at-end"],
            [
                (0, FormAnswers(["job": .text("1")])), (1, FormAnswers(["job": .text("0")])),
                (2, FormAnswers(["job": .number(40), "age": .number(30)])),
            ])
        #expect(try cells("form", export) == ["main", "main", "at-end"].map { .text($0) })
        #expect(try cells("job", export) == [.whole(1), .whole(0), .empty])
        #expect(try cells("at_end_job", export) == [.empty, .empty, .whole(40)])
        #expect(try cells("at_end_age", export) == [.empty, .empty, .whole(30)])
        let column = try #require(export.columns[3].columns.first { $0.column.name == "at_end_job" })
        #expect(column.form == "at-end" && column.choices.isEmpty && column.versions == ["1"])
        let table = export.tables([])[4]
        let place = try #require(table.columns.firstIndex { $0.name == "form" })
        let rows = try table.rows()
        var (row, forms) = (Array(repeating: TableCell.empty, count: table.columns.count), [TableCell]())
        while try rows(&row) { if row[0] == .text("Reported Symptoms") { forms.append(row[place]) } }
        #expect(forms.suffix(3) == [.text("main"), .text("at-end"), .text("at-end")])
    }

    @Test func `what is calculated from own words stays, also through others`() throws {
        let items = [
            item(.text, "words"), item(.integer, "age"),
            item(.calculate, "far", calculation: "${near} + 1"),
            item(.calculate, "near", calculation: "string-length(${words})"),
            item(.calculate, "double", calculation: "${age} * 2"),
        ]
        let answers = FormAnswers([
            "words": .text("4711"), "age": .number(4), "near": .text("4711"), "far": .text("4712"),
            "double": .text("8"),
        ])
        let export = try export([form("1", items)], [(0, answers)])
        let names = export.tables([])[3].columns.map(\.name)
        #expect(names.suffix(2) == ["age", "double"])
        let line = try #require(try ResponseLines(export, home: "https://breathe.example").line())
        let text = String(decoding: line, as: UTF8.self)
        #expect(!text.contains("471") && text.contains("double"))
    }

    @Test func `no word ends a text of a script`() throws {
        // The first scalar joins the mark behind it to one `Character`.
        let label = "\u{600}\"); q(\"\\ \u{600}'. EXECUTE.\u{8}\r\n"
        var asked = item(.selectOne, "grade")
        asked.label = ["en": label]
        let choices = [FormChoice(name: "-x", label: ["en": label]), FormChoice(name: "y", label: [:])]
        let export = try export([form("1", [asked], choices)])
        let (script, syntax) = (export.rScript, export.spssSyntax)
        let escaped = "\"\u{600}" + #"\"); q(\"\\ "# + "\u{600}'. EXECUTE.   \""
        #expect(Data(script.utf8).range(of: Data("\"label\") <- \(escaped)\n".utf8)) != nil)
        #expect(Data(syntax.utf8).range(of: Data(" \u{600}''. EXECUTE.   '".utf8)) != nil)
        for text in [script, syntax] {
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 32 })
        }
        #expect(script.contains(#"levels = c("'-x", "y")"#))
        #expect(syntax.contains("'''-x'"))
    }
}
