import Allergens
import Foundation
import SampleTesting
import Testing
import Trips

@Suite struct TripMonthsTests {
    /// A trip of half an hour that starts at a time.
    private static func trip(
        _ start: String, _ mode: TravelMode = .car, carbon: TripCarbon? = nil,
        exposures: [KeptExposure] = []
    ) throws -> KeptTrip {
        let start = try Date(start, strategy: .iso8601)
        return KeptTrip(
            start: start, end: start.addingTimeInterval(1_800), mode: mode, distance: 1_000, carbon: carbon,
            exposures: exposures)
    }

    private static func sums(_ trips: [KeptTrip], _ now: String) throws -> [KeptTrip] {
        TripMonths.sums(of: trips, at: try Date(now, strategy: .iso8601)).sums
    }

    @Test func `trips of a mode that ended more than a month ago become one, by month in UTC`() throws {
        let trips = try [
            "2026-01-01T00:00:00Z", "2026-01-21T23:00:00Z", "2026-01-22T12:00:00Z", "2025-12-31T23:00:00Z",
        ].map { try Self.trip($0) }
        let sums = try Self.sums(trips, "2026-02-22T12:00:00Z")
        #expect(sums.count == 1)
        let sum = try #require(sums.first)
        #expect(sum.start == trips[0].start && sum.end == trips[1].end)
        #expect((sum.count, sum.seconds, sum.distance) == (2, 3_600, 2_000))
        #expect(sum.days == 1 << 0 | 1 << 20)
    }

    @Test func `the last days of a longer month are summed too, and an earlier sum takes part`() throws {
        let first = try Self.sums(
            ["2026-01-05T08:00:00Z", "2026-01-06T08:00:00Z"].map { try Self.trip($0) }, "2026-02-20T00:00:00Z"
        )
        let later = try Self.sums(
            first + [try Self.trip("2026-01-31T08:00:00Z")], "2026-03-01T00:00:00Z")
        let sum = try #require(later.first)
        #expect(later.count == 1 && sum.count == 3 && sum.seconds == 5_400)
        #expect(sum.days == 1 << 4 | 1 << 5 | 1 << 30)
    }

    @Test func `modes and factors of carbon stay apart, and a single trip stays as it is`() throws {
        let carbon = [2019, 2020].map {
            TripCarbon(grams: 100, factor: TripCarbon.Factor(country: "GB", year: $0))
        }
        let trips = try [
            Self.trip("2026-01-01T01:00:00Z", carbon: carbon[0]),
            Self.trip("2026-01-01T02:00:00Z", carbon: carbon[0]),
            Self.trip("2026-01-01T03:00:00Z", carbon: carbon[1]),
            Self.trip("2026-01-01T04:00:00Z", .onFoot),
        ]
        let sums = try Self.sums(trips, "2026-03-01T00:00:00Z")
        #expect(sums.map(\.count) == [2])
        #expect(sums.first?.carbon == TripCarbon(grams: 200, factor: carbon[0].factor))
    }

    @Test func `where a trip says nothing of an allergen, its minutes are unknown`() throws {
        let birch = KeptExposure(of: "birch", 1...2, known: 25, unknown: 5)
        let trips = try [
            Self.trip("2026-01-01T01:00:00Z", exposures: [birch]), Self.trip("2026-01-01T02:00:00Z"),
            Self.trip("2026-01-01T03:00:00Z", exposures: [birch]),
        ]
        let sum = try #require(try Self.sums(trips, "2026-03-01T00:00:00Z").first)
        #expect(sum.exposures == [KeptExposure(of: "birch", 2...4, known: 50, unknown: 40)])
    }

    @Test(arguments: [
        ("2026-03-31T10:00:00Z", "2026-02-28T10:00:00Z"), ("2024-03-31T10:00:00Z", "2024-02-29T10:00:00Z"),
        ("2026-01-15T10:00:00Z", "2025-12-15T10:00:00Z"),
    ])
    func `a month ago is the same day, or the last of a shorter month`(now: String, ago: String) throws {
        #expect(try TripMonths.monthAgo(Date(now, strategy: .iso8601)) == Date(ago, strategy: .iso8601))
    }

    @Test func `a trip that was kept is not kept again, nor one that overlaps it or was summed`() throws {
        let kept = try [
            Self.trip("2026-03-01T08:00:00Z"), Self.trip("2026-01-05T08:00:00Z"),
            Self.trip("2026-01-06T08:00:00Z"),
        ]
        let sum = try #require(try Self.sums(kept, "2026-03-01T09:00:00Z").first)
        var intake = TripIntake(beside: [kept[0], sum], count: 2)
        try intake.add(kept[0])
        #expect(throws: TripIntake.Refusal.overlap) {
            try intake.add(Self.trip("2026-03-01T08:29:59Z", .train))
        }
        for mode in [TravelMode.car, .onFoot] {
            #expect(throws: TripIntake.Refusal.summed) {
                try intake.add(Self.trip("2026-01-06T23:00:00Z", mode))
            }
        }
        try intake.add(Self.trip("2026-03-01T08:30:00Z"))
        try intake.add(Self.trip("2026-01-07T08:00:00Z"))
        #expect(intake.unchanged == 1 && intake.added.count == 2)
        var full = TripIntake(beside: [], count: TripIntake.limit)
        #expect(throws: TripIntake.Refusal.full) { try full.add(kept[0]) }
    }

    @Test func `a thousand trips of a month are kept, and all of them decide about another`() throws {
        let first = try Self.trip("2026-01-01T00:00:00Z")
        let trips = (0..<TripIntake.monthLimit).map { index in
            let start = first.start.addingTimeInterval(Double(index * 1_800))
            return KeptTrip(start: start, end: start.addingTimeInterval(60), mode: .car, distance: 100)
        }
        var intake = TripIntake(beside: trips, count: trips.count)
        #expect(throws: TripIntake.Refusal.full) { try intake.add(Self.trip("2026-01-31T08:00:00Z")) }
        try intake.add(Self.trip("2026-02-01T00:00:00Z"))
        let span = try #require(TripIntake.span(of: [first]))
        #expect(trips.allSatisfy { span.contains($0.start) })
    }

    @Test func `in another mode the exposure follows what is known of that`() throws {
        let birch = KeptExposure(of: "birch", 3...3, known: 25, unknown: 5)
        let walk = try Self.trip("2026-01-01T01:00:00Z", .onFoot, exposures: [birch])
        let ride = walk.changed(to: .car, carbon: nil)
        #expect(ride.exposures == [KeptExposure(of: "birch", 0...3, known: 25, unknown: 5)])
        #expect(ride.changed(to: .bicycle, carbon: nil).exposures == [birch])
        let flight = walk.changed(to: .plane, carbon: nil)
        #expect(flight.exposures == [KeptExposure(of: "birch", 0...0, known: 0, unknown: 30)])
    }
}
