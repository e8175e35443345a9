import Foundation

/// A mistake in a file that defines feeds or stations.
package struct DefinitionMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, such as `plain.json`.
    package let file: String
    /// The position in the file, such as `columns.value` or `stations[3].latitude`; empty for the whole file.
    package let keyPath: String
    /// What is wrong, and what is allowed instead.
    package let reason: String

    package var description: String {
        keyPath.isEmpty ? "\(file): \(reason)" : "\(file): \(keyPath): \(reason)"
    }

    init(file: String, keyPath: String = "", reason: String) {
        self.file = file
        self.keyPath = keyPath
        self.reason = reason
    }

    init(file: String, _ error: DecodingError) {
        self.file = file
        switch error {
        case .keyNotFound(let key, let context):
            keyPath = Self.text(of: context.codingPath + [key])
            reason = "this member is needed"
        case .valueNotFound(let type, let context):
            keyPath = Self.text(of: context.codingPath)
            reason = "null, where \(Self.kind(of: type)) is needed"
        case .typeMismatch(let type, let context):
            keyPath = Self.text(of: context.codingPath)
            reason = "must be \(Self.kind(of: type))"
        case .dataCorrupted(let context):
            keyPath = Self.text(of: context.codingPath)
            reason = context.debugDescription
        @unknown default:
            keyPath = ""
            reason = "cannot be read"
        }
    }

    private static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Double.Type, is Int.Type: "a number"
        case is [Any].Type: "a list"
        default: String(describing: type).hasPrefix("Array") ? "a list" : "an object"
        }
    }
}

/// Any member of a JSON object.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Returns the members of an object, all of which must be in `keys`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` that names the first unknown member and the allowed ones.
    func members<Key: CodingKey & CaseIterable>(_ keys: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let names = try container(keyedBy: MemberName.self).allKeys.map(\.stringValue).sorted()
        if let unknown = names.first(where: { Key(stringValue: $0) == nil }) {
            throw mistake(
                at: unknown,
                "unknown member; allowed are \(Key.allCases.map(\.stringValue).joined(separator: ", "))")
        }
        return try container(keyedBy: keys)
    }

    /// Creates an error about the member `name` of this object, or about the object itself.
    func mistake(at name: String? = nil, _ reason: String) -> DecodingError {
        let path: [any CodingKey] = codingPath + (name.map { [MemberName(stringValue: $0)] } ?? [])
        return .dataCorrupted(.init(codingPath: path, debugDescription: reason))
    }
}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// Parses a word from a closed set.
    static func choice(_ text: String, from decoder: any Decoder, at name: String) throws -> Self {
        guard let choice = Self(rawValue: text) else {
            let allowed = allCases.map(\.rawValue).joined(separator: ", ")
            throw decoder.mistake(at: name, "“\(text)” is unknown; allowed are \(allowed)")
        }
        return choice
    }
}
