package import Foundation

/// The public details of a station's key; never the key itself.
package struct StationKey: Sendable, Hashable {
    /// Its public part, which identifies it.
    package let id: String
    /// The owner's name for it.
    package let label: String?
    package let created: Date
    /// When it was last used, to the minute.
    package let lastUsed: Date?
    /// The instant from which it is no longer valid; `nil` while it has no end.
    package let ends: Date?

    package init(id: String, label: String?, created: Date, lastUsed: Date?, ends: Date?) {
        self.id = id
        self.label = label
        self.created = created
        self.lastUsed = lastUsed
        self.ends = ends
    }

    /// The largest number of a station's keys that may be in force without an end: an instrument, its spare,
    /// and a few people.
    package static let limit = 20
    /// The largest number of a station's replaced keys that may be in force until they end soon.
    package static let endingLimit = 100
    /// The number of a station's ended keys that are remembered: the newest ones.
    package static let endedLimit = 100
    /// The seconds for which an ended key is remembered: tracing the key of an upload may go back a season.
    package static let remembered: TimeInterval = 180 * 86_400
    /// The largest number of characters in a label.
    package static let labelLength = 60

    /// Whether a text may be a label: 1 to ``labelLength`` code points in one line.
    package static func isLabel(_ text: String) -> Bool {
        (1...labelLength).contains(text.unicodeScalars.count)
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }

    /// The longest time for which a replaced key may stay in force.
    package static let longestGrace = Duration.seconds(30 * 86_400)
    /// The default time for which a replaced key stays in force: every daily upload has had its turn.
    package static let usualGrace = Duration.seconds(2 * 86_400)
}

/// Why a key was not made or ended.
package enum KeyRefusal: Error, Hashable, Sendable {
    case unknownStation
    case unknownKey
    /// The limit of keys in force has been reached.
    case tooMany
    /// It is the only one; its owner would be locked out.
    case last
}
