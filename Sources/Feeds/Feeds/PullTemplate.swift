import Foundation

/// A text with variables that each request fills in.
package struct PullTemplate: Hashable, Sendable {
    /// The variables of a template.
    package enum Variable: String, CaseIterable, Sendable {
        /// The provider's name for the station in its addresses.
        case station
        /// The position of the station in degrees, with up to six decimals, about a decimetre.
        case longitude, latitude
        /// The requested day, as `YYYY-MM-DD`.
        case day
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case variable(Variable)
    }

    private let parts: [Part]

    /// Parses a text with variables such as `{station}`.
    ///
    /// - Returns: `nil` if braces contain anything else.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard !rest[..<open].contains("}"), let close = rest[open...].firstIndex(of: "}"),
                let variable = Variable(rawValue: String(rest[rest.index(after: open)..<close]))
            else { return nil }
            parts += [.text(String(rest[..<open])), .variable(variable)]
            rest = rest[rest.index(after: close)...]
        }
        guard !rest.contains("}") else { return nil }
        self.parts = parts + [.text(String(rest))]
    }

    var variables: Set<Variable> {
        Set(parts.compactMap { if case .variable(let variable) = $0 { variable } else { nil } })
    }

    /// Returns the text with every variable filled in.
    ///
    /// `escaping` is applied to each value first.
    func filled(_ values: [Variable: String], escaping: (String) -> String = { $0 }) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .variable(let variable): escaping(values[variable] ?? "")
            }
        }.joined()
    }

    /// Returns the address with every variable filled in.
    ///
    /// Escaping keeps each value within its path component.
    func address(_ values: [Variable: String]) -> URL? {
        URL(string: filled(values) { $0.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" })
    }

    /// The unreserved characters of RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The host of an address.
    var host: String { addressStart.flatMap { URL(string: $0)?.host()?.lowercased() } ?? "" }

    /// The address up to the path, which no value may change.
    private var addressStart: String? {
        guard case .text(let text)? = parts.first,
            let match = text.prefixMatch(of: /https?:\/\/[^\/?#@]+\//.ignoresCase())
        else { return nil }
        return String(match.output)
    }

    func checkedAddress(_ decoder: any Decoder, _ name: String) throws -> PullTemplate {
        let sample = address([:])
        guard !host.isEmpty, let sample, sample.query() == nil, sample.fragment() == nil else {
            throw decoder.mistake(
                at: name,
                "must be an https address whose host is written out, without a query, which has a member of its own"
            )
        }
        return self
    }
}

extension PullTemplate: Decodable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let template = PullTemplate(text) else {
            let allowed = Variable.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
            throw decoder.mistake("“\(text)” holds a place that is not filled; there are \(allowed)")
        }
        self = template
    }
}

/// The value of a header or query item: written out, or taken from the environment.
enum PullText: Hashable, Sendable {
    case template(PullTemplate)
    /// The name of the environment variable that holds it.
    case environment(String)

    var environmentVariable: String? { if case .environment(let name) = self { name } else { nil } }
    var template: PullTemplate? { if case .template(let template) = self { template } else { nil } }

    /// Rejects a value written out under a name that suggests a secret.
    func checkSecrecy(_ decoder: any Decoder, _ name: String, in member: String) throws {
        let words = ["key", "token", "secret", "password", "authorization", "cookie", "appid", "signature"]
        guard template == nil || !words.contains(where: name.lowercased().contains) else {
            throw decoder.mistake(
                at: member, "\(name) is a secret: write {\"environment\": \"THE_NAME_OF_A_VARIABLE\"}")
        }
    }
}

extension PullText: Decodable {
    private enum Member: String, CodingKey, CaseIterable { case environment }

    init(from decoder: any Decoder) throws {
        if (try? decoder.singleValueContainer().decode(String.self)) != nil {
            self = .template(try PullTemplate(from: decoder))
            return
        }
        let name = try decoder.members(Member.self).decode(String.self, forKey: .environment)
        // Variables with this service's own prefix are settings, and unknown settings are refused.
        guard name.wholeMatch(of: /[A-Z][A-Z0-9_]{0,99}/) != nil, !name.hasPrefix("BREATHE_") else {
            throw decoder.mistake(
                at: "environment", "“\(name)” must be of A–Z, 0–9 and _, and not begin with BREATHE_")
        }
        self = .environment(name)
    }
}
