package import Foundation

/// What is known of a station's key; never the key itself.
package struct StationKey: Sendable, Hashable {
    /// Its public part, by which it is named.
    package let id: String
    /// What its owner calls it.
    package let label: String?
    package let created: Date
    /// When it was last used, to the minute.
    package let lastUsed: Date?
    /// From when on it is not valid any more; `nil` while nobody has said so.
    package let ends: Date?

    package init(id: String, label: String?, created: Date, lastUsed: Date?, ends: Date?) {
        self.id = id
        self.label = label
        self.created = created
        self.lastUsed = lastUsed
        self.ends = ends
    }

    /// Keys of one station that may be in force at a time and that nobody has let end: an instrument, its spare, and a few
    /// people.
    package static let limit = 20
    /// Keys of one station that may be in force until they end soon, because others have taken their place.
    package static let endingLimit = 100
    /// Keys of one station that are remembered after they have ended, the newest.
    package static let endedLimit = 100
    /// How long a key is remembered after it has ended, in seconds: whoever looks for the key of an upload looks back a season.
    package static let remembered: TimeInterval = 180 * 86_400
    /// The characters of a label.
    package static let labelLength = 60

    /// Whether a text may be a label: 1 to ``labelLength`` characters in one line, none of them of very many code points.
    package static func isLabel(_ text: String) -> Bool {
        (1...labelLength).contains(text.count) && text.unicodeScalars.count <= 4 * labelLength
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// How long a key may stay in force after another one has taken its place.
    package static let longestGrace = Duration.seconds(30 * 86_400)
    /// How long it does when nobody says otherwise: everything that uploads daily has had its turn.
    package static let usualGrace = Duration.seconds(2 * 86_400)
}

/// Why a key was not made or ended.
package enum KeyRefusal: Error, Hashable, Sendable {
    case unknownStation
    case unknownKey
    /// As many keys are in force as may be.
    case tooMany
    /// It is the only one; its owner would be locked out.
    case last
}
