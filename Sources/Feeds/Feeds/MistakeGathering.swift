import Foundation

/// Several mistakes in one document.
struct GatheredMistakes: Error {
    let errors: [DecodingError]
}

/// Decodes the parts of a document one by one and continues after errors, so that an author sees every
/// mistake.
struct MistakeGathering {
    private(set) var errors: [DecodingError] = []

    /// Returns the decoded part, or `nil` if it is wrong.
    mutating func take<Part>(_ read: () throws -> Part) throws -> Part? {
        do {
            return try read()
        } catch let gathered as GatheredMistakes {
            errors += gathered.errors
        } catch let error as DecodingError {
            errors.append(error)
        }
        return nil
    }

    /// Records a mistake.
    mutating func note(_ error: DecodingError) { errors.append(error) }

    /// Throws the mistakes found, if any.
    func check() throws {
        guard errors.isEmpty else { throw GatheredMistakes(errors: errors) }
    }
}

extension Decoder {
    /// Checks the names of an object's members as ``members(_:)`` does, but records every unknown one.
    func gatheredMembers<Key: CodingKey & CaseIterable>(
        _ keys: Key.Type, into gathering: inout MistakeGathering
    ) throws -> KeyedDecodingContainer<Key> {
        let allowed = Key.allCases.map(\.stringValue)
        for name in try container(keyedBy: MemberName.self).allKeys.map(\.stringValue).sorted()
        where !allowed.contains(name) {
            gathering.note(
                mistake(at: name, "unknown member; allowed are \(allowed.joined(separator: ", "))"))
        }
        return try container(keyedBy: keys)
    }
}

extension KeyedDecodingContainer {
    /// Reads a path.
    func path(_ key: Key, of decoder: any Decoder) throws -> NodePath {
        try Self.path(decode(String.self, forKey: key), at: key.stringValue, of: decoder)
    }

    /// Reads a path, if there is one.
    func pathIfPresent(_ key: Key, of decoder: any Decoder) throws -> NodePath? {
        try decodeIfPresent(String.self, forKey: key).map {
            try Self.path($0, at: key.stringValue, of: decoder)
        }
    }

    static func path(_ text: String, at name: String, of decoder: any Decoder) throws -> NodePath {
        guard let path = NodePath(text) else {
            throw decoder.mistake(at: name, "“\(text)” is no path; allowed is \(NodePath.grammar)")
        }
        return path
    }
}

extension NodeSource: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case fixed }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            guard let path = NodePath(text) else {
                throw decoder.mistake("“\(text)” is no path; allowed is \(NodePath.grammar)")
            }
            self = .path(path)
            return
        }
        do {
            self = .fixed(try decoder.members(Member.self).decode(String.self, forKey: .fixed))
        } catch DecodingError.typeMismatch {
            throw decoder.mistake("must be a path, or an object such as {\"fixed\": \"ug/m3\"}")
        }
    }
}
