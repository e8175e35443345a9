import Allergens
import Foundation
import GRDB

/// The stations of a batch that have no stored values between the first and the last day it brings for them.
///
/// Their days are inserted many at a time, since none can meet a stored value. That takes two thirds of the
/// time of asking row by row. A history consists mostly of such days.
struct VacantDays {
    private var stations: Set<Int64> = []

    init(_ places: [ReadingPlace], in transaction: SQLiteTransaction) throws {
        for (station, days) in Self.spans(of: places)
        where try !transaction.hasDay(at: station, in: days) { stations.insert(station) }
    }

    func holds(_ place: ReadingPlace) -> Bool { place.ending == nil && stations.contains(place.station) }

    private static func spans(of places: [ReadingPlace]) -> [Int64: ClosedRange<CivilDate>] {
        var spans: [Int64: ClosedRange<CivilDate>] = [:]
        var current: (station: Int64, days: ClosedRange<CivilDate>)?
        func note(_ station: Int64, _ days: ClosedRange<CivilDate>) {
            let known = spans[station] ?? days
            spans[station] =
                min(known.lowerBound, days.lowerBound)...max(known.upperBound, days.upperBound)
        }
        for place in places where place.ending == nil {
            guard let (station, days) = current, station == place.station else {
                if let current { note(current.station, current.days) }
                current = (place.station, place.day...place.day)
                continue
            }
            guard !days.contains(place.day) else { continue }
            current = (station, min(days.lowerBound, place.day)...max(days.upperBound, place.day))
        }
        if let current { note(current.station, current.days) }
        return spans
    }
}

extension SQLiteTransaction {
    /// Whether any day of a station has a stored value.
    fileprivate func hasDay(at station: Int64, in days: ClosedRange<CivilDate>) throws -> Bool {
        try SQLRequest<Bool>(
            literal: """
                SELECT EXISTS (
                    SELECT 1 FROM reading
                    WHERE station = \(station)
                        AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch))
                """, cached: true
        ).fetchOne(database) ?? false
    }
}
