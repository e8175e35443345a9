import Forms
import Foundation
import HTTP

extension FormMoment {
    /// Reads a time as in RFC 3339, whose offset tells the clock on the wall.
    init?(rfc3339 text: String) {
        guard let instant = Date(rfc3339: text), let offset = Self.offset(endOf: text) else { return nil }
        self.init(milliseconds: Int((instant.timeIntervalSince1970 * 1_000).rounded()), offset: offset)
    }

    /// The offset at the end of such a time, `Z` or one as `+02:00`, in minutes east of UTC.
    private static func offset(endOf text: String) -> Int? {
        if text.hasSuffix("Z") || text.hasSuffix("z") { return 0 }
        let end = text.suffix(6)
        guard let hours = Int(end.dropFirst().prefix(2)), let minutes = Int(end.suffix(2)) else { return nil }
        return (end.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes)
    }
}
