package import Allergens
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
