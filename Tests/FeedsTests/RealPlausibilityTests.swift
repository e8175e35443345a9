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

    /// Basel's own years chose the bounds; the others judge them.
    @Test func `of true days at most 1 in 10 000 is doubted`() throws {
        var (count, doubtful) = (0, 0)
        for (allergen, series) in try allSeries() {
            let doubts = try WatchedSeries(series, of: allergen).doubts()
            count += series.count
            doubtful += doubts.count
        }
        print("true days doubted, once the next day is known: \(doubtful) of \(count)")
        #expect(count > 80_000)
        #expect(doubtful * 10_000 <= count, "\(doubtful) of \(count)")
    }

    @Test func `the first days of Basel's birch in 1976 are not doubted once the next day is known`() throws {
        let birch = WatchedSeries(try basel("kabetud0"), of: try allergen("birch"))
        let spring = try #require(CivilDate("1976-03-20"))
        #expect(try birch.doubts().keys.allSatisfy { !(spring...spring.adding(days: 60)).contains($0) })
    }

    /// What is found of days with a value ten times too high, and of days with the value of another plant.
    @Test func `most damaged days of a thousand grains are found, and few of less than a hundred`() throws {
        let geneva = try ["ambroisie", "aune", "bouleau", "gramine", "hetre", "noisetier"].map(geneva)
        let allergens = try ["ragweed", "alder", "birch", "grass", "beech", "hazel"].map(allergen)
        var tenfold: [SizeClass: (found: Int, all: Int)] = [:]
        var swapped: [SizeClass: (found: Int, all: Int)] = [:]
        for (number, series) in geneva.enumerated() {
            let watched = WatchedSeries(series, of: allergens[number])
            for (day, value) in series where try watched.knowsItsSeason(on: day) {
                if value >= 3 { try watched.count(value * 10, on: day, in: &tenfold) }
                let other = geneva[(number + 1) % geneva.count][day] ?? 0
                if other + 10 > 3 * (value + 10) { try watched.count(other, on: day, in: &swapped) }
            }
        }
        for size in SizeClass.allCases {
            print("\(size): ten times \(tenfold[size].percent), another plant \(swapped[size].percent)")
        }
        #expect(tenfold[.thousands].share >= 0.7)
        #expect(swapped[.thousands].share >= 0.9 && swapped[.hundreds].share >= 0.7)
    }

    /// What is found of files whose columns moved by one, so that for a fortnight each plant has the values of another.
    ///
    /// A file counts where the difference is one that readers would be misled by: one of its days has 30 grains or more, and
    /// more than three times the true value.
    @Test func `of files whose columns moved, at least 9 of 10 are found within a fortnight`() throws {
        let geneva = try ["ambroisie", "aune", "bouleau", "gramine", "hetre", "noisetier"].map(geneva)
        let watched = try zip(geneva, ["ragweed", "alder", "birch", "grass", "beech", "hazel"]).map {
            WatchedSeries($0, of: try allergen($1))
        }
        let first = try #require(CivilDate("1998-01-01"))
        var (found, all, trueOnes, doubted) = (0, 0, 0, 0)
        for start in stride(from: 0, to: 6_500, by: 14).map(first.adding(days:)) {
            let fortnight = (0..<14).map(start.adding(days:))
            func areMoved(_ table: [Series]) -> Bool {
                MovedColumns.areMoved(
                    zip(watched, table).compactMap { $0.column(of: $1, around: start.adding(days: 7)) })
            }
            trueOnes += 1
            if areMoved(geneva.map { series in fortnight.reduce(into: Series()) { $0[$1] = series[$1] } }) {
                doubted += 1
            }
            let moved = geneva.indices.map { number in
                let other = geneva[(number + 1) % geneva.count]
                return fortnight.reduce(into: Series()) { $0[$1] = other[$1] }
            }
            let misleads = geneva.indices.contains { number in
                moved[number].contains { $1 >= 30 && $1 + 10 > 3 * ((geneva[number][$0] ?? 0) + 10) }
            }
            guard misleads else { continue }
            all += 1
            let isFound = try geneva.indices.contains { try watched[$0].doubts(moved[$0]) }
            if isFound || areMoved(moved) { found += 1 }
        }
        print(
            "files whose columns moved, found within a fortnight: \(found) of \(all); true ones doubted: \(doubted) of \(trueOnes)"
        )
        #expect(doubted * 400 <= trueOnes, "\(doubted) of \(trueOnes)")
        #expect(all > 100)
        #expect(found * 10 >= all * 9, "\(found) of \(all)")
    }

    /// What is found of sensors that repeat the value of a day, where it is not too low to be doubted.
    @Test func `of sensors that are stuck for a week, at least 9 of 10 are found`() throws {
        var (found, all) = (0, 0)
        for (file, key) in [("ambroisie", "ragweed"), ("bouleau", "birch"), ("gramine", "grass")] {
            let series = try geneva(file)
            let watched = WatchedSeries(series, of: try allergen(key))
            for (day, value) in series where value >= Plausibility.floor {
                let week = (0..<7).reduce(into: Series()) { $0[day.adding(days: $1)] = value }
                all += 1
                if try watched.doubts(week) { found += 1 }
            }
        }
        print("sensors that are stuck for a week, found: \(found) of \(all)")
        #expect(all > 500)
        #expect(found * 10 >= all * 9, "\(found) of \(all)")
    }

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
        for (column, key) in [
            ("kaalnud0", "alder"), ("kabetud0", "birch"), ("kacoryd0", "hazel"), ("kafagud0", "beech"),
            ("kafraxd0", "ash"), ("kaquerd0", "oak"), ("khpoacd0", "grass"),
        ] {
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

/// How large a damaged value is, in grains per cubic metre.
private enum SizeClass: CaseIterable {
    case tens, hundreds, thousands

    /// The class of a value, or `nil` for one below 30, which no rule doubts.
    init?(_ value: Double) {
        switch value {
        case ..<30: return nil
        case ..<300: self = .tens
        case ..<1_000: self = .hundreds
        default: self = .thousands
        }
    }
}

extension (found: Int, all: Int)? {
    fileprivate var share: Double { map { Double($0.found) / Double($0.all) } ?? 0 }
    fileprivate var percent: String { "\(Int((share * 100).rounded())) % of \(self?.all ?? 0)" }
}

/// A series without neighbours, as its station's whole past.
private struct WatchedSeries {
    private let series: [CivilDate: Double]
    private let allergen: Allergen

    init(_ series: [CivilDate: Double], of allergen: Allergen) {
        (self.series, self.allergen) = (series, allergen)
    }

    /// Whether one of some days is doubted when they have other values.
    func doubts(_ others: [CivilDate: Double]) throws -> Bool {
        let changed = WatchedSeries(series.merging(others) { $1 }, of: allergen)
        return try others.contains { try !changed.judge($1, on: $0, after: [:]).isEmpty }
    }

    /// The doubts about its own days, each judged with the doubts about those before it.
    func doubts() throws -> [CivilDate: Suspicions] {
        var found: [CivilDate: Suspicions] = [:]
        for (day, value) in series.sorted(by: { $0.key < $1.key }) {
            let suspicions = try judge(value, on: day, after: found)
            if !suspicions.isEmpty { found[day] = suspicions }
        }
        return found
    }

    /// Its column in a table with other values, beside what is usual around a day.
    func column(of values: [CivilDate: Double], around day: CivilDate) -> MovedColumns.Column? {
        let record = Around(day: day, series: series, doubts: [:]).seasonRecord()
        return record.usualHighest.map {
            MovedColumns.Column(
                highest: SeasonRecord.logarithm(of: values.values.max() ?? 0), usual: $0)
        }
    }

    func knowsItsSeason(on day: CivilDate) throws -> Bool {
        Around(day: day, series: series, doubts: [:]).seasonRecord().years >= 3
    }

    func count(
        _ value: Double, on day: CivilDate, in counts: inout [SizeClass: (found: Int, all: Int)]
    ) throws {
        guard let size = SizeClass(value) else { return }
        var counted = counts[size] ?? (0, 0)
        counted.all += 1
        if try !judge(value, on: day, after: [:]).isEmpty { counted.found += 1 }
        counts[size] = counted
    }

    private func judge(
        _ value: Double, on day: CivilDate, after doubts: [CivilDate: Suspicions]
    ) throws -> Suspicions {
        try Plausibility(of: allergen).suspicions(
            about: value, in: .day(day), among: Around(day: day, series: series, doubts: doubts))
    }

    private struct Around: ReadingSurroundings {
        let day: CivilDate
        let series: [CivilDate: Double]
        let doubts: [CivilDate: Suspicions]

        private func value(on day: CivilDate) -> KeptValue? {
            series[day].map {
                KeptValue(
                    value: $0, detectionLimit: nil, quality: doubts[day].map { .suspect($0) } ?? .valid)
            }
        }

        func earlier(by periods: Int) -> KeptValue? { value(on: day.adding(days: -periods)) }
        func next() -> KeptValue? { value(on: day.adding(days: 1)) }

        func seasonRecord() -> SeasonRecord {
            var record = SeasonRecord(around: day)
            for year in 1...SeasonRecord.reach {
                let centre = record.centre(yearsBack: year)
                for shift in -SeasonRecord.margin...SeasonRecord.margin {
                    let other = centre.adding(days: shift)
                    if let value = value(on: other), value.quality.counts {
                        record.note(value.value, on: other)
                    }
                }
            }
            return record
        }

        func neighbouringRecord() -> SeasonRecord { SeasonRecord(around: day) }
        func highestNearby() -> Double? { nil }
    }
}
