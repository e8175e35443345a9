import Allergens
import Foundation
import SampleTesting

@testable import Forms

/// The vectors to which the server's rules and those of the pages are held.
struct Vectors: Decodable {
    struct Expression: Decodable, Sendable, CustomStringConvertible {
        let expression: String
        let answers: [String: VectorValue]?
        let own: VectorValue?
        let now: String?
        let `is`: VectorValue?
        let error: String?
        let at: Int?

        var description: String { expression }
    }

    struct Case: Decodable, Sendable {
        let answers: FormAnswers
        let relevant: [String]
        let failures: [String]
        let values: [String: String]
        let kept: FormAnswers
    }

    struct Sheets: Decodable, Sendable, CustomStringConvertible {
        let name: String
        let survey: [[String]]
        let choices: [[String]]?
        let settings: [[String]]?
        let starting: [String: FormAnswer]
        let startingOf: [String: [String: FormAnswer]]?
        let cases: [Case]

        var description: String { name }

        func form() throws -> Form {
            try XLSForm.form(from: [
                FormTable(name: "survey", rows: survey), FormTable(name: "choices", rows: choices ?? []),
                FormTable(name: "settings", rows: settings ?? []),
            ])
        }
    }

    let now: String
    let expressions: [Expression]
    let forms: [Sheets]

    static let file = repository.appending(path: "Tests/SampleTesting/Scripts/form_vectors.json")
    static let all = Result { try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)) }

    /// The moment of a vector.
    static func clock(_ text: String?) throws -> FormMoment {
        let text = try text ?? all.get().now
        return try FormMoment(text, offset: 0) ?? { throw CocoaError(.formatting) }()
    }
}

/// A value in the file: JSON's own, or an object that names its type.
struct VectorValue: Codable, Sendable {
    let value: FormValue

    private enum Key: String, CodingKey { case day, moment, number }

    init(_ value: FormValue) { self.value = value }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Key.self) {
            if let day = try object.decodeIfPresent(CivilDate.self, forKey: .day) {
                value = .day(day)
            } else if let text = try object.decodeIfPresent(String.self, forKey: .moment) {
                value = FormMoment(text, offset: 0).map { .moment($0) } ?? .none
            } else {
                value = .number(.nan)
            }
            return
        }
        let single = try decoder.singleValueContainer()
        if let boolean = try? single.decode(Bool.self) {
            value = .boolean(boolean)
        } else if let number = try? single.decode(Double.self) {
            value = .number(number)
        } else {
            value = .text(try single.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .day(let day):
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(day, forKey: .day)
        case .moment(let moment):
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(moment.description, forKey: .moment)
        case .number(let number) where !number.isFinite:
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(DecimalText.of(number), forKey: .number)
        case .number(let number):
            var single = encoder.singleValueContainer()
            try single.encode(number)
        case .boolean(let boolean):
            var single = encoder.singleValueContainer()
            try single.encode(boolean)
        case .text(let text):
            var single = encoder.singleValueContainer()
            try single.encode(text)
        }
    }

    /// What the value is, such that different values differ.
    var words: String { "\(value)" }
}
