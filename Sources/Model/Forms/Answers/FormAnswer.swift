/// An answer as it is sent and kept: a text, a number, or the names of choices.
///
/// Days are `YYYY-MM-DD`, times `HH:MM`, days with times ISO 8601; what was acknowledged is `OK`, as in ODK.
package enum FormAnswer: Hashable, Sendable {
    case text(String)
    case number(Double)
    case choices([String])

    /// The answer of something that is acknowledged.
    static let acknowledged = "OK"

    /// Whether it says nothing.
    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .number(let number): number.isNaN
        case .choices(let choices): choices.isEmpty
        }
    }
}

extension FormAnswer: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .choices(try container.decode([String].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .choices(let choices): try container.encode(choices)
        }
    }
}

/// The answers to a form, by the names of the questions.
///
/// In JSON it is one object: groups do not show in it, and a repeat is a list of objects.
package struct FormAnswers: Hashable, Sendable {
    package var values: [String: FormAnswer] = [:]
    /// The answers within repeats, by the repeat's name.
    package var repeats: [String: [[String: FormAnswer]]] = [:]

    package init(_ values: [String: FormAnswer] = [:]) { self.values = values }
}

extension FormAnswers: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for key in container.allKeys where try !container.decodeNil(forKey: key) {
            if let answer = try? container.decode(FormAnswer.self, forKey: key) {
                values[key.stringValue] = answer
            } else {
                let times = try container.decode([[String: FormAnswer?]].self, forKey: key)
                repeats[key.stringValue] = times.map { $0.compactMapValues(\.self) }
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, answer) in values { try container.encode(answer, forKey: Name(stringValue: name)) }
        for (name, answers) in repeats { try container.encode(answers, forKey: Name(stringValue: name)) }
    }
}
