/// Any JSON, so that tests read answers without the program's own types.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// A member, or null if it is missing.
    subscript(_ name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }

    /// An element, or null if it is missing.
    subscript(_ place: Int) -> JSONValue {
        guard case .list(let elements) = self, elements.indices.contains(place) else { return .null }
        return elements[place]
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    /// The elements of a list; empty for any other value.
    var elements: [JSONValue] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    init(nilLiteral: ()) { self = .null }
}
