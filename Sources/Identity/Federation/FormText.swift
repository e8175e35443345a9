import Foundation

/// Names and values as `application/x-www-form-urlencoded` has them.
enum FormText {
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The pairs, with everything escaped that is not unreserved (RFC 3986, section 2.3).
    static func encoded(_ pairs: [(String, String)]) -> String {
        pairs.map { "\(escaped($0))=\(escaped($1))" }.joined(separator: "&")
    }

    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    /// An address with more parameters in its query.
    static func adding(_ pairs: [(String, String)], to url: URL) -> String {
        let text = url.absoluteString
        let joint = text.contains("?") ? (text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&") : "?"
        return text + joint + encoded(pairs)
    }
}
