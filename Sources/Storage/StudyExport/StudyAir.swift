import Allergens
import Foundation
import Geography
import Observations
import StudyExport

/// What stations measured, as an export joins it to answers.
///
/// Each value is that of the nearest station that has one, of those which speak for a place in ``MeasuredAir``. Answers
/// come by days, and so only the days that the columns of one day speak of are in memory.
final class StudyAir {
    private struct Near {
        let number: Int64
        let name: String
        let kilometres: Double
    }

    private struct Hours: Hashable {
        let station: Int64
        let code: Int
    }

    /// The air around a place on a day, with the station of each measure.
    private struct Found {
        var exposures: [StudyExposure]
        var stations: [Int64]
        /// How many days old each is.
        var ages: [Int]
    }

    let measures: [StudyMeasure]
    private let codes: [String: Int]
    private let lags: Int
    private let hasHours: Bool
    private var nearby: [Coordinate: [Near]] = [:]
    /// What the tables ask at present, with the numbers of the allergens.
    private var asked: (measures: [StudyMeasure], codes: [Int]) = ([], [])
    private var day = 0
    /// What stations measured, by day.
    private var values: [Int: [Int64: [Double?]]] = [:]
    private var exact: [Int: [Coordinate: Found]] = [:]
    private var recent: [Coordinate: Found] = [:]
    private var hours: [Hours: [Int: Double]] = [:]

    /// Finds out what was measured.
    ///
    /// - Parameters:
    ///   - days: The days of the study.
    ///   - wish: What is wanted; `nil` for no air.
    ///   - taxonomy: The allergens.
    ///   - runner: Runs the queries.
    /// - Throws: An error of the database.
    init(
        over days: ClosedRange<CivilDate>, _ wish: StudyExportWish?, _ taxonomy: Taxonomy,
        by runner: any QueryRunner
    ) throws {
        let lags = wish?.lags ?? 0
        self.lags = lags
        var (measures, codes): ([StudyMeasure], [String: Int]) = ([], [:])
        for allergen in taxonomy.allergens {
            guard let wish, let measure = StudyMeasure(allergen) else { continue }
            // Whether any station measured it, not whether one near somebody did.
            guard
                try wish.allergens?.contains(code: allergen.code)
                    ?? Self.isMeasured(
                        allergen.code, from: days.lowerBound.adding(days: -lags), days, runner)
            else { continue }
            measures.append(measure)
            codes[measure.name] = allergen.code
        }
        (self.measures, self.codes) = (measures, codes)
        hasHours =
            try runner.value("SELECT EXISTS (SELECT 1 FROM hourlyReading)") ?? false
    }

    private static func isMeasured(
        _ code: Int, from first: CivilDate, _ days: ClosedRange<CivilDate>, _ runner: any QueryRunner
    ) throws -> Bool {
        try runner.value(
            """
            SELECT EXISTS (
                SELECT 1 FROM reading WHERE allergen = \(code)
                    AND day BETWEEN \(first.daysSinceEpoch) AND \(days.upperBound.daysSinceEpoch)
                    AND quality < 2)
            """, as: Bool.self) ?? false
    }

    /// The air around a place, one value for each of the measures.
    ///
    /// - Parameters:
    ///   - place: The middle of the area that leaves.
    ///   - day: The day of the answer.
    ///   - hour: Its hour since 1970, if that is known.
    ///   - lag: Days before it.
    ///   - measures: What is asked.
    ///   - runner: Runs the queries.
    /// - Returns: The values; without a lag, one that is some days old stands in for one of the day, with its age.
    /// - Throws: An error of the database.
    func exposures(
        around place: Coordinate, on day: CivilDate, hour: Int?, lag: Int, _ measures: [StudyMeasure],
        by runner: any QueryRunner
    ) throws -> [StudyExposure] {
        begin(day.daysSinceEpoch, measures)
        guard lag == 0 else { return try found(around: place, on: self.day - lag, runner).exposures }
        let found = try recentlyFound(around: place, runner)
        var exposures = found.exposures
        for index in exposures.indices where exposures[index].value != nil {
            exposures[index].age = Self.age(days: found.ages[index])
            guard hasHours, let hour, found.ages[index] == 0 else { continue }
            let key = Hours(station: found.stations[index], code: asked.codes[index])
            // An hour's value is kept under its end.
            exposures[index].hourValue = try hourValues(of: key, runner)[hour + 1]
        }
        return exposures
    }

    /// Forgets what columns do not speak of any more.
    private func begin(_ day: Int, _ measures: [StudyMeasure]) {
        if day < self.day || measures != asked.measures {
            asked = (measures, measures.map { codes[$0.name] ?? -1 })
            (values, exact) = ([:], [:])
        } else if day == self.day {
            return
        }
        self.day = day
        let first = day - max(lags, Recency.oldest)
        values = values.filter { $0.key >= first }
        exact = exact.filter { $0.key >= first }
        (recent, hours) = ([:], [:])
    }

    /// Hours from the end of a day, in UTC, to the noon of an answer's day: those to the answer would tell its hour.
    private static func age(days: Int) -> Double { days == 0 ? 0 : Double((days - 1) * 24 + 12) }

    private func recentlyFound(around place: Coordinate, _ runner: any QueryRunner) throws -> Found {
        if let known = recent[place] { return known }
        var found = try self.found(around: place, on: day, runner)
        for age in 1...Recency.oldest where found.exposures.contains(where: { $0.value == nil }) {
            let older = try self.found(around: place, on: day - age, runner)
            for index in found.exposures.indices where found.exposures[index].value == nil {
                (found.exposures[index], found.ages[index]) = (older.exposures[index], age)
                found.stations[index] = older.stations[index]
            }
        }
        recent[place] = found
        return found
    }

    private func found(around place: Coordinate, on day: Int, _ runner: any QueryRunner) throws -> Found {
        if let known = exact[day]?[place] { return known }
        let count = asked.codes.count
        var found = Found(
            exposures: Array(repeating: .unknown, count: count), stations: Array(repeating: 0, count: count),
            ages: Array(repeating: 0, count: count))
        for station in try stations(around: place, runner) {
            let values = try measured(at: station.number, on: day, runner)
            for (index, value) in values.enumerated() where found.exposures[index].value == nil {
                guard let value else { continue }
                found.exposures[index] = StudyExposure(
                    value: value, station: station.name, distance: station.kilometres, age: 0,
                    basis: .measured)
                found.stations[index] = station.number
            }
        }
        exact[day, default: [:]][place] = found
        return found
    }

    // MARK: What is in the database

    private func stations(around place: Coordinate, _ runner: any QueryRunner) throws -> [Near] {
        if let known = nearby[place] { return known }
        let stations = try runner.nearestStations(
            to: place, within: MeasuredAir.reach, most: MeasuredAir.mostStations
        ).map { Near(number: $0.number, name: $0.station.id.rawValue, kilometres: $0.distance / 1_000) }
        nearby[place] = stations
        return stations
    }

    private func measured(at station: Int64, on day: Int, _ runner: any QueryRunner) throws -> [Double?] {
        if let known = values[day]?[station] { return known }
        let rows = try runner.rows(
            """
            SELECT allergen, value FROM reading
            WHERE station = \(station) AND day = \(day) AND quality < 2
            """)
        var found = [Double?](repeating: nil, count: asked.codes.count)
        for row in rows {
            let code: Int = try row[0]
            if let index = asked.codes.firstIndex(of: code) { found[index] = try row[1] as Double }
        }
        values[day, default: [:]][station] = found
        return found
    }

    /// What a station measured around the day, by the hour since 1970 in which each of its hours ends.
    private func hourValues(of key: Hours, _ runner: any QueryRunner) throws -> [Int: Double] {
        if let known = hours[key] { return known }
        // An answer's day is that of a clock somewhere on Earth.
        let rows = try runner.rows(
            """
            SELECT ending / 3600, value FROM hourlyReading
            WHERE station = \(key.station) AND allergen = \(key.code)
                AND day BETWEEN \(day - 1) AND \(day + 1) AND quality < 2
            """)
        var found: [Int: Double] = [:]
        for row in rows { found[try row[0]] = try row[1] as Double }
        hours[key] = found
        return found
    }
}
