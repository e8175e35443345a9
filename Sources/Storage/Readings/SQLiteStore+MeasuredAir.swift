package import Allergens
import GRDB
package import Geography
package import Observations

extension SQLiteStore {
    /// What the nearest stations measured around places.
    package func measuredAir(
        around places: [Coordinate], days: ClosedRange<CivilDate>
    ) async throws -> MeasuredAir {
        try await pool.read { [taxonomy] database in
            var air = AirAround(days: days)
            for place in places { try air.add(place, from: database) }
            return air.measured(taxonomy)
        }
    }

    /// Requests the values of a station that count, but for those of some allergens.
    ///
    /// The allergens to leave out are known from the index, without a look at their rows.
    static func measuredRequest(
        station: Int64, days: ClosedRange<CivilDate>, except codes: Set<Int>
    ) -> SQLRequest<Row> {
        SQLRequest(
            literal: """
                SELECT allergen, day, value FROM reading
                WHERE station = \(station)
                    AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    AND allergen NOT IN \(codes.sorted()) AND quality < 2
                """)
    }

    /// A station near a place, with its number in the store and the distance to it in metres.
    struct NearStation {
        let station: Station
        let number: Int64
        let distance: Double
    }

    /// The stations around a place, the nearest first.
    static func nearestStations(
        to place: Coordinate, within radius: Double, most: Int, in database: Database
    ) throws -> [NearStation] {
        let here = UnitVector(place)
        let found = try BoundingBox(around: place, radius: radius).searchedParts.flatMap { part in
            try request(for: part).fetchAll(database).map(Station.init(row:))
        }
        .map { station in
            let chord = here.squaredChord(to: UnitVector(station.position))
            return (station, distance: Earth.distance(ofSquaredChord: chord))
        }
        .filter { $0.distance <= radius }
        .sorted { ($0.distance, $0.0.id) < ($1.distance, $1.0.id) }
        return try found.prefix(most).map { station, distance in
            NearStation(
                station: station, number: try number(of: station.id, in: database), distance: distance)
        }
    }
}

/// Collects what stations measured around one place after the other.
private struct AirAround {
    private struct Sum {
        var stations: Set<Station.ID> = []
        var totals: [Double]
        var counts: [Int]
    }

    private struct Found: Hashable {
        let station: Int64
        let except: Set<Int>
    }

    private let days: ClosedRange<CivilDate>
    private let length: Int
    private var sums: [Int: Sum] = [:]
    private var stations: [Station.ID: Station] = [:]
    /// What was read, since neighbouring places have the same stations.
    private var known: [Found: [Int: [(day: Int, value: Double)]]] = [:]

    init(days: ClosedRange<CivilDate>) {
        self.days = days
        length = days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch + 1
    }

    mutating func add(_ place: Coordinate, from database: Database) throws {
        var covered: Set<Int> = []
        let nearest = try SQLiteStore.nearestStations(
            to: place, within: MeasuredAir.reach, most: MeasuredAir.mostStations, in: database)
        for near in nearest {
            let values = try values(of: Found(station: near.number, except: covered), from: database)
            for (code, values) in values { note(values, of: code, at: near.station) }
            covered.formUnion(values.keys)
        }
    }

    private mutating func note(_ values: [(day: Int, value: Double)], of code: Int, at station: Station) {
        var sum =
            sums[code]
            ?? Sum(
                totals: Array(repeating: 0, count: length), counts: Array(repeating: 0, count: length))
        sums[code] = nil
        sum.stations.insert(station.id)
        stations[station.id] = station
        for (day, value) in values {
            sum.totals[day] += value
            sum.counts[day] += 1
        }
        sums[code] = sum
    }

    private mutating func values(
        of found: Found, from database: Database
    ) throws -> [Int: [(day: Int, value: Double)]] {
        if let values = known[found] { return values }
        var values: [Int: [(day: Int, value: Double)]] = [:]
        let first = days.lowerBound.daysSinceEpoch
        let rows = try SQLiteStore.measuredRequest(station: found.station, days: days, except: found.except)
            .fetchCursor(database)
        while let row = try rows.next() {
            let (code, day, value): (Int, Int, Double) = (row[0], row[1], row[2])
            values[code, default: []].append((day - first, value))
        }
        known[found] = values
        return values
    }

    func measured(_ taxonomy: Taxonomy) -> MeasuredAir {
        var series: [Allergen.ID: MeasuredAir.Series] = [:]
        for (code, sum) in sums {
            guard let allergen = taxonomy[code: code] else { continue }
            var values: [CivilDate: Double] = [:]
            for (day, count) in sum.counts.enumerated() where count > 0 {
                values[days.lowerBound.adding(days: day)] = sum.totals[day] / Double(count)
            }
            series[allergen.id] = MeasuredAir.Series(stations: sum.stations, values: values)
        }
        return MeasuredAir(stations: stations.values.sorted { $0.id < $1.id }, series: series)
    }
}
