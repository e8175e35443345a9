/// Any JSON value, for documents assembled from parts.
package enum JSONTree: Hashable, Sendable {
    case null
    case truth(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// The members of an object; empty for other values.
    package var members: [String: JSONTree] { if case .object(let members) = self { members } else { [:] } }

    /// The elements of a list; empty for other values.
    package var elements: [JSONTree] { if case .list(let elements) = self { elements } else { [] } }

    package var string: String? { if case .text(let text) = self { text } else { nil } }

    /// A member of an object; `nil` if it is absent or this is not an object.
    package subscript(name: String) -> JSONTree? { members[name] }

    /// The object merged with `other`, whose members win.
    package func merging(_ other: [String: JSONTree]) -> JSONTree {
        .object(members.merging(other) { $1 })
    }

    /// Transforms every object in the document, innermost first.
    package func mapObjects(_ change: ([String: JSONTree]) -> [String: JSONTree]) -> JSONTree {
        switch self {
        case .object(let members): .object(change(members.mapValues { $0.mapObjects(change) }))
        case .list(let elements): .list(elements.map { $0.mapObjects(change) })
        default: self
        }
    }
}

extension JSONTree: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let members = try? container.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .list(elements)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let whole = try? container.decode(Int.self) {
            self = .whole(whole)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .whole(let whole): try container.encode(whole)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let elements): try container.encode(elements)
        case .object(let members): try container.encode(members)
        }
    }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
    package init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(Dictionary(uniqueKeysWithValues: members))
    }
}
