import Foundation
import SampleTesting
import Testing
import Workbooks

@testable import Forms

/// The forms that ship with the program.
@Suite struct ShippedFormTests {
    private func workbook(_ form: ShippedForm) throws -> FormDefinition {
        let file = repository.appending(path: "Tests/Workbooks/\(form.rawValue).xlsx")
        let workbook = try Workbook([UInt8](Data(contentsOf: file)))
        return try XLSForm.form(from: workbook.sheets.map(FormTable.init)).definition
    }

    @Test(arguments: ShippedForm.allCases)
    func `a form that ships says what its workbook says`(form: ShippedForm) throws {
        let definition = try workbook(form)
        if ProcessInfo.processInfo.environment["BREATHE_ACCEPT_GOLDEN"] != nil {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let file = repository.appending(path: "Sources/Model/Forms/Resources/\(form.rawValue).json")
            try (encoder.encode(definition) + Data("\n".utf8)).write(to: file)
            return
        }
        #expect(form.form.definition == definition)
    }

    @Test(arguments: ShippedForm.allCases)
    func `researchers start with the workbook of a form that ships`(form: ShippedForm) throws {
        let site = repository.appending(path: "Sources/Web/Site/Pages/shipped-forms.json")
        let workbooks = try JSONDecoder().decode([String: Data].self, from: Data(contentsOf: site))
        let file = repository.appending(path: "Tests/Workbooks/\(form.rawValue).xlsx")
        #expect(try workbooks[form.rawValue] == Data(contentsOf: file))
    }

    @Test func `the day's four questions are complete in five languages`() throws {
        let form = ShippedForm.hayFeverDay.form
        let languages: Set = ["de", "en", "es", "fr", "it"]
        #expect(Set(form.definition.languages.map(\.code)) == languages)
        #expect(form.elements.map(\.item.name) == ["nose", "eyes", "throat", "ears"])
        for element in form.elements {
            for words in [element.item.label, element.item.hint, element.item.requiredMessage] {
                #expect(Set(words?.keys.map { $0 } ?? []) == languages, "\(element.item.name)")
            }
            #expect(form.choices(of: element).map(\.name) == ["0", "1", "2", "3"])
        }
        #expect(form.definition.choices.values.flatMap { $0 }.allSatisfy { Set($0.label.keys) == languages })
    }

    @Test func `an answer to each question is needed, and is one of the grades`() throws {
        let (form, clock) = (ShippedForm.hayFeverDay.form, try Vectors.clock(nil))
        let empty = form.state(of: FormAnswers(), at: clock)
        #expect(empty.failures.map(\.kind) == Array(repeating: .required, count: 4))
        var answers = FormAnswers([
            "nose": .text("3"), "eyes": .text("0"), "throat": .text("1"), "ears": .text("2"),
        ])
        #expect(form.state(of: answers, at: clock).failures.isEmpty)
        answers.values["ears"] = .text("4")
        #expect(form.state(of: answers, at: clock).failures.map(\.kind) == [.choice])
    }
}

extension FormTable {
    /// A sheet of a workbook.
    init(_ sheet: WorkbookSheet) {
        self.init(
            name: sheet.name, rows: sheet.rows,
            obstacles: sheet.obstacles.map { .init(row: $0.row, column: $0.column, reason: $0.reason) })
    }
}
