import Forms
import StudyExport
import Tables
import Testing

/// What the data of a study mean, from its published forms.
@Suite struct DictionaryTests {
    private let measures = SmallStudy.plan.measures

    /// The small form with rules, and with a question that changes in the second version.
    private var versions: [(number: Int, name: String, form: FormDefinition)] {
        var (first, second) = (SmallStudy.plan.forms[0], SmallStudy.plan.forms[1])
        for place in first.items.indices where first.items[place].name == "g" {
            first.items[place].relevant = "${nose} = '1'"
            first.items[place].items?[1].relevant = "selected(${triggers}, 'dust')"
        }
        second.items = first.items + [FormItem(.date, "since")]
        second.items[0].required = "true()"
        return [(1, "main", first), (2, "main", second)]
    }

    @Test func `questions that stay have one entry, and those that change have one each`() throws {
        let dictionary = StudyDictionary(versions: versions, measures: measures)
        let told = dictionary.variables.map { "\($0.name) \($0.versions)" }
        #expect(
            told == [
                "nose [1]", "triggers [1, 2]", "remark [1, 2]", "dose [1, 2]", "nose [2]", "since [2]",
            ])
        #expect(dictionary.variables[1].relevant == "${nose} = '1'")
        #expect(dictionary.variables[2].relevant == "(${nose} = '1') and (selected(${triggers}, 'dust'))")
        #expect(dictionary.variables[3].groups == ["medicines"])
        #expect(dictionary.variables[0].choices?.map(\.name) == ["0", "1"])
        #expect(dictionary.languages == ["en"])
    }

    @Test func `the air has a unit for each column, under the names of an export`() throws {
        let dictionary = StudyDictionary(versions: versions, measures: measures)
        #expect(dictionary.measures.map(\.unit) == ["grains/m³", "µg/m³"])
        #expect(dictionary.columns.map(\.name).prefix(2) == ["{name}", "{name}_hour"])
        #expect(dictionary.columns.last?.name == "{name}_lag1")
        #expect(dictionary.columns[1].label["en"] == "{label}: mean of the hour of the response")
        let table = dictionary.table
        let rows = try table.rows()
        var (row, names) = (Array(repeating: TableCell.empty, count: table.columns.count), [TableCell]())
        while try rows(&row) { if row[0] == .text("air") { names.append(row[2]) } }
        var generator = SystemRandomNumberGenerator()
        let policy = try #require(AnonymityPolicy(k: 5))
        let export = try StudyExport(SmallStudy.plan, SmallStudy(), policy, using: &generator)
        let exported = export.columns[1...2].flatMap { $0.columns.dropFirst(3) }.map(\.column.name)
        #expect(Set(names) == Set(exported.filter { !$0.contains("_lag") }.map { TableCell.text($0) }))
        #expect(table.count == names.count + 6)
    }
}
