import SeededTesting

@testable import Forms

/// Sheets of a form in which cells were mixed up.
struct SheetDamage {
    private static let survey = [
        [
            "type", "name", "label::English (en)", "label::de", "hint", "required", "relevant", "constraint",
            "calculation",
            "default", "parameters", "repeat_count", "appearance",
        ],
        ["select_one l", "a", "A", "A", "", "yes"],
        ["begin repeat", "r", "R", "", "", "", "${a} = 'x'", "", "", "", "", "3"],
        ["integer", "b", "B ${a}", "", "", "", "", ". > 1", "", "7"],
        ["calculate", "c", "", "", "", "", "", "", "${b} + 1"],
        ["end repeat"], ["range", "d", "D", "", "", "", "", "", "", "", "start=1 end=5 step=1"],
        ["begin group", "g", "G"],
        ["select_multiple l", "e", "E", "", "", "", "selected(${a}, 'x')", "", "", "x", "", "", "minimal"],
        ["end group"],
        ["date", "f", "F", "", "", "", "${d} > 2", ". < today()", "", "today()"],
    ]
    private static let choices = [["list_name", "name", "label"], ["l", "x", "X"], ["l", "y", "Y"]]
    private static let settings = [["form_id", "version", "default_language"], ["f", "1", "English (en)"]]

    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func next() -> [FormTable] {
        var sheets = [("survey", Self.survey), ("choices", Self.choices), ("settings", Self.settings)]
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let sheet = sheets.indices.randomElement(using: &generator) ?? 0
            let row = sheets[sheet].1.indices.randomElement(using: &generator) ?? 0
            damage(&sheets[sheet].1, row)
        }
        return sheets.map { FormTable(name: $0, rows: $1) }
    }

    private mutating func damage(_ rows: inout [[String]], _ row: Int) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0 where rows.count > 1: rows.remove(at: row)
        case 1: rows.insert(rows[row], at: row)
        case 2: rows[row].shuffle(using: &generator)
        case 3: rows.swapAt(row, rows.indices.randomElement(using: &generator) ?? row)
        default:
            guard let column = rows[row].indices.randomElement(using: &generator) else { return }
            let junk = [
                "", "end repeat", "${r}", "${c} = ${b}", "begin group", "::", "label::", "0x", "\u{0}",
                "select_one", "${",
            ]
            rows[row][column] = junk.randomElement(using: &generator) ?? ""
        }
    }
}
