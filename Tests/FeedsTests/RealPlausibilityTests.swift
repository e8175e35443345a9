import Alerting
import Allergens
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Feeds

/// The rules accept real measurements.
@Suite(
    .enabled(
        if: RealFiles.has("meteoswiss", "swiss-14stations"),
        "needs the real measurements: set BREATHE_DATA to the folder with meteoswiss and swiss-14stations"))
struct RealPlausibilityTests {
    private typealias Series = [CivilDate: Double]

    @Test func `in decades of daily counts fewer than 1 in 2 000 are suspect`() throws {
        var (count, doubtful) = (0, 0)
        for (allergen, series) in try allSeries() {
            let rules = Plausibility(of: allergen)
            var found: [CivilDate: Suspicions] = [:]
            for (day, value) in series.sorted(by: { $0.key < $1.key }) {
                let suspicions = rules.suspicions(about: value, in: .day(day), on: day, at: place) { step in
                    let day = day.adding(days: -step)
                    return series[day].map {
                        KeptValue(
                            value: $0, detectionLimit: nil,
                            quality: found[day].map { .suspect($0) } ?? .valid)
                    }
                }
                if !suspicions.isEmpty { found[day] = suspicions }
            }
            count += series.count
            doubtful += found.count
        }
        #expect(count > 80_000)
        #expect(doubtful * 2_000 < count, "\(doubtful) of \(count)")
        // Rules that find nothing would pass as well.
        #expect(doubtful > 0)
    }

    /// All of these stations lie between 45 and 48 degrees north.
    private let place = Coordinate(longitude: 7.58, latitude: 47.56)

    private func allSeries() throws -> [(Allergen, Series)] {
        var series: [String: (Allergen, Series)] = [:]
        func add(_ readings: [Reading]) throws {
            for reading in readings {
                guard case .day(let day) = reading.period else { continue }
                let allergen = try #require(Taxonomy.standard[reading.allergen])
                series[
                    "\(reading.station.rawValue) \(reading.allergen.rawValue)", default: (allergen, [:])
                ].1[day] = reading.value
            }
        }
        let swiss = try read(
            RealFiles.file("swiss-14stations/measurements.derived.csv"),
            as: "swiss-14stations")
        try add(swiss.readings)
        var all = Array(series.values)
        for (column, key) in [("kabetud0", "birch"), ("khpoacd0", "grass")] {
            all.append((try allergen(key), try basel(column)))
        }
        for (file, key) in [
            ("ambroisie", "ragweed"), ("aune", "alder"), ("bouleau", "birch"), ("gramine", "grass"),
            ("hetre", "beech"), ("noisetier", "hazel"),
        ] {
            all.append((try allergen(key), try geneva(file)))
        }
        all.append((try allergen("alder"), try becej()))
        return all
    }

    private func allergen(_ key: String) throws -> Allergen {
        try #require(Taxonomy.standard[Allergen.ID(rawValue: key)])
    }

    /// Rows such as `PGE;19940103;0`.
    private func geneva(_ name: String) throws -> Series {
        try lines("geneva/\(name)_1994_2015.txt").reduce(into: [:]) { series, line in
            let cells = line.split(separator: ";")
            guard cells.count == 3, cells[1].count == 8, let number = Int(cells[1]),
                let value = Double(cells[2]),
                let day = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            else { return }
            series[day] = value
        }
    }

    /// Rows such as `931;19710201000000;PBS;1;;0;`.
    private func basel(_ name: String) throws -> Series {
        let lines = try lines("meteoswiss/pollen_D_historical_PBS.csv")
        let header = try #require(lines.first).split(separator: ";", omittingEmptySubsequences: false)
        let column = try #require(header.firstIndex { $0 == name })
        return lines.dropFirst().reduce(into: [:]) { series, line in
            let cells = line.split(separator: ";", omittingEmptySubsequences: false)
            guard let number = Int(cells[1].prefix(8)), let value = Double(cells[column]),
                let day = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            else { return }
            series[day] = value
        }
    }

    /// Rows such as `"1",2016-02-01,1`.
    private func becej() throws -> Series {
        try lines("serbia-becej/becej.csv").reduce(into: [:]) { series, line in
            let cells = line.split(separator: ",")
            guard cells.count == 3, let day = CivilDate(cells[1]), let value = Double(cells[2])
            else { return }
            series[day] = value
        }
    }

    private func lines(_ path: String) throws -> [Substring] {
        try String(contentsOf: RealFiles.file(path), encoding: .isoLatin1)
            .split(whereSeparator: \.isNewline)
    }
}
