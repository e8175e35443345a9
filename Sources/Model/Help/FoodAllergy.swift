/// A food that a person is allergic to.
package struct FoodAllergy: HelpRecord {
    package static let kind = HelpKind.food
    /// All foods of the catalogue, and as many of one's own.
    package static let limit = 60
    /// The most characters of a name.
    package static let nameLength = 60
    /// The most characters of a sign as people count them: one emoji, or two letters.
    package static let signLength = 2
    /// The most code points of a sign: an emoji of a family has seven.
    package static let signScalars = 8
    /// The most characters in which a person says how severe it is.
    package static let severityLength = 200
    /// The most characters of a note.
    package static let noteLength = 1_000

    /// Which food it is.
    package enum Food: Hashable, Sendable {
        /// One of ``FoodCatalogue``, by its code.
        case known(String)
        /// One that the catalogue lacks, with a sign to recognise it by.
        case own(name: String, sign: String)
    }

    package let food: Food
    package let severity: String
    package let note: String

    package init(food: Food, severity: String, note: String) {
        (self.food, self.severity, self.note) = (food, severity, note)
    }

    package func settled(beside newest: FoodAllergy) throws(HelpRefusal) -> FoodAllergy? {
        if identity == newest.identity { throw .known }
        return nil
    }

    /// What two records of the same food share.
    private var identity: String {
        switch food {
        case .known(let code): "known \(code)"
        case .own(let name, _): "own \(HelpText.plain(name))"
        }
    }
}

extension FoodAllergy.Food: Codable {
    private enum Key: String, CodingKey { case code, name, sign }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let code = try container.decodeIfPresent(String.self, forKey: .code) {
            self = .known(code)
        } else {
            self = .own(
                name: try container.decode(String.self, forKey: .name),
                sign: try container.decode(String.self, forKey: .sign))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .known(let code): try container.encode(code, forKey: .code)
        case .own(let name, let sign):
            try container.encode(name, forKey: .name)
            try container.encode(sign, forKey: .sign)
        }
    }
}
