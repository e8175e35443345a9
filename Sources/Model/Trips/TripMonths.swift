import Allergens
package import Foundation

/// Which trips of a person become sums, so that nobody can tell later when somebody was on the way.
///
/// Alter Eco (M. Asara, Imperial College London, 2020, 4.3) sums the trips of a mode from the start of the last month up to
/// one month ago. Here it is all that ended more than a month ago, by month in UTC, so that the last days of a longer month
/// are not forgotten. No sum mixes factors of carbon.
package enum TripMonths {
    /// What takes the place of some trips.
    package struct Sums: Hashable, Sendable {
        /// The starts of the trips that the sums replace.
        package let starts: [Date]
        package let sums: [KeptTrip]
    }

    private struct Kind: Hashable {
        let month: Int
        let mode: TravelMode
        let factor: TripCarbon.Factor?
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The time a month ago in UTC; the last of February if there was no such day.
    package static func monthAgo(_ now: Date) -> Date {
        calendar.date(byAdding: .month, value: -1, to: now) ?? now.addingTimeInterval(-31 * 86_400)
    }

    /// The start of the month in UTC.
    package static func start(ofMonth time: Date) -> Date {
        calendar.dateInterval(of: .month, for: time)?.start ?? time
    }

    /// The end of the month in UTC.
    package static func end(ofMonth time: Date) -> Date {
        calendar.dateInterval(of: .month, for: time)?.end ?? time
    }

    /// Sums of the trips that ended more than a month ago; a single one stays as it is.
    ///
    /// Earlier sums are summed with them. A sum has the start of the first trip and the end of the last.
    package static func sums(of trips: [KeptTrip], at now: Date) -> Sums {
        let end = monthAgo(now)
        let old = trips.filter { $0.end < end }.sorted { $0.start < $1.start }
        let groups = Dictionary(grouping: old) { trip in
            Kind(month: month(of: trip.start), mode: trip.mode, factor: trip.carbon?.factor)
        }.values.filter { $0.count > 1 }
        return Sums(
            starts: groups.flatMap { $0.map(\.start) }.sorted(),
            sums: groups.map(sum).sorted { $0.start < $1.start })
    }

    /// The bit of the day of the month on which a time lies in UTC.
    static func day(of time: Date) -> UInt32 {
        1 << UInt32(calendar.component(.day, from: time) - 1)
    }

    /// The number of a month, for telling months apart.
    static func month(of time: Date) -> Int {
        calendar.component(.year, from: time) * 12 + calendar.component(.month, from: time)
    }

    private static func sum(of trips: [KeptTrip]) -> KeptTrip {
        let carbon = trips[0].carbon.map { first in
            TripCarbon(
                grams: trips.reduce(0) { $0 + ($1.carbon?.grams ?? 0) }, factor: first.factor)
        }
        return KeptTrip(
            start: trips[0].start, end: trips.map(\.end).max() ?? trips[0].end, mode: trips[0].mode,
            distance: trips.reduce(0) { $0 + $1.distance }, carbon: carbon,
            exposures: exposures(of: trips), count: trips.reduce(0) { $0 + $1.count },
            seconds: trips.reduce(0) { $0 + $1.seconds },
            days: trips.reduce(0) { $0 | ($1.isSum ? $1.days : day(of: $1.start)) })
    }

    /// The exposures of all; where a trip says nothing of an allergen, its minutes are unknown.
    private static func exposures(of trips: [KeptTrip]) -> [KeptExposure] {
        let allergens = Set(trips.flatMap { $0.exposures.map(\.allergen) })
        return allergens.sorted { $0.rawValue < $1.rawValue }.map { allergen in
            trips.reduce(KeptExposure(of: allergen, 0...0, known: 0, unknown: 0)) { sum, trip in
                let own = trip.exposures.first { $0.allergen == allergen }
                return sum.adding(
                    own ?? KeptExposure(of: allergen, 0...0, known: 0, unknown: Double(trip.seconds) / 60))
            }
        }
    }
}
