import HTTPTypes
import Hummingbird

extension Request {
    /// The media type of `offered` that `Accept` prefers (RFC 9110, 12.5.1).
    ///
    /// The first one wins among equals, and when the header is absent.
    ///
    /// - Throws: 406 if the client accepts none of them.
    package func bestMedia(of offered: [String]) throws -> String? {
        guard let header = headers[.accept] else { return offered.first }
        let ranges = header.split(separator: ",").compactMap(MediaRange.init)
        let weighted = offered.map { type in
            (type, ranges.filter { $0.covers(type) }.max { $0.precision < $1.precision }?.weight ?? 0)
        }
        guard let best = weighted.map(\.1).max(), best > 0 else { throw Problem(plain: .notAcceptable) }
        return weighted.first { $0.1 == best }?.0
    }
}

/// One item of `Accept`, such as `text/*;q=0.5`.
private struct MediaRange {
    let name: String
    let weight: Double

    init?(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let name = parts.first else { return nil }
        self.name = name
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) } ?? 1
        guard let weight, (0...1).contains(weight) else { return nil }
        self.weight = weight
    }

    /// A full type is more precise than a whole family, and a family more than everything.
    var precision: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

    func covers(_ type: String) -> Bool {
        name == "*/*" || name == type || name.hasSuffix("/*") && type.hasPrefix(name.dropLast())
    }
}
