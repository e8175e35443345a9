package import Foundation

/// What a subscriber reacts to, and how they wish to be told.
package struct Profile: Hashable, Sendable {
    /// What they react to; the watches of every fence that names none of its own.
    package var watches: [Watch] = []
    /// Whether allergens count that the immune system is likely to confuse with theirs.
    package var isCrossReactive = false
    /// Whether reports concern them whose reporter was not sure what it is.
    package var acceptsUnsure = true
    package var language = Language.english
    package var tone = Tone.adult
    package var units = Units.metric
    /// Where they live by the clock; fences may lie elsewhere.
    package var timeZone = TimeZone.gmt
    package var forecastRound = ForecastRound.eveningBefore(at: .init(hour: 18))
    /// When the daily digest is sent to the channels that want one.
    package var digestTime = LocalTime(hour: 7)

    /// What everybody has who has said nothing.
    package init() {}

    /// Watches in one list: every allergen and group once.
    package static let watchLimit = 100
}

/// A language of messages, by its ISO 639 code.
package enum Language: String, CaseIterable, Sendable, Codable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case italian = "it"
    case spanish = "es"
}

/// How messages are worded.
package enum Tone: String, CaseIterable, Sendable, Codable {
    case adult
    /// Short sentences and everyday words, for children and whoever prefers them.
    case plain
}

/// A time of the day by the clock on the wall.
package struct LocalTime: Hashable, Comparable, Sendable {
    /// Minutes since midnight, 0…1439.
    package let minutes: Int

    /// Creates a time, or returns `nil` outside of the day.
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

    /// The time that clocks show in a zone.
    package init(at instant: Date, in zone: TimeZone) {
        let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
        let minute = Int((local / 60).rounded(.down)) % 1_440
        // Before 1970 the remainder is negative.
        minutes = minute < 0 ? minute + 1_440 : minute
    }
}

/// When a subscriber hears of tomorrow.
package enum ForecastRound: Hashable, Sendable {
    /// The evening before the day that the forecast is for.
    case eveningBefore(at: LocalTime)
    /// The morning of the day that the forecast is for.
    case sameMorning(at: LocalTime)

    package var time: LocalTime {
        switch self {
        case .eveningBefore(let time), .sameMorning(let time): time
        }
    }

    /// How many days after the round's own day the forecast is for.
    package var daysAhead: Int {
        switch self {
        case .eveningBefore: 1
        case .sameMorning: 0
        }
    }
}
