import Foundation

/// Encodes names and values as `application/x-www-form-urlencoded`.
enum FormText {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Encodes pairs, and escapes everything that is not unreserved (RFC 3986, section 2.3).
    static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// Adds parameters to the query of an address.
    static func adding(_ pairs: [(String, String)], to url: URL) -> String {
        let text = url.absoluteString
        let joint = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        return text + joint + encoded(pairs)
    }
}
