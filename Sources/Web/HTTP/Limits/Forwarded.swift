import Foundation

/// What proxies report about a request (RFC 7239): the client and protocol of each hop.
package struct Forwarded {
    /// What one proxy reports; the last hop is the nearest to us.
    package struct Hop: Hashable {
        /// An address, perhaps with a port, or an obfuscated name.
        package var client: String?
        package var scheme: String?
    }

    package let hops: [Hop]

    /// Reads the values of the fields in order.
    package init(_ fields: [String]) {
        hops = fields.flatMap { Self.split($0, at: ",") }.map { element in
            var hop = Hop()
            for pair in Self.split(element, at: ";") {
                guard let equals = pair.firstIndex(of: "=") else { continue }
                let value = Self.unquoted(pair[pair.index(after: equals)...])
                switch pair[..<equals].trimmingCharacters(in: .whitespaces).lowercased() {
                case "for": hop.client = value
                case "proto": hop.scheme = value.lowercased()
                default: break
                }
            }
            return hop
        }
    }

    /// Splits outside quoted strings (RFC 9110, 5.6.4).
    private static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
        var parts = [""]
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if character == separator, !isQuoted {
                parts.append("")
                continue
            }
            if character == "\"", !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            parts[parts.count - 1].append(character)
        }
        return parts
    }

    private static func unquoted(_ text: Substring) -> String {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast()).replacing(/\\(.)/) { String($0.1) }
    }
}
