import Foundation

/// A parsed JSON document (RFC 8259).
indirect enum JSONNode: Equatable {
    case object([String: JSONNode])
    case list([JSONNode])
    case text(String)
    case number(Double)
    case truth(Bool)
    case null

    /// Parses a document.
    ///
    /// - Throws: ``FeedFailure/malformedJSON`` for invalid JSON, and ``FeedFailure/tooManyTokens``.
    init(parsing bytes: [UInt8]) throws(FeedFailure) {
        // Commas in texts count as well, which is harmless: no network's document comes near the limit.
        guard bytes.count(where: Self.beginsToken) <= FeedLimits.documentTokens else { throw .tooManyTokens }
        try Self.checkEncoding(of: bytes)
        do {
            let value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
            self.init(value)
        } catch {
            throw .malformedJSON
        }
    }

    /// Checks that bytes are UTF-8.
    ///
    /// "JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using
    /// UTF-8" (RFC 8259, 8.1). Foundation also reads other encodings, or parts of bytes that are valid in
    /// none.
    static func checkEncoding(of bytes: some Sequence<UInt8>) throws(FeedFailure) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
    }

    static func beginsToken(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
    }

    private init(_ value: Any) {
        switch value {
        case let members as [String: Any]: self = .object(members.mapValues(JSONNode.init))
        case let entries as [Any]: self = .list(entries.map(JSONNode.init))
        case let text as String: self = .text(text)
        case let number as NSNumber: self = Self.scalar(number)
        default: self = .null
        }
    }

    /// Converts a number.
    ///
    /// Foundation represents Booleans as numbers of the C type `char`.
    private static func scalar(_ number: NSNumber) -> JSONNode {
        String(cString: number.objCType) == "c" ? .truth(number.boolValue) : .number(number.doubleValue)
    }

    /// The value as a person or a list of missing codes writes it; empty for lists and objects.
    var display: String {
        switch self {
        case .text(let text): text
        case .number(let number):
            number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .truth(let truth): String(truth)
        case .null: "null"
        case .object, .list: ""
        }
    }

    /// The text of a text or number; `nil` for any other value.
    var scalar: String? {
        switch self {
        case .text, .number: display
        case .truth, .null, .object, .list: nil
        }
    }

    /// The value of an object's member, or `nil` if there is none.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
