import Testing

@testable import Forms

/// Forms as researchers write them.
@Suite struct XLSFormTests {
    private let yesno = "list_name|name|label\nyesno|yes|Yes\nyesno|no|No"

    @Test func `columns are known by all names that pyxform takes, in any case`() throws {
        let names =
            "Command|Tag|CAPTION|hint|Required|Relevance|Constraint|Constraining Message|bind::calculate|Read_Only"
        let form = try Sheets(
            survey:
                "\(names)\ntext|a|A|H|yes|${b} = 1|. != 'x'|No x||\n integer |b|B|||||||TRUE\ncalculate|c|||||||1 + 1",
            settings: "set_form_id|title\nmine|My form"
        ).form()
        let item = try #require(form["a"]?.item)
        #expect(item.required == "true()" && item.relevant == "${b} = 1" && item.constraint == ". != 'x'")
        #expect(item.constraintMessage == ["und": "No x"] && item.hint == ["und": "H"])
        #expect(form["b"]?.item.readOnly == true && form["c"]?.item.calculation == "1 + 1")
        #expect(form.definition.id == "mine" && form.definition.title == ["und": "My form"])
    }

    @Test func `types are known by the names that pyxform takes`() throws {
        let types = [
            "text", "string", "add text prompt", "int", "q int", "decimal", "date", "time", "dateTime",
            "datetime",
            "select_one yesno", "select one from yesno", "select1 yesno", "select one yesno",
            "select_multiple yesno",
            "select all that apply from yesno", "add select multiple prompt using yesno", "acknowledge",
            "note",
        ]
        let rows = types.enumerated().map { "\($1)|q\($0)|Q" }.joined(separator: "\n")
        let form = try Sheets(survey: "type|name|label\n\(rows)", choices: yesno).form()
        let kinds: [FormKind] = [
            .text, .text, .text, .integer, .integer, .decimal, .date, .time, .dateTime, .dateTime, .selectOne,
            .selectOne, .selectOne, .selectOne, .selectMultiple, .selectMultiple, .selectMultiple,
            .acknowledge, .note,
        ]
        #expect(form.elements.map(\.item.kind) == kinds)
    }

    @Test func `languages are those of the headings, the default one first`() throws {
        let survey =
            "type|name|label::English (en)|label::Français (fr)|label::Kiswahili(sw)\ntext|a|Name|Nom|Jina"
        let form = try Sheets(survey: survey, settings: "default_language\nFrançais (fr)").form()
        #expect(form.definition.languages.map(\.code) == ["fr", "en", "sw"])
        #expect(form["a"]?.item.label == ["en": "Name", "fr": "Nom", "sw": "Jina"])
        let single = try Sheets(survey: "type|name|label:English|hint\ntext|a|Name|Full").form()
        #expect(single.definition.languages.map(\.code) == ["en"] && single["a"]?.item.hint == ["en": "Full"])
        #expect(try Sheets(survey: "type|name|label\ntext|a|A").form().definition.languages == [.unnamed])
    }

    @Test func `empty rows, empty columns and what begins with an underscore are left alone`() throws {
        let sheets = Sheets(
            survey:
                "\ntype|name|_notes|label|media::image|label::German (de)\n||only a note\n\ntext|a|why|A|",
            settings: "default_language\nEnglish (en)",
            others: [.init(name: "_ideas", rows: [["anything"]]), .init(name: "Sheet 4", rows: [[""]])])
        #expect(try sheets.form().elements.map(\.item.name) == ["a"])
    }

    @Test func `groups and repeats hold what is between their rows`() throws {
        let form = try Sheets(
            survey:
                "type|name|label\nbegin group|g|G\ntext|a|A\nbegin_repeat|r|R\ntext|b|B\nend repeat\nend_group\ntext|c|C"
        ).form()
        #expect(form.definition.items.map(\.name) == ["g", "c"])
        #expect(form.definition.items[0].items?.map(\.name) == ["a", "r"])
        #expect(form.definition.items[0].items?[1].items?.map(\.name) == ["b"])
    }

    @Test func `a default is an answer, or an expression`() throws {
        let form = try Sheets(
            survey: """
                type|name|label|default
                text|a|A|1 + 1 (or more)
                text|b|B|concat('x', ${a})
                integer|c|C|-3
                integer|d|D|1 + 1
                date|e|E|2026-02-28
                date|f|F|today()
                select_multiple yesno|g|G|yes no
                """, choices: yesno
        ).form()
        let items = form.elements.map(\.item)
        #expect(items.map(\.default) == ["1 + 1 (or more)", nil, "-3", nil, "2026-02-28", nil, "yes no"])
        #expect(items.map(\.initial) == [nil, "concat('x', ${a})", nil, "1 + 1", nil, "today()", nil])
    }

    @Test func `conditions are sorted by what they need, across groups`() throws {
        let form = try Sheets(
            survey: """
                type|name|label|relevant|calculation
                text|a|A|${c} > 1
                begin group|g|G|${a} = 'x'
                text|b|B
                end group
                calculate|c|||${d} * 2
                integer|d|D
                """
        ).form()
        #expect(form.order.map { form.elements[$0].item.name } == ["d", "c", "a", "g", "b"])
    }
}
