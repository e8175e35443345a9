import Allergens
import Foundation
import HTTP
import Trips

/// A trip, or the sum of some, as its owner sees it.
struct TripAnswer: Encodable {
    struct Exposure: Encodable {
        let allergen: Allergen.ID
        let name: String
        let unit: ConcentrationUnit?
        let lowest: Double
        let highest: Double
        let knownMinutes: Double
        let unknownMinutes: Double

        init(_ exposure: KeptExposure, _ taxonomy: Taxonomy) {
            allergen = exposure.allergen
            name = taxonomy[exposure.allergen]?.name ?? exposure.allergen.rawValue
            unit = taxonomy[exposure.allergen]?.unit
            (lowest, highest) = (exposure.lowest.inHundredths, exposure.highest.inHundredths)
            (knownMinutes, unknownMinutes) = (exposure.known.inHundredths, exposure.unknown.inHundredths)
        }
    }

    let start: Date
    let end: Date
    let mode: TravelMode
    let distance: Double
    let carbon: TripDocument.Carbon?
    let exposures: [Exposure]
    let count: Int
    let minutes: Double

    init(_ trip: KeptTrip, _ taxonomy: Taxonomy) {
        (start, end, mode) = (trip.start, trip.end, trip.mode)
        distance = trip.distance.inHundredths
        carbon = trip.carbon.map(TripDocument.Carbon.init)
        exposures = trip.exposures.map { Exposure($0, taxonomy) }
        count = trip.count
        minutes = (Double(trip.seconds) / 60).inHundredths
    }
}

/// Trips of some days.
struct TripListAnswer: Encodable {
    let trips: [TripAnswer]
    /// The value of `after` for the next page; absent on the last.
    let next: Date?

    /// All that somebody keeps.
    init(_ trips: [KeptTrip], _ taxonomy: Taxonomy) {
        self.trips = trips.map { TripAnswer($0, taxonomy) }
        next = nil
    }

    init(_ trips: [KeptTrip], on page: TripPage, _ taxonomy: Taxonomy) {
        self.trips = trips.prefix(page.limit).map { TripAnswer($0, taxonomy) }
        next = trips.count > page.limit ? self.trips.last?.start : nil
    }
}

/// What became of trips that were sent.
struct TripReceipt: Encodable {
    struct Refusal: Encodable {
        /// A JSON pointer.
        let at: String
        let reason: TripRules.Reason
        let detail: String
    }

    let kept: Int
    let unchanged: Int
    let refused: [Refusal]
}

extension TripIntake.Refusal {
    var reason: TripRules.Reason {
        switch self {
        case .overlap: .overlap
        case .summed: .summed
        case .full: .full
        }
    }

    /// The reason for people.
    var detail: String {
        switch self {
        case .overlap: "It overlaps a trip that is kept; delete that one first."
        case .summed: "Trips of its day have been summed, and perhaps it among them."
        case .full: "You keep the most trips: \(TripIntake.limit), or \(TripIntake.monthLimit) of its month."
        }
    }
}
