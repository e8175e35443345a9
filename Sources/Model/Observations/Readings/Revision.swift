package import Allergens
package import Foundation

/// The submitter of a value.
package enum Submitter: Hashable, Sendable {
    /// The public part of a station's key.
    case key(String)
    /// The name of a feed that is pulled.
    case feed(String)
    /// An operator at the machine, by command.
    case command

    /// The kind of submitter, as it is stored and shown.
    package var kind: String {
        switch self {
        case .key: "key"
        case .feed: "feed"
        case .command: "command"
        }
    }

    /// The key's public part or the feed's name.
    package var name: String? {
        switch self {
        case .key(let name), .feed(let name): name
        case .command: nil
        }
    }

    package init(kind: String, name: String?) {
        switch (kind, name) {
        case ("key", let name?): self = .key(name)
        case ("feed", let name?): self = .feed(name)
        default: self = .command
        }
    }
}

/// A station's note about a day.
package struct StationNote: Hashable, Sendable {
    /// The largest number of code points in a new note: two lines on a phone and some more.
    package static let length = 280

    package let station: Station.ID
    package let day: CivilDate
    /// 1 to ``length`` characters in one line.
    package let text: String

    /// Creates a note; `nil` when the text is empty, too long or contains control characters.
    package init?(station: Station.ID, day: CivilDate, text sent: String) {
        let text = sent.trimmingCharacters(in: .whitespaces)
        // Notes that were kept when several code points counted as one character stay readable.
        guard !text.isEmpty, sent.count <= Self.length, sent.unicodeScalars.count <= 4 * Self.length,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.station = station
        self.day = day
        self.text = text
    }
}

/// A stored value, as judging and correcting need it.
package struct KeptValue: Hashable, Sendable {
    package let value: Double
    package let detectionLimit: Double?
    package let quality: ReadingQuality

    package init(value: Double, detectionLimit: Double?, quality: ReadingQuality) {
        self.value = value
        self.detectionLimit = detectionLimit
        self.quality = quality
    }
}

/// A change of a stored value: a correction, or a decision about a doubtful one.
package struct Revision: Sendable {
    /// Grows with each revision in the store.
    package let number: Int64
    package let allergen: Allergen.ID
    package let period: Reading.Period
    package let former: KeptValue
    package let current: KeptValue
    package let submitter: Submitter
    package let changed: Date

    package init(
        number: Int64, allergen: Allergen.ID, period: Reading.Period, former: KeptValue, current: KeptValue,
        submitter: Submitter, changed: Date
    ) {
        self.number = number
        self.allergen = allergen
        self.period = period
        self.former = former
        self.current = current
        self.submitter = submitter
        self.changed = changed
    }
}

/// A forecast for a station and day, as people see it.
package struct StationForecast: Hashable, Sendable {
    package let allergen: Allergen.ID
    package let day: CivilDate
    /// The concentration in the allergen's unit.
    package let value: Double
    /// When it was made, or when it arrived if the station does not say.
    package let issued: Date
    /// The interval of a modelled forecast; `nil` for a station's own.
    package let interval: ForecastInterval?

    package init(
        allergen: Allergen.ID, day: CivilDate, value: Double, issued: Date, interval: ForecastInterval? = nil
    ) {
        self.allergen = allergen
        self.day = day
        self.value = value
        self.issued = issued
        self.interval = interval
    }
}
