import Foundation

/// A path on this site with its query, to which a browser may be sent on: never an address elsewhere.
///
/// Browsers take `//host` and `/\host` for other hosts, and pass over tabs and line ends; so a path has one slash at its
/// start, and no character that is not printed ASCII (the URL standard, "relative slash state").
package struct SitePath: Hashable, Sendable {
    private static let lengthLimit = 512

    package let text: String

    /// The page of one's own account.
    package static let account = SitePath(unchecked: "/account")

    private init(unchecked text: String) { self.text = text }

    /// Checks a path; `nil` for what could lead elsewhere.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.lengthLimit).contains(bytes.count), bytes[0] == UInt8(ascii: "/"),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }

    /// The path with one more parameter in its query.
    package func adding(_ name: String, _ value: String) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joint = parts[0].contains("?") ? "&" : "?"
        return "\(parts[0])\(joint)\(name)=\(value)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}
