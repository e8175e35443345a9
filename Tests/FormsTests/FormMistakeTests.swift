import Foundation
import Testing

@testable import Forms

/// Mistakes in forms, with their places.
@Suite struct FormMistakeTests {
    private let choices = "list_name|name|label\nyesno|yes|Yes\nyesno|no|No\nbroken|b|Like ${a}"

    @Test func `all mistakes of a workbook are found at once, in the order of its rows`() {
        let sheets = Sheets(
            survey: """
                type|name|label|relevant|constraint|media::image|hobby|default|appearance
                text|a|A|${nobody} = 1|||what
                geopoint|here|Here
                integer|b||||pic.png||seven
                text|a|Again|1 +
                select_one none|c|C||||||signature
                |d|D
                end group
                txt|e|E|${here} != ''
                begin group|g|G
                """,
            choices: "list_name|name|label\nl|x y|X\nl|z|\n|w|W\nl|z|Z",
            settings: "form_id|public_key\nmy form|abc",
            others: [FormTable(name: "setings", rows: [["x"]])])
        #expect(
            sheets.mistakes == [
                "survey F1 unsupportedColumn", "survey G1 unknownColumn", "survey D2 expression",
                "survey A3 unsupportedType", "survey C4 missingLabel", "survey H4 brokenDefault",
                "survey B5 repeatedName",
                "survey D5 expression", "survey A6 unknownList", "survey I6 appearance",
                "survey A7 rowWithoutType",
                "survey A8 unopenedGroup", "survey A9 unknownType", "survey A10 unclosedGroup",
                "choices B2 brokenName",
                "choices C3 missingLabel", "choices A4 listWithoutName", "choices B5 repeatedName",
                "settings B1 unsupportedColumn", "settings A2 brokenName", "setings  unknownSheet",
            ])
    }

    @Test(arguments: [
        ("type|name|label\nselect_one yesno or_other|a|A", "survey A2 orOther"),
        ("type|name|label\nselect_one_from_file x.csv|a|A", "survey A2 unsupportedType"),
        ("type|name|label\nselect_one ${b}|a|A\ntext|b|B", "survey A2 unsupportedType"),
        ("type|name|label\ncalculate|a|", "survey 2 missingCalculation"),
        ("type|name|label|calculation\ntext|a|A|1", "survey D2 unusedField"),
        ("type|name|label|constraint\nnote|a|A|. > 1", "survey D2 unusedField"),
        ("type|name|label|relevant\ntext|a|A|. > 1", "survey D2 expression"),
        ("type|name|label|relevant\nnote|n|N\ntext|a|A|${n} > 1", "survey D3 expression"),
        ("type|name|label|read_only\ntext|a|A|maybe", "survey D2 brokenFlag"),
        ("type|name|label|parameters\nrange|a|A|start=5 end=5", "survey D2 brokenRange"),
        ("type|name|label|parameters\nrange|a|A|begin=5", "survey D2 brokenRange"),
        ("type|name|label|parameters\ntext|a|A|rows=5", "survey D2 unusedField"),
        ("type|name|label\ntext|1a|A", "survey B2 brokenName"),
        ("type|name|label\ntext||A", "survey B2 missingName"),
        ("type|name|label\ntext|a|Hello ${b}", "survey C2 brokenReference"),
        ("type|name|label\ntext|a|Hello ${b", "survey C2 brokenReference"),
        ("type|name|label|label\ntext|a|A|B", "survey D1 repeatedColumn"),
        ("type|name|label::Klingon\ntext|a|A", "survey C1 unknownLanguage"),
        ("type|name|label::de|label::fr|hint\ntext|a|A|B|C", "survey E missingLanguage"),
        ("name|label\na|A", "survey  missingColumn"), ("type|name|label", "emptySurvey"), ("", "noSurvey"),
        (
            "type|name|label\nbegin repeat|r|R\nbegin repeat|s|S\ntext|a|A\nend repeat\nend repeat",
            "survey A3 nestedRepeat"
        ),
        (
            "type|name|label|relevant\nbegin repeat|r|R\ntext|a|A\nend repeat\ntext|b|B|${a} = 1",
            "survey D5 expression"
        ),
        (
            "type|name|label|relevant\nbegin group|r|R\ntext|a|A\nend group|||${a} = 1",
            "survey D4 unusedField"
        ),
        ("type|name|label|parameters\nbegin group|r|R\ntext|a|A\nend group|||x=1", "survey D4 unusedField"),
        ("type|name|label|hint|hint\ntext|a|A", "survey E1 repeatedColumn"),
        ("type|name|label|\ntext|a|A|stray", "survey D1 unknownColumn"),
        ("type|name|label\ntext|a|A||stray", "survey E1 unknownColumn"),
        ("type|name|label\nselect_one broken|a|A", "choices C4 brokenReference"),
    ])
    func `a mistake is named with its place`(survey: String, expected: String) {
        let mistakes = Sheets(survey: survey, choices: choices).mistakes
        #expect(mistakes.contains(expected), "\(mistakes)")
    }

    @Test(arguments: [
        ("text|a|A|${a} = 1|", "a → a"), ("text|a|A|${b} = 1|\ntext|b|B|${a} = 1|", "a → b → a"),
        ("begin group|g|G|${a} = 1|\ntext|a|A||\nend group", "g → a → g"),
        ("calculate|x|||${y} + 1\ncalculate|y|||${z}\ncalculate|z|||${x}", "x → y → z → x"),
        (
            "begin repeat|r|R|${b} = 1|\ntext|a|A||\nend repeat\ncalculate|b|||count-selected(${c})\ntext|c|C|${b} > 0|",
            "b → c → b"
        ),
    ])
    func `circles are refused with their way`(rows: String, way: String) throws {
        let sheets = Sheets(survey: "type|name|label|relevant|calculation\n\(rows)")
        let found = #expect(throws: FormMistakes.self) { _ = try sheets.form() }
        let circles = (found?.mistakes ?? []).filter { $0.kind == .cycle }
        #expect(
            circles.count == 1 && circles.first?.reason.hasSuffix(way) == true, "\(found?.mistakes ?? [])")
    }

    @Test func `a mistake is a sentence with sheet, row, column and letters`() {
        let found = #expect(throws: FormMistakes.self) {
            _ = try Sheets(survey: "type|name|label|relevance\ntext|a|A|${b} = 1").form()
        }
        let words = "survey, row 2, column “relevance” (D): there is no question “b” (character 1)"
        #expect(found?.mistakes.map(\.description) == [words])
    }

    @Test func `cells that a workbook could not show are mistakes, too`() {
        let table = FormTable(
            name: "survey", rows: [["type", "name", "label"], ["text", "a", "A"]],
            obstacles: [.init(row: 1, column: 27, reason: "the cell shows the mistake #REF!")])
        let found = #expect(throws: FormMistakes.self) { _ = try XLSForm.form(from: [table]) }
        #expect(
            found?.mistakes.map(\.description) == [
                "survey, row 2, column AB: the cell shows the mistake #REF!"
            ])
    }

    @Test func `a definition in JSON is held to the same rules`() throws {
        var definition = try Sheets(survey: "type|name|label\ntext|a|A").form().definition
        definition.items[0].relevant = "${b}"
        definition.items.append(FormItem(.selectOne, "c"))
        definition.format = 2
        let found = #expect(throws: FormMistakes.self) { _ = try Form(definition) }
        #expect(found?.mistakes.map(\.kind) == [.format, .unknownList, .missingLabel, .expression])
        #expect(found?.mistakes.last?.description == "a, relevant: there is no question “b” (character 1)")
    }

    @Test func `a form that is too large is refused`() {
        let rows = (0...FormLimits.items).map { "text|q\($0)|Q" }.joined(separator: "\n")
        #expect(Sheets(survey: "type|name|label\n\(rows)").mistakes == ["tooMany"])
        let deep =
            String(repeating: "begin group|g|G\n", count: 9) + String(repeating: "end group\n", count: 9)
        #expect(Sheets(survey: "type|name|label\n\(deep)").mistakes.contains("survey A9 tooDeep"))
        let patterns = (2...23).map { "text|q\($0)|Q|regex(., '[a-z]{1,490}')" }.joined(separator: "\n")
        #expect(Sheets(survey: "type|name|label|constraint\n\(patterns)").mistakes == ["survey D22 tooMany"])
        let long = String(repeating: "é", count: FormLimits.text + 1)
        #expect(Sheets(survey: "type|name|label|hint\ntext|a|A|\(long)").mistakes == ["survey D2 tooLong"])
    }

    @Test(arguments: UInt64(0)..<20)
    func `damaged sheets are read or refused, and never end the program`(seed: UInt64) {
        var damage = SheetDamage(seed: seed)
        for _ in 0..<20 {
            let tables = damage.next()
            do throws(FormMistakes) {
                _ = try XLSForm.form(from: tables)
            } catch {
                #expect(!error.mistakes.isEmpty)
            }
        }
    }
}
