import HTTPTypes
import Hummingbird

extension Request {
    /// The media type of `offered` that `Accept` likes best (RFC 9110, 12.5.1), of several the first; the first as well
    /// when nothing is said.
    ///
    /// - Throws: 406 when none of them is accepted.
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

    /// A type by itself says more than all of its kind, and these more than everything.
    var precision: Int { name == "*/*" ? 0 : name.hasSuffix("/*") ? 1 : 2 }

    func covers(_ type: String) -> Bool {
        name == "*/*" || name == type || name.hasSuffix("/*") && type.hasPrefix(name.dropLast())
    }
}
