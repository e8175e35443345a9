package import Foundation

/// Adds trips to those that are kept of a person.
package struct TripIntake: Sendable {
    /// Why a trip is not kept.
    package enum Refusal: String, CaseIterable, Error, Sendable {
        /// It overlaps another trip in time.
        case overlap
        /// Trips of its day have been summed, and perhaps it among them, in this mode or before its mode was corrected.
        case summed
        /// The person keeps the most trips, or the most of a month.
        case full
    }

    /// The most trips of a person: ten years of five a day, before they are summed.
    package static let limit = 20_000
    /// The most trips of a person that start in a month in UTC: 32 a day.
    ///
    /// Adding one reads those of its month.
    package static let monthLimit = 1_000
    /// The most seconds from the first start to the last of trips that are added at once: 31 days.
    package static let longestSpan = 31 * 86_400
    /// The longest trip in seconds: three days.
    package static let longest = 72 * 3_600

    private var kept: [KeptTrip]
    private var count: Int
    /// What is new.
    package private(set) var added: [KeptTrip] = []
    /// How many were kept before.
    package private(set) var unchanged = 0

    /// Begins with the trips that are kept around those to come, of `count` in all.
    package init(beside kept: [KeptTrip], count: Int) { (self.kept, self.count) = (kept, count) }

    /// The span whose kept trips decide about new ones: their whole months, and what may have begun before or may begin
    /// while the last goes on.
    package static func span(of trips: [KeptTrip]) -> ClosedRange<Date>? {
        let starts = trips.map(\.start)
        guard let first = starts.min(), let last = starts.max(), let end = trips.map(\.end).max()
        else { return nil }
        let before = first.addingTimeInterval(-Double(longest))
        return min(TripMonths.start(ofMonth: first), before)...max(TripMonths.end(ofMonth: last), end)
    }

    /// Adds a trip, unless one with the same start is there: what was corrected by hand stays.
    package mutating func add(_ trip: KeptTrip) throws(Refusal) {
        if kept.contains(where: { $0.start == trip.start }) {
            unchanged += 1
            return
        }
        for other in kept {
            if other.isSum {
                if other.holds(trip) { throw .summed }
            } else if other.start < trip.end, trip.start < other.end {
                throw .overlap
            }
        }
        let month = TripMonths.start(ofMonth: trip.start)..<TripMonths.end(ofMonth: trip.start)
        guard count < Self.limit,
            kept.count(where: { month.contains($0.start) }) < Self.monthLimit
        else { throw .full }
        kept.append(trip)
        added.append(trip)
        count += 1
    }
}

extension KeptTrip {
    /// Whether a sum has trips on the day of another.
    fileprivate func holds(_ trip: KeptTrip) -> Bool {
        TripMonths.month(of: trip.start) == TripMonths.month(of: start)
            && days & TripMonths.day(of: trip.start) != 0
    }
}
