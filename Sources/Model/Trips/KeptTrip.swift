package import Allergens
package import Foundation

/// What is kept of a trip: no place, and nothing from which a place could be told.
package struct KeptTrip: Hashable, Sendable {
    /// Whole seconds; no other trip of the person starts at the same time.
    package let start: Date
    /// Whole seconds, later than the start.
    package let end: Date
    package let mode: TravelMode
    /// Metres.
    package let distance: Double
    /// `nil` where no factor is known, and for modes that burn no fuel.
    package let carbon: TripCarbon?
    /// By allergen, each once.
    package let exposures: [KeptExposure]
    /// The trips whose sum this is; 1 for a trip itself.
    package let count: Int
    /// The seconds spent travelling: less than from start to end for a sum.
    package let seconds: Int
    /// For a sum the days of the month in UTC on which its trips started; bit 0 is the first.
    package let days: UInt32

    /// Creates a trip.
    package init(
        start: Date, end: Date, mode: TravelMode, distance: Double, carbon: TripCarbon? = nil,
        exposures: [KeptExposure] = []
    ) {
        self.init(
            start: start, end: end, mode: mode, distance: distance, carbon: carbon, exposures: exposures,
            count: 1, seconds: Int(end.timeIntervalSince(start)), days: 0)
    }

    /// Creates a trip or the sum of some, as it was stored.
    package init(
        start: Date, end: Date, mode: TravelMode, distance: Double, carbon: TripCarbon?,
        exposures: [KeptExposure], count: Int, seconds: Int, days: UInt32
    ) {
        (self.start, self.end, self.mode, self.distance) = (start, end, mode, distance)
        (self.carbon, self.exposures) = (carbon, exposures)
        (self.count, self.seconds, self.days) = (count, seconds, days)
    }

    /// Whether it is the sum of several trips.
    package var isSum: Bool { count > 1 }

    /// The trip in another mode, with the carbon of that.
    ///
    /// What came into a vehicle is not known, and in a plane nothing is.
    package func changed(to mode: TravelMode, carbon: TripCarbon?) -> KeptTrip {
        KeptTrip(
            start: start, end: end, mode: mode, distance: distance, carbon: carbon,
            exposures: exposures.map { $0.during(mode) }, count: count, seconds: seconds, days: days)
    }
}

/// The greenhouse gases of a trip.
package struct TripCarbon: Hashable, Codable, Sendable {
    /// Grams of carbon dioxide and what equals it.
    package let grams: Double
    package let factor: Factor

    /// What names a factor of a country, together with the mode.
    package struct Factor: Hashable, Codable, Sendable {
        /// Two capital letters (ISO 3166-1).
        package let country: String
        package let year: Int

        package init(country: String, year: Int) { (self.country, self.year) = (country, year) }
    }

    package init(grams: Double, factor: Factor) { (self.grams, self.factor) = (grams, factor) }
}

/// The exposure to an allergen during a trip, as ``TripExposure`` tells it.
package struct KeptExposure: Hashable, Codable, Sendable {
    package let allergen: Allergen.ID
    /// Hours times the unit of the allergen, at least.
    package let lowest: Double
    /// Hours times the unit of the allergen, at most.
    package let highest: Double
    /// Minutes for which the air is known.
    package let known: Double
    /// Minutes for which it is not.
    package let unknown: Double

    package init(of allergen: Allergen.ID, _ range: ClosedRange<Double>, known: Double, unknown: Double) {
        (self.allergen, lowest, highest) = (allergen, range.lowerBound, range.upperBound)
        (self.known, self.unknown) = (known, unknown)
    }

    func during(_ mode: TravelMode) -> KeptExposure {
        switch mode {
        case .onFoot, .bicycle:
            KeptExposure(of: allergen, highest...highest, known: known, unknown: unknown)
        case .car, .bus, .train, .metro, .indoors:
            KeptExposure(of: allergen, 0...highest, known: known, unknown: unknown)
        case .plane: KeptExposure(of: allergen, 0...0, known: 0, unknown: known + unknown)
        }
    }

    func adding(_ other: KeptExposure) -> KeptExposure {
        KeptExposure(
            of: allergen, (lowest + other.lowest)...(highest + other.highest), known: known + other.known,
            unknown: unknown + other.unknown)
    }
}
