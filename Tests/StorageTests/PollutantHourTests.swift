import Allergens
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Storage

/// The last hours of pollutants around a place.
@Suite struct PollutantHourTests {
    private let opened: OpenedArchive
    private let now = Date(timeIntervalSince1970: 1_795_600_800)

    init() async throws {
        opened = try OpenedArchive()
        try await opened.store.add([
            .sample("near", at: Coordinate(7.60, 47.56)), .sample("next", at: Coordinate(7.70, 47.56)),
            .sample("far", at: Coordinate(8.9, 47.56)),
        ])
    }

    private func keep(
        _ value: Double, of allergen: Allergen.ID, at station: Station.ID, _ hoursAgo: Int,
        quality: ReadingQuality = .valid
    ) async throws {
        try await opened.keep([
            Reading(
                station: station, allergen: allergen,
                period: .hour(ending: now.addingTimeInterval(-3_600 * Double(hoursAgo))), value: value,
                quality: quality)
        ])
    }

    private func hours() async throws -> [PollutantHours] {
        try await opened.store.pollutantHours(around: .basel, until: now)
    }

    @Test func `each pollutant comes from the nearest station with hours`() async throws {
        try await keep(80, of: "ozone", at: "near", 0)
        try await keep(70, of: "ozone", at: "near", 7)
        try await keep(99, of: "ozone", at: "next", 0)
        try await keep(12, of: "pm10", at: "next", 1)
        try await keep(50, of: "sulphur_dioxide", at: "far", 0)
        try await keep(300, of: "birch", at: "near", 0)
        let hours = try await hours()
        #expect(hours.map(\.pollutant) == [.ozone, .particles])
        #expect(hours.map(\.station) == ["near", "next"] && hours[1].distance > 7_000)
        #expect(hours[0].values.values.sorted() == [70, 80] && hours[0].latest == now)
    }

    @Test func `old, doubted and future hours say nothing about now`() async throws {
        try await keep(80, of: "ozone", at: "near", 3)
        try await keep(90, of: "ozone", at: "near", -1)
        try await keep(99, of: "ozone", at: "next", 2)
        try await keep(900, of: "pm10", at: "near", 0, quality: .suspect(.jump))
        let hours = try await hours()
        #expect(hours.map(\.station) == ["next"] && hours[0].means.map(\.value) == [99])
    }
}
