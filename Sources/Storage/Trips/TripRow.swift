import Foundation
import Sealing
import Trips

/// The sealed part of a row of `trip`, as JSON: no member of it can hold a place.
struct TripRow: Codable {
    static let seal = PaddedSeal<TripRow>("trip", place: "account || ' ' || start")

    /// Seconds since 1970.
    let end: Int64
    let mode: TravelMode
    /// Metres.
    let distance: Double
    let carbon: TripCarbon?
    let exposures: [KeptExposure]
    let count: Int
    let seconds: Int
    let days: UInt32

    init(_ trip: KeptTrip) {
        (end, mode, distance) = (trip.end.stored, trip.mode, trip.distance)
        (carbon, exposures) = (trip.carbon, trip.exposures)
        (count, seconds, days) = (trip.count, trip.seconds, trip.days)
    }

    func trip(from start: Int64) -> KeptTrip {
        KeptTrip(
            start: Date(stored: start), end: Date(stored: end), mode: mode, distance: distance,
            carbon: carbon, exposures: exposures, count: count, seconds: seconds, days: days)
    }

    private static func row(_ account: Int64, _ start: Int64) -> SealedRow { .text("\(account) \(start)") }

    /// Opens a row with the columns `start` and `sealed`.
    static func opened(_ row: QueryRow, of account: Int64, _ keys: KeyRing) throws -> KeptTrip {
        let start: Int64 = try row["start"]
        return try seal.opened(row["sealed"], at: Self.row(account, start), keys).trip(from: start)
    }

    /// Seals the row of a trip.
    static func sealed(_ trip: KeptTrip, of account: Int64, _ keys: KeyRing) throws -> Data {
        try seal.sealed(TripRow(trip), at: row(account, trip.start.stored), keys)
    }
}
