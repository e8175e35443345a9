@testable import Forms

/// Sheets as a test writes them: a line for each row, with bars between the cells.
struct Sheets {
    var survey: String
    var choices = ""
    var settings = ""
    var others: [FormTable] = []

    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    var tables: [FormTable] {
        [("survey", survey), ("choices", choices), ("settings", settings)].map {
            FormTable(name: $0, rows: Self.rows($1))
        } + others
    }

    func form() throws(FormMistakes) -> Form { try XLSForm.form(from: tables) }

    /// What is wrong: place and kind of each mistake.
    var mistakes: [String] {
        do throws(FormMistakes) {
            _ = try form()
            return []
        } catch {
            return error.mistakes.map { mistake in
                guard case .sheet(let sheet, let row, _, let letters) = mistake.place else {
                    return mistake.kind.rawValue
                }
                return "\(sheet) \(letters ?? "")\(row.map(String.init) ?? "") \(mistake.kind.rawValue)"
            }
        }
    }
}
