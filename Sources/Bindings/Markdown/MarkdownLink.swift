import Foundation

/// Where a link may lead.
package enum MarkdownLink: Hashable, Sendable {
    /// A page of this site, as a path from its root or a fragment.
    case page(String)
    /// A page of another site, with TLS.
    case site(String)

    package var address: String {
        switch self {
        case .page(let address), .site(let address): address
        }
    }

    /// Accepts an address; `nil` for any other scheme, for one without a host, and for one with a password.
    package init?(_ address: String) {
        // Browsers drop tabs and line ends, and read a backslash as a slash: `/\host` leads to another site.
        guard address.unicodeScalars.allSatisfy({ $0 > " " && $0 != "\\" && $0 != "\u{7F}" }) else {
            return nil
        }
        if address.hasPrefix("/") || address.hasPrefix("#") {
            guard !address.hasPrefix("//") else { return nil }
            self = .page(address)
            return
        }
        guard let parts = URLComponents(string: address), parts.scheme?.lowercased() == "https",
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil
        else { return nil }
        self = .site(address)
    }
}
