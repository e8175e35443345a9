/// A form as researchers wrote it: what the server keeps and the browser renders, in JSON.
///
/// Expressions are texts here. ``Form`` is a definition that was checked.
package struct FormDefinition: Codable, Hashable, Sendable {
    /// The version of this JSON; a reader refuses others.
    package static let currentFormat = 1

    package var format = Self.currentFormat
    /// The form's name for programs, such as `hay-fever-day`.
    package var id: String
    /// The version of the form, in the researchers' words.
    package var version: String
    package var title: FormWording
    /// The first is the one whose words are shown where another has none.
    package var languages: [FormLanguage]
    /// Under what licence the questions may be used; a page has to show it.
    package var licence: String?
    /// What the owners of the questions want to be said; a page has to show it.
    package var notice: FormWording?
    /// The lists of choices, by name.
    package var choices: [String: [FormChoice]]
    package var items: [FormItem]

    package init(id: String, version: String, title: FormWording, languages: [FormLanguage]) {
        (self.id, self.version, self.title, self.languages) = (id, version, title, languages)
        (choices, items) = ([:], [])
    }
}

/// A language of a form.
package struct FormLanguage: Codable, Hashable, Sendable {
    /// A tag of BCP 47, such as `fr`; `und` where the form does not say it.
    package let code: String
    /// Its name as the form has it, such as `Français`.
    package let name: String

    package init(code: String, name: String) { (self.code, self.name) = (code, name) }

    /// What a form is in that names no language.
    package static let unnamed = FormLanguage(code: "und", name: "default")
}

/// Words in the languages of a form, by code.
///
/// They are plain text; markup is shown as it stands. `${name}` stands for the answer to a question.
package typealias FormWording = [String: String]

/// One of the answers from which somebody chooses.
package struct FormChoice: Codable, Hashable, Sendable {
    /// What is kept.
    package let name: String
    package let label: FormWording

    package init(name: String, label: FormWording) { (self.name, self.label) = (name, label) }
}

/// The numbers of a range: from `start` to `end` in steps.
package struct FormRange: Codable, Hashable, Sendable {
    package let start: Double
    package let end: Double
    package let step: Double

    package init(start: Double, end: Double, step: Double) {
        (self.start, self.end, self.step) = (start, end, step)
    }

    /// Whether a number is one of the steps; a billionth of a step is forgiven.
    package func holds(_ number: Double) -> Bool {
        guard number >= min(start, end), number <= max(start, end) else { return false }
        let steps = (number - start) / step
        return (steps - steps.rounded()).magnitude <= 1e-9 * max(1, steps.magnitude)
    }
}

/// A question, a note, a calculation, or a group of them.
package struct FormItem: Codable, Hashable, Sendable {
    package var kind: FormKind
    /// Unique in the form.
    package var name: String
    package var label: FormWording?
    package var hint: FormWording?
    /// An expression; the answer is needed where it is true.
    package var required: String?
    package var requiredMessage: FormWording?
    /// An expression; the item is shown where it is true, and what is not shown has no answer.
    package var relevant: String?
    /// An expression about an answer that was given, which is `.` in it.
    package var constraint: String?
    package var constraintMessage: FormWording?
    package var calculation: String?
    /// The answer with which the form begins, as text.
    package var `default`: String?
    /// The same as an expression, evaluated once at the beginning.
    package var initial: String?
    package var readOnly: Bool?
    /// Hints about the looks, of ``FormKind/looks``.
    package var appearance: [String]?
    /// The name of the list of choices.
    package var choices: String?
    package var range: FormRange?
    /// An expression: how often a repeat is asked.
    ///
    /// Without it, the person adds what is needed.
    package var count: String?
    /// What a group or a repeat contains.
    package var items: [FormItem]?

    package init(_ kind: FormKind, _ name: String) { (self.kind, self.name) = (kind, name) }
}

/// What an item is, under its name in XLSForm.
package enum FormKind: String, Codable, Hashable, Sendable, CaseIterable {
    case text, integer, decimal, range, date, time, dateTime, note, calculate, acknowledge, group, `repeat`
    case selectOne = "select_one"
    case selectMultiple = "select_multiple"

    /// Whether people answer it.
    package var isAsked: Bool {
        switch self {
        case .note, .calculate, .group, .repeat: false
        default: true
        }
    }

    /// Whether it contains others.
    package var isContainer: Bool { self == .group || self == .repeat }
    /// Whether its answer is one or several of a list.
    package var isSelect: Bool { self == .selectOne || self == .selectMultiple }

    /// The appearances that are taken as hints; others would change what a question asks, or need a device.
    package static let looks: Set = [
        "autocomplete", "columns", "columns-pack", "compact", "field-list", "horizontal", "label", "likert",
        "list-nolabel", "minimal", "month-year", "multiline", "no-buttons", "no-calendar", "no-ticks",
        "numbers",
        "picker", "quick", "quickcompact", "rating", "table-list", "thousands-sep", "vertical", "year",
    ]

    /// Whether a word is one of ``looks``, or `columns-3`, or a width such as `w2`.
    static func isLook(_ word: String) -> Bool {
        if looks.contains(word) { return true }
        let number =
            word.hasPrefix("columns-") ? word.dropFirst(8) : word.hasPrefix("w") ? word.dropFirst(1) : ""
        return Int(number).map { (1...10).contains($0) } ?? false
    }
}

/// What a form may have at most, so that a page can show it and the server can keep it.
package enum FormLimits {
    package static let items = 1_000
    package static let choices = 5_000
    package static let languages = 20
    /// Groups within each other.
    package static let depth = 8
    /// Characters of a name.
    package static let name = 64
    /// Characters of words, and of the answer to a question.
    package static let text = 4_000
    /// How often a repeat is asked.
    package static let repeats = 50
    /// Steps of all patterns together, each time of a repeat counted: each may be taken for each character of an answer.
    package static let patternSteps = 20_000
}
