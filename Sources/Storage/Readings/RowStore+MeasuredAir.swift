package import Allergens
package import Geography
package import Observations

extension RowStore {
    /// What the nearest stations measured around places.
    package func measuredAir(
        around places: [Coordinate], days: ClosedRange<CivilDate>
    ) async throws -> MeasuredAir {
        try await readRows { [taxonomy] runner in
            var air = AirAround(days: days)
            for place in places { try air.add(place, from: runner) }
            return air.measured(taxonomy)
        }
    }
}

/// A station near a place, with its number in the store and the distance to it in metres.
struct NearStation {
    let station: Station
    let number: Int64
    let distance: Double
}

extension QueryRunner {
    /// The stations around a place, the nearest first.
    func nearestStations(
        to place: Coordinate, within radius: Double, most: Int
    ) throws -> [NearStation] {
        let here = UnitVector(place)
        let found = try BoundingBox(around: place, radius: radius).searchedParts.flatMap { part in
            try rows(.stations(in: part)).map { try Station(row: $0) }
        }
        .map { station in
            let chord = here.squaredChord(to: UnitVector(station.position))
            return (station, distance: Earth.distance(ofSquaredChord: chord))
        }
        .filter { $0.distance <= radius }
        .sorted { ($0.distance, $0.0.id) < ($1.distance, $1.0.id) }
        return try found.prefix(most).map { station, distance in
            NearStation(
                station: station, number: try number(of: station.id), distance: distance)
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

    mutating func add(_ place: Coordinate, from runner: any QueryRunner) throws {
        var covered: Set<Int> = []
        let nearest = try runner.nearestStations(
            to: place, within: MeasuredAir.reach, most: MeasuredAir.mostStations)
        for near in nearest {
            let values = try values(of: Found(station: near.number, except: covered), from: runner)
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
        of found: Found, from runner: any QueryRunner
    ) throws -> [Int: [(day: Int, value: Double)]] {
        if let values = known[found] { return values }
        var values: [Int: [(day: Int, value: Double)]] = [:]
        let first = days.lowerBound.daysSinceEpoch
        let rows = try runner.rows(.measuredRequest(station: found.station, days: days, except: found.except))
        for row in rows {
            let (code, day, value): (Int, Int, Double) = (try row[0], try row[1], try row[2])
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

extension Query {
    /// Requests the values of a station that count, but for those of some allergens.
    ///
    /// The allergens to leave out are known from the index, without a look at their rows.
    static func measuredRequest(
        station: Int64, days: ClosedRange<CivilDate>, except codes: Set<Int>
    ) -> Query {
        """
        SELECT allergen, day, value FROM reading
        WHERE station = \(station)
            AND day BETWEEN \(days.lowerBound.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
            AND NOT (\(.isOne(of: codes.sorted(), "allergen"))) AND quality < 2
        """
    }
}
