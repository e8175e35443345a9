import SeededTesting
import Testing

@testable import Allergens

@Suite struct AirQualityIndexTests {
    private let us = AirQualityIndex.standard("us-aqi")!

    private func bands(_ index: String) throws -> AirQualityIndex {
        try #require(AirQualityIndex.standard(index))
    }

    @Test(arguments: PrintedBreakpoints.unitedStates + PrintedBreakpoints.india)
    func `every printed breakpoint of a linear index has its value`(table: PrintedBreakpoints) throws {
        let index = try bands(table.index)
        for (place, row) in table.rows.enumerated() {
            #expect(try index.score(of: table.mean(row.low)) == .value(row.first), "\(row.low)")
            #expect(try index.score(of: table.mean(row.high)) == .value(row.last), "\(row.high)")
            // A concentration between two printed ones is truncated to the lower.
            let above = row.high + table.step * 0.9
            #expect(try index.score(of: table.mean(above)) == .value(row.last), "\(above)")
            guard place > 0 else { continue }
            let below = row.low - table.step * 0.1
            #expect(try index.score(of: table.mean(below)) == .value(table.rows[place - 1].last), "\(below)")
        }
    }

    @Test(arguments: PrintedBreakpoints.unitedStates + PrintedBreakpoints.india)
    func `a concentration above a table of a linear index is beyond the table`(
        table: PrintedBreakpoints
    ) throws {
        let index = try bands(table.index)
        let end = try #require(table.rows.last)
        let isSulphurByTheHour = table.pollutant == .sulphurDioxide && table.period == .hour
        for value in [end.high + table.step, end.high * 10, 1e30, .greatestFiniteMagnitude] {
            let score = try index.score(of: table.mean(value))
            #expect(score == (isSulphurByTheHour ? .value(200) : .beyond(end.last)), "\(value)")
        }
    }

    @Test(arguments: PrintedBreakpoints.bands.indices)
    func `every band ends where it is printed`(place: Int) throws {
        let table = PrintedBreakpoints.bands[place]
        let index = try bands(table.index)
        func score(_ value: Double) throws -> AirQualityScore {
            try index.score(
                of: PollutantMean(
                    table.pollutant, value, .microgramsPerCubicMetre, over: table.period, in: .european))
        }
        #expect(try score(0) == .value(1))
        for (band, end) in table.ends.enumerated() {
            #expect(try score(end) == .value(band + 1))
            #expect(try score(end + 0.49) == .value(band + 1))
            #expect(try score(end + 0.5) == .value(band + 2))
            #expect(try score(end + 1) == .value(band + 2))
        }
        #expect(try score(.greatestFiniteMagnitude) == .value(table.ends.count + 1))
    }

    @Test(arguments: [
        (0, AirQualityCategory.good), (1, .good), (49, .good), (50, .good), (51, .satisfactory),
        (52, .satisfactory), (99, .satisfactory), (100, .satisfactory), (101, .moderate), (102, .moderate),
        (199, .moderate), (200, .moderate), (201, .poor), (202, .poor), (299, .poor), (300, .poor),
        (301, .veryPoor), (302, .veryPoor), (399, .veryPoor), (400, .veryPoor), (401, .severe),
        (402, .severe), (499, .severe), (500, .severe),
    ])
    func `every value of the Indian index has its class`(value: Int, category: AirQualityCategory) throws {
        #expect(try bands("naqi").airClass(of: .value(value)).category == category)
    }

    @Test func `what is above the last printed breakpoint of the Indian index is severe`() throws {
        let index = try bands("naqi")
        for table in PrintedBreakpoints.india {
            let end = try #require(table.rows.last)
            let score = try index.score(of: table.mean(end.high + table.step))
            #expect(score == .beyond(400) && index.airClass(of: score).category == .severe)
        }
    }

    @Test func `every table is among the printed ones`() {
        let printed =
            PrintedBreakpoints.unitedStates.count + PrintedBreakpoints.india.count
            + PrintedBreakpoints.bands.count
        #expect(AirQualityIndex.standard.map(\.tables.count).reduce(0, +) == printed)
    }

    @Test(arguments: UInt64(0)..<20)
    func `a higher concentration never has a lower value`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for index in AirQualityIndex.standard {
            for table in index.tables {
                let top = try #require(table.ends.last) * 1.2
                let values = (0..<100).map { _ in Double.random(in: table.begin...top, using: &generator) }
                let scores = try values.sorted().map {
                    try index.score(
                        of: PollutantMean(table.pollutant, $0, table.unit, over: table.period, in: .european))
                }
                #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 <= $1 }, "\(index.id) \(table)")
            }
        }
    }

    @Test(arguments: [
        (Pollutant.ozone, AveragingPeriod.eightHours, 0.078_533_33, 126),
        (.carbonMonoxide, .eightHours, 8.4, 90),
    ])
    func `the worked examples of the EPA come out`(
        pollutant: Pollutant, period: AveragingPeriod, partsPerMillion: Double, value: Int
    ) throws {
        let mean = PollutantMean(
            pollutant, partsPerMillion, .partsPerMillion, over: period, in: .unitedStates)
        #expect(try us.score(of: mean) == .value(value))
    }

    @Test func `the classes of an index are consecutive and have colours`() throws {
        for index in AirQualityIndex.standard {
            for (one, next) in zip(index.classes, index.classes.dropFirst()) {
                #expect(
                    one.last + 1 == next.first && one.first <= one.last && one.advice.rank <= next.advice.rank
                )
            }
            for airClass in index.classes {
                #expect(airClass.colour.wholeMatch(of: /#[0-9A-F]{6}/) != nil)
                #expect(index.airClass(of: .value(airClass.first)).category == airClass.category)
                #expect(index.airClass(of: .value(airClass.last)).category == airClass.category)
            }
        }
        #expect(us.airClass(of: .beyond(500)).category == .hazardous)
        #expect(us.airClass(of: .beyond(300)).category == .hazardous)
    }

    @Test func `the levels of pollutants start at the classes of the European index`() throws {
        let ozone = try #require(Taxonomy.standard[Pollutant.ozone.allergen])
        let scale = try #require(Scale.standard(for: ozone))
        #expect(scale.scale.id == "eaqi")
        #expect(scale.bounds == LevelBounds(low: 1, moderate: 101, high: 121, veryHigh: 161))
        #expect(try bands("eaqi").levelBounds.count == 5)
        #expect(us.levelBounds.isEmpty)
    }
}

extension AirQualityAdvice {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? -1 }
}
