import Foundation

/// A path on this site, with its query, that is safe as a redirect target: never an address elsewhere.
///
/// Browsers take `//host` and `/\host` for other hosts, and ignore tabs and line ends. So a path begins with
/// exactly one slash and contains only printable ASCII (the URL standard, "relative slash state").
package struct SitePath: Hashable, Sendable {
    private static let lengthLimit = 512

    package let text: String

    /// The page of the reader's own account.
    package static let account = SitePath(unchecked: "/account")

    private init(unchecked text: String) { self.text = text }

    /// Checks a path; `nil` if it could lead elsewhere.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...Self.lengthLimit).contains(bytes.count), bytes[0] == UInt8(ascii: "/"),
            bytes.count == 1 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }

    /// The path with one more query parameter.
    package func adding(_ name: String, _ value: String) -> String {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let joint = parts[0].contains("?") ? "&" : "?"
        return "\(parts[0])\(joint)\(name)=\(value)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }
}
