import Foundation

/// A JSON document as it was read (RFC 8259).
indirect enum JSONNode: Equatable {
    case object([String: JSONNode])
    case list([JSONNode])
    case text(String)
    case number(Double)
    case truth(Bool)
    case null

    /// Reads a document.
    ///
    /// - Throws: ``FeedFailure/malformedJSON`` when it is none, and ``FeedFailure/tooManyTokens``.
    init(parsing bytes: [UInt8]) throws(FeedFailure) {
        // Commas in texts count as well: what comes near the limit is no document of a network.
        guard bytes.count(where: Self.beginsToken) <= FeedLimits.documentTokens else { throw .tooManyTokens }
        try Self.checkEncoding(of: bytes)
        do {
            let value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
            self.init(value)
        } catch {
            throw .malformedJSON
        }
    }

    /// "JSON text exchanged between systems that are not part of a closed ecosystem MUST be encoded using UTF-8" (RFC 8259, 8.1);
    /// Foundation reads other encodings as well, or parts of what is in none.
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

    /// Foundation hands truth values over as numbers of the C type `char`.
    private static func scalar(_ number: NSNumber) -> JSONNode {
        String(cString: number.objCType) == "c" ? .truth(number.boolValue) : .number(number.doubleValue)
    }

    /// What stands there, as a person or a list of missing codes writes it; empty for lists and objects.
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

    /// The text of a text or number; `nil` for everything else.
    var scalar: String? {
        switch self {
        case .text, .number: display
        case .truth, .null, .object, .list: nil
        }
    }

    /// The value of an object's member, or `nil` when there is none.
    subscript(name: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }
}
