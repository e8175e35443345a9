/// When a person wants to be notified, in the person's own words and numbers.
package struct MetricPlan: Hashable, Codable, Sendable {
    /// Bounds of one kind.
    ///
    /// They are reminders of the person's own, and no statement about health.
    package struct Bounds: Hashable, Codable, Sendable {
        /// The most characters of the words.
        package static let wordsLength = 200

        /// Below it the person is told; in the unit of the kind.
        package let low: Double?
        /// Above it the person is told.
        package let high: Double?
        /// What the person wants to be told then.
        package let words: String
        /// Whether it is switched on.
        package let isOn: Bool

        package init(low: Double?, high: Double?, words: String, isOn: Bool) {
            (self.low, self.high, self.words, self.isOn) = (low, high, words, isOn)
        }

        /// Whether a value lies above the high bound, or below the low one; a bound itself lies inside.
        package func excludes(_ value: Double, isHigh: Bool) -> Bool {
            guard isOn, let bound = isHigh ? high : low else { return false }
            return isHigh ? value > bound : value < bound
        }
    }

    /// The zones of peak flow that a doctor has written for the person.
    package struct Zones: Hashable, Codable, Sendable {
        /// The personal best, in L/min on the scale of the meter.
        package let best: Double
        /// Where the second zone begins and the first ends, in per cent of the best.
        package let upper: Double
        /// Where the third zone begins and the second ends.
        package let lower: Double

        package init(best: Double, upper: Double, lower: Double) {
            (self.best, self.upper, self.lower) = (best, upper, lower)
        }
    }

    /// The hours of silence after which a person can choose to be notified.
    package static let silences = 6...168

    package let bounds: [MetricKind: Bounds]
    /// The zones of the person's own plan, by the scale of the meter.
    package let zones: [MetricKind: Zones]
    /// Whether the person is asked how it goes when a value is unlike those of the last four weeks.
    package let comparesWithPast: Bool
    /// After how many hours of silence of a feed that came daily the person is told; `nil` for never.
    package let silence: Int?

    package init(
        bounds: [MetricKind: Bounds] = [:], zones: [MetricKind: Zones] = [:], comparesWithPast: Bool = true,
        silence: Int? = 24
    ) {
        (self.bounds, self.zones) = (bounds, zones)
        (self.comparesWithPast, self.silence) = (comparesWithPast, silence)
    }
}
