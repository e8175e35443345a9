/// Why a whole file cannot be read.
///
/// A single bad row never makes a file fail. It becomes a `RejectedRow`.
package enum FeedFailure: Error, Hashable, Sendable {
    case empty
    case noHeader
    case noStation
    case utf16
    case unreadableHeader(encoding: String)
    case missingColumn(String, found: [String])
    case unknownColumn(String, allowed: [String])
    case repeatedColumn(String)
    case exclusiveColumns(String, String)
    case unterminatedQuote(line: Int)
    case rowTooLong(line: Int)
    case tooManyColumns(line: Int)
    case bodyTooLong
    case documentTooLong
    case tooManyTokens
    case tooManyEntries
    case malformedJSON
    case notUTF8
    case missingMember(String)
    case nothingAtPath(String)
    case tooManyDocumentEntries

    /// The reason in one sentence, safe to show to strangers.
    package var sentence: String {
        switch self {
        case .empty: "The file is empty; it must begin with a header."
        case .noHeader: "The first \(FeedLimits.rowBytes) bytes hold no header."
        case .noStation: "The file names no station; name it for the whole file."
        case .utf16: "The file is UTF-16; save it as UTF-8."
        case .unreadableHeader(let encoding): "The header is not \(encoding) text."
        case .missingColumn(let name, let found):
            "The header lacks the column \(name); it has \(Self.list(found))."
        case .unknownColumn(let name, let allowed):
            "The header has the unknown column \(Self.quoted(name)); allowed are \(Self.list(allowed))."
        case .repeatedColumn(let name): "The header names the column \(Self.quoted(name)) twice."
        case .exclusiveColumns(let one, let other): "The columns \(one) and \(other) exclude each other."
        case .unterminatedQuote(let line): "The quote that opens in line \(line) is never closed."
        case .rowTooLong(let line): "Line \(line) is longer than \(FeedLimits.rowBytes) bytes."
        case .tooManyColumns(let line): "Line \(line) has more than \(FeedLimits.columns) columns."
        case .bodyTooLong:
            "The body is longer than \(FeedLimits.jsonBytes) bytes; send CSV or several bodies."
        case .documentTooLong:
            "The file is longer than \(FeedLimits.documentBytes) bytes, which a document may have at most."
        case .tooManyTokens:
            "The document has more than \(FeedLimits.documentTokens) members and entries; split it into several files."
        case .tooManyEntries:
            "The list has more than \(FeedLimits.jsonEntries) entries; send CSV or several bodies."
        case .nothingAtPath(let path):
            "The document has no list or object where the path \(Self.quoted(path)) leads."
        case .tooManyDocumentEntries:
            "The file has more than \(FeedLimits.documentEntries) stations and values; split it into several files."
        case .malformedJSON:
            "The body is not JSON; it is empty, breaks off or holds what JSON does not know, such as NaN."
        case .notUTF8: "The body is not JSON; it has to be UTF-8, which these bytes are not."
        case .missingMember(let name): "The body must be an object with the list \(Self.quoted(name))."
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(100).map(quoted).joined(separator: ", ")
    }

    /// Quotes a name, cut after 100 characters.
    private static func quoted(_ name: String) -> String { "“\(name.prefix(100))”" }
}

extension FeedFailure: CustomStringConvertible {
    package var description: String { sentence }
}
