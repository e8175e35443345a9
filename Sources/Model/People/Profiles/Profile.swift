package import Allergens
package import Foundation

/// What a subscriber reacts to, and how they wish to be notified.
package struct Profile: Hashable, Sendable {
    /// What they react to.
    ///
    /// These watches apply to every fence without its own.
    package var watches: [Watch] = []
    /// Whether to include allergens that the immune system is likely to confuse with theirs.
    package var isCrossReactive = false
    /// Whether to include reports whose author was not sure of the allergen.
    package var acceptsUnsure = true
    package var language = Language.english
    package var tone = Tone.adult
    package var units = Units.metric
    /// The time zone where they live; fences may be elsewhere.
    package var timeZone = TimeZone.gmt
    package var forecastRound = ForecastRound.eveningBefore(at: .init(hour: 18))
    /// When the daily digest is sent to channels with a digest.
    package var digestTime = LocalTime(hour: 7)

    /// Creates the profile of people who have not chosen anything.
    package init() {}

    /// The largest number of watches in a list: every allergen and group once.
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
    /// Short sentences and everyday words, for children and anybody who prefers them.
    case plain
}

/// When a subscriber is notified of the forecast.
package enum ForecastRound: Hashable, Sendable {
    /// The evening before the day of the forecast.
    case eveningBefore(at: LocalTime)
    /// The morning of the day of the forecast.
    case sameMorning(at: LocalTime)

    package var time: LocalTime {
        switch self {
        case .eveningBefore(let time), .sameMorning(let time): time
        }
    }

    /// The number of days from the round's own day to the day of the forecast.
    package var daysAhead: Int {
        switch self {
        case .eveningBefore: 1
        case .sameMorning: 0
        }
    }
}
