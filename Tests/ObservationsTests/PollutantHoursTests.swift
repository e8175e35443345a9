import Allergens
import Testing

@testable import Observations

@Suite struct PollutantHoursTests {
    private let last = Int64(1_795_600_800)

    private func hours(_ values: [Int: Double]) throws -> PollutantHours {
        PollutantHours(
            pollutant: .ozone, station: try #require(Station.ID(rawValue: "ring")), distance: 0,
            values: Dictionary(uniqueKeysWithValues: values.map { (last - 3_600 * Int64($0), $1) }))
    }

    @Test func `the latest hour and the eight hours up to it have means`() throws {
        let means = try hours([0: 80, 1: 70, 2: 60, 3: 50, 4: 40, 5: 30, 6: 20, 7: 10, 8: 900]).means
        #expect(means.map(\.period) == [.hour, .eightHours] && means.map(\.value) == [80, 45])
    }

    @Test func `six hours of eight are enough and five are not`() throws {
        let six = try hours([0: 60, 2: 60, 3: 60, 5: 60, 6: 60, 7: 0]).means
        #expect(six.map(\.value) == [60, 50])
        #expect(try hours([0: 60, 3: 60, 5: 60, 6: 60, 7: 60, 9: 60]).means.map(\.period) == [.hour])
    }

    @Test func `without an hour there is no mean`() throws {
        #expect(try hours([:]).means.isEmpty && hours([:]).latest == nil)
    }
}
