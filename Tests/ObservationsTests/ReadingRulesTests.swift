import Allergens
import Foundation
import Geography
import Testing

@testable import Observations

@Suite struct ReadingRulesTests {
    private func allergen(_ key: String) throws -> Allergen {
        try #require(Taxonomy.standard[Allergen.ID(rawValue: key)])
    }

    @Test(arguments: [
        (Double.nan, ReadingRejection.notFinite), (.infinity, .notFinite), (-0.1, .negative),
        (40_001, .aboveCeiling(40_000, .grainsPerCubicMetre)),
    ])
    func `a value that no trap can count is rejected`(value: Double, reason: ReadingRejection) throws {
        let birch = try allergen("birch")
        #expect(throws: reason) { try ReadingRules.admit(value: value, of: birch) }
        #expect(!reason.reason.isEmpty)
    }

    @Test(arguments: [0, -0.0, 0.3, 40_000])
    func `zero and the ceiling are accepted`(value: Double) throws {
        try ReadingRules.admit(value: value, of: allergen("birch"))
    }

    @Test func `allergens that stations do not measure have no readings`() throws {
        let cat = try allergen("cat")
        #expect(throws: ReadingRejection.notMeasured(cat.id)) { try ReadingRules.admit(value: 1, of: cat) }
    }

    @Test func `the station's own day counts, whatever day it is in Greenwich`() throws {
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        let station = Station(
            id: try #require(Station.ID(rawValue: "auckland")), name: "Auckland",
            position: Coordinate(wrappingLongitude: 174.8, latitude: -36.9), timeZone: zone)
        let now = Date(timeIntervalSince1970: 1_775_649_600)  // 2026-04-08 12:00 UTC, midnight in Auckland
        let today = try #require(CivilDate("2026-04-09"))
        try ReadingRules.admit(.day(today), at: station, now: now)
        #expect(throws: ReadingRejection.fromTheFuture(today: today)) {
            try ReadingRules.admit(.day(today.adding(days: 1)), at: station, now: now)
        }
        try ReadingRules.admit(.hour(ending: now + ReadingRules.allowedClockSkew), at: station, now: now)
        #expect(throws: ReadingRejection.fromTheFuture(today: today)) {
            try ReadingRules.admit(.hour(ending: now + 601), at: station, now: now)
        }
    }

    @Test(arguments: [
        ("grains/m3", ConcentrationUnit.grainsPerCubicMetre), ("Pollen/m³", .grainsPerCubicMetre),
        ("No/m3", .grainsPerCubicMetre),
        ("spores / m3", .sporesPerCubicMetre), ("µg/m³", .microgramsPerCubicMetre),
        ("μg/m³", .microgramsPerCubicMetre),
    ])
    func `units are read as feeds spell them`(spelling: String, unit: ConcentrationUnit) {
        #expect(ConcentrationUnit(spelling: spelling) == unit)
    }

    @Test(arguments: ["", "grains", "mg/m3", "ppb"])
    func `another unit is unknown`(spelling: String) {
        #expect(ConcentrationUnit(spelling: spelling) == nil)
    }

    @Test(arguments: ["", "Basel", "ba sel", "bâle", "../x", String(repeating: "a", count: 41)])
    func `a station's name has a plain form`(text: String) {
        #expect(Station.ID(rawValue: text) == nil)
    }
}
