import Testing

@testable import Allergens

/// The concentrations of classes, as their publishers print them.
@Suite struct AirQualityRangeTests {
    private static func ranges(
        _ index: String, _ pollutant: Pollutant, _ period: AveragingPeriod
    ) throws -> [String] {
        let index = try #require(AirQualityIndex.standard(index))
        let table = try #require(index.tables.first { $0.pollutant == pollutant && $0.period == period })
        return index.ranges(in: table).map { range in
            "\(range.airClass.category) \(range.begin)…\(range.end.map { "\($0)" } ?? "")"
        }
    }

    @Test func `classes of a scale that counts on begin a unit above the one before`() throws {
        #expect(
            try Self.ranges("us-aqi", .fineParticles, .day).prefix(3) == [
                "good 0.0…9.0", "moderate 9.1…35.4", "sensitive 35.5…55.4",
            ])
        #expect(try Self.ranges("us-aqi", .ozone, .hour).first == "sensitive 125.0…164.0")
    }

    @Test func `the last class of bands is open, and a class may have several bands`() throws {
        #expect(
            try Self.ranges("eaqi", .ozone, .hour) == [
                "good 0.0…60.0", "fair 61.0…100.0", "moderate 101.0…120.0", "poor 121.0…160.0",
                "veryPoor 161.0…180.0", "extremelyPoor 180.0…",
            ])
        #expect(
            try Self.ranges("uk-daqi", .ozone, .eightHours) == [
                "low 0.0…100.0", "moderate 101.0…160.0", "high 161.0…240.0", "veryHigh 240.0…",
            ])
    }
}
