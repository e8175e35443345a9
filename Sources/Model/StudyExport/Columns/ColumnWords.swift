import Forms
import Foundation

/// What columns mean that every study has, in five languages.
enum ColumnWords {
    static let languages = ["en", "de", "es", "fr", "it"]

    private static let all: [String: FormWording] = {
        do {
            return try JSONDecoder().decode(
                [String: FormWording].self, from: Data(EmbeddedFiles["Resources/columns.json"]))
        } catch {
            preconditionFailure("the words of columns cannot be read: \(error)")
        }
    }()

    /// The label of a column.
    static func label(_ name: String) -> FormWording {
        guard let label = all[name] else { preconditionFailure("the column \(name) has no words") }
        return label
    }

    /// The label of a column about a measure.
    static func label(_ part: String, of measure: FormWording, lag: Int = 0) -> FormWording {
        label(part).reduce(into: [:]) { words, entry in
            let name = measure[entry.key] ?? measure["en"] ?? ""
            words[entry.key] = entry.value.replacing("{lag}", with: "\(lag)").replacing("{}", with: name)
        }
    }
}
