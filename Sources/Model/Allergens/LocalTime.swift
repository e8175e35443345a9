package import Foundation

/// A local time of day.
package struct LocalTime: Hashable, Comparable, Sendable {
    /// Minutes since midnight, 0…1439.
    package let minutes: Int

    /// Creates a time, or returns `nil` outside the day.
    package init?(minutes: Int) {
        guard (0..<1_440).contains(minutes) else { return nil }
        self.minutes = minutes
    }

    /// Reads `HH:MM`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isDigits = parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy { "0"..."9" ~= $0 } }
        guard parts.count == 2, isDigits,
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        minutes = 60 * hour + minute
    }

    /// A full hour, 0…23.
    package init(hour: Int) {
        precondition((0..<24).contains(hour), "a day has hours 0 to 23")
        minutes = 60 * hour
    }

    /// `HH:MM`.
    package var text: String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    package static func < (left: LocalTime, right: LocalTime) -> Bool { left.minutes < right.minutes }

    /// The local time in a zone.
    package init(at instant: Date, in zone: TimeZone) {
        let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        let minute = Int((local / 60).rounded(.down)) % 1_440
        // Before 1970 the remainder is negative.
        minutes = minute < 0 ? minute + 1_440 : minute
    }
}

extension LocalTime: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = LocalTime(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time of a day")
        }
        self = time
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
