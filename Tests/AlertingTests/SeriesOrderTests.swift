import Allergens
import Foundation
import Observations
import Testing

@testable import Alerting

@Suite struct SeriesOrderTests {
    private func reading(_ station: String, _ allergen: String, _ day: Int) throws -> Reading {
        Reading(
            station: try #require(Station.ID(rawValue: station)), allergen: .init(rawValue: allergen),
            period: .day(CivilDate(daysSinceEpoch: day)), value: 1)
    }

    @Test func `readings are grouped by series and ordered by time, wherever they were`() throws {
        let readings = try [
            reading("a", "birch", 3), reading("b", "birch", 1), reading("a", "ash", 2),
            reading("a", "birch", 1), reading("b", "birch", 1),
        ]
        let order = SeriesOrder(readings)
        #expect(order.series.map(\.station.rawValue) == ["a", "b", "a"])
        #expect(order.series.map(\.allergen.rawValue) == ["birch", "birch", "ash"])
        let indices = order.series.map { series in order.entries[series.range].map(\.index) }
        #expect(indices == [[3, 0], [1, 4], [2]], "of two readings for one time the first comes first")
        #expect(SeriesOrder([]).series.isEmpty)
    }

    @Test func `days, hours and three-hour values are separate series`() throws {
        let noon = Date(timeIntervalSince1970: 43_200)
        let station = try #require(Station.ID(rawValue: "a"))
        let periods: [Reading.Period] = [
            .day(CivilDate(daysSinceEpoch: 0)), .hour(ending: noon), .threeHours(ending: noon),
        ]
        let order = SeriesOrder(
            periods.map {
                Reading(station: station, allergen: .init(rawValue: "birch"), period: $0, value: 1)
            })
        #expect(order.series.map(\.hours) == [24, 1, 3])
        #expect(order.entries.map(\.time) == [0, 43_200, 43_200])
    }
}
