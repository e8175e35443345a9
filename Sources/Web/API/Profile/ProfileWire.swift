import Allergens
import Foundation
import HTTP
import People

/// A complete profile as its owner sends it; missing members take their defaults.
struct ProfileRequest: Decodable {
    struct ForecastRequest: Decodable {
        let when: String?
        let at: String?
    }

    let allergens: [WatchRequest]?
    let crossReactions: Bool?
    let notSure: Bool?
    let language: String?
    let tone: String?
    let units: String?
    let timeZone: String?
    let forecast: ForecastRequest?
    let digest: String?

    /// The profile, if all of its parts are valid.
    ///
    /// - Throws: One problem that names every mistake.
    func checked(_ taxonomy: Taxonomy) throws -> Profile {
        var mistakes = Mistakes(.invalidProfile)
        var profile = Profile()
        profile.watches = mistakes.watches(allergens, at: "/allergens", taxonomy)
        profile.isCrossReactive = crossReactions ?? profile.isCrossReactive
        profile.acceptsUnsure = notSure ?? profile.acceptsUnsure
        profile.language = mistakes.word(language, at: "/language") ?? profile.language
        profile.tone = mistakes.word(tone, at: "/tone") ?? profile.tone
        profile.units = mistakes.word(units, at: "/units") ?? profile.units
        profile.timeZone = mistakes.timeZone(timeZone, at: "/timeZone") ?? profile.timeZone
        profile.forecastRound = round(&mistakes)
        profile.digestTime = mistakes.time(digest, at: "/digest") ?? profile.digestTime
        try mistakes.check()
        return profile
    }

    private func round(_ mistakes: inout Mistakes) -> ForecastRound {
        let time = mistakes.time(forecast?.at, at: "/forecast/at")
        switch mistakes.word(forecast?.when, at: "/forecast/when", as: ForecastWord.self) {
        case .morning: return .sameMorning(at: time ?? LocalTime(hour: 7))
        case .evening, nil: return .eveningBefore(at: time ?? Profile().forecastRound.time)
        }
    }
}

/// When to notify of a forecast: the evening before its day, or that morning.
private enum ForecastWord: String, CaseIterable, Encodable {
    case evening, morning
}

/// A profile as its owner sees it, with the allergens that follow from it.
struct ProfileAnswer: Encodable {
    struct ForecastAnswer: Encodable {
        let when: String
        let at: String
    }

    let allergens: [WatchAnswer]
    let crossReactions: Bool
    let notSure: Bool
    let language: Language
    let tone: Tone
    let units: Units
    let timeZone: String
    let forecast: ForecastAnswer
    let digest: String
    /// Every allergen that a fence without a list of its own watches.
    let watches: [WatchedAnswer]

    init(_ profile: Profile, _ taxonomy: Taxonomy) {
        allergens = profile.watches.map(WatchAnswer.init)
        crossReactions = profile.isCrossReactive
        notSure = profile.acceptsUnsure
        language = profile.language
        tone = profile.tone
        units = profile.units
        timeZone = profile.timeZone.identifier
        let round: ForecastWord = profile.forecastRound.daysAhead == 1 ? .evening : .morning
        forecast = ForecastAnswer(when: round.rawValue, at: profile.forecastRound.time.text)
        digest = profile.digestTime.text
        watches = WatchedAnswer.list(of: profile.watches, in: profile, taxonomy)
    }
}
