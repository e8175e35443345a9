import Geography
import Testing
import Trips

@Suite struct TripExposureTests {
    private static let hour = 3_600_000

    /// Fixes every minute for an hour.
    private static func fixes(altitude: Double? = nil) -> [TrackFix] {
        (0...60).map {
            TrackFix(
                position: Coordinate(wrappingLongitude: 11 + Double($0) / 1_000, latitude: 48),
                time: $0 * 60_000,
                altitude: altitude)
        }
    }

    private static func exposure(
        _ mode: TravelMode, _ fixes: [TrackFix], concentration: (Coordinate, Int) -> Double?
    ) throws -> TripExposure {
        let activity = TravelActivity(mode: mode, start: 0, end: hour, distance: 4_000)
        return try #require(
            TripExposure.exposures(during: [activity], along: fixes, concentration: concentration).first)
    }

    @Test(arguments: [TravelMode.onFoot, .bicycle])
    func `an hour outside among a hundred grains is a hundred grain hours`(mode: TravelMode) throws {
        let exposure = try Self.exposure(mode, Self.fixes()) { _, _ in 100 }
        #expect(abs(exposure.lowest - 100) < 1e-9 && exposure.lowest == exposure.highest)
        #expect((exposure.known, exposure.unknown) == (Self.hour, 0))
    }

    @Test(arguments: [TravelMode.car, .bus, .train, .metro, .indoors])
    func `in a vehicle or indoors it is between nothing and what was outside`(mode: TravelMode) throws {
        let exposure = try Self.exposure(mode, Self.fixes()) { _, _ in 100 }
        #expect(exposure.lowest == 0 && abs(exposure.highest - 100) < 1e-9)
    }

    @Test func `to be twice as fast on the same way is half of the exposure, and a tunnel stays a tunnel`()
        throws
    {
        let activity = TravelActivity(mode: .onFoot, start: 0, end: Self.hour, distance: 7_200)
        let exposure = { (fixes: [TrackFix], speed: Double) in
            TripExposure.exposure(during: activity, along: fixes, at: TripPace(.bicycle, speed: speed)) {
                _, _ in
                100
            }
        }
        let fast = exposure(Self.fixes(), 4)
        #expect(abs(fast.lowest - 50) < 1e-9 && fast.lowest == fast.highest)
        #expect((fast.known, fast.unknown) == (Self.hour / 2, 0))
        #expect(abs(exposure(Self.fixes(), 1).highest - 200) < 1e-9)
        let gap = Array(Self.fixes()[...20] + Self.fixes()[26...])
        #expect(exposure(gap, 4).unknown == 3 * 60_000)
    }

    @Test func `in a plane, and far above the ground, nothing is known`() throws {
        let plane = try Self.exposure(.plane, Self.fixes()) { _, _ in 100 }
        let mountain = try Self.exposure(.onFoot, Self.fixes(altitude: 6_500)) { _, _ in 100 }
        for exposure in [plane, mountain] {
            #expect(exposure.highest == 0 && exposure.unknown == Self.hour)
        }
    }

    @Test func `what nobody knows is told in minutes, not taken for nothing`() throws {
        let exposure = try Self.exposure(.onFoot, Self.fixes()) { _, time in time <= Self.hour / 2 ? 60 : nil
        }
        #expect(abs(exposure.highest - 30) < 1e-9)
        #expect((exposure.known, exposure.unknown) == (Self.hour / 2, Self.hour / 2))
    }

    @Test func `a tunnel is unknown if it takes more than five minutes`() throws {
        let fixes = Self.fixes()
        let gap = Array(fixes[...20] + fixes[26...])
        let short = Array(fixes[...20] + fixes[25...])
        #expect(try Self.exposure(.car, gap) { _, _ in 10 }.unknown == 6 * 60_000)
        #expect(try Self.exposure(.car, short) { _, _ in 10 }.unknown == 0)
    }

    @Test func `each activity has its own part, and a stay between them none`() throws {
        let activities = [(0, 20), (40, 60)].map {
            TravelActivity(mode: .onFoot, start: $0.0 * 60_000, end: $0.1 * 60_000, distance: 1_000)
        }
        let exposures = TripExposure.exposures(during: activities, along: Self.fixes()) { _, time in
            time < Self.hour / 2 ? 30 : 90
        }
        #expect(exposures.map { ($0.highest * 1e6).rounded() / 1e6 } == [10, 30])
        #expect(exposures.allSatisfy { $0.unknown == 0 })
    }

    @Test func `a grid tells the value of the cell and the hour`() throws {
        let grid = try #require(
            HourlyGrid(
                origin: Coordinate(wrappingLongitude: 179.5, latitude: 10), step: 0.5, columns: 2, rows: 1,
                start: 0, values: [1, 2, nil, 4]))
        func value(_ longitude: Double, _ latitude: Double, _ minutes: Int) -> Double? {
            grid.value(
                at: Coordinate(wrappingLongitude: longitude, latitude: latitude), time: minutes * 60_000)
        }
        #expect(value(179.6, 10.1, 0) == 1)
        #expect(value(-179.9, 10.4, 59) == 2, "the grid goes across the antimeridian")
        #expect(value(179.6, 10.1, 60) == nil)
        #expect(value(-179.9, 10.1, 61) == 4)
        for outside in [
            value(179.4, 10.1, 0), value(-179.4, 10.1, 0), value(179.6, 9.9, 0), value(179.6, 10.6, 0),
        ] {
            #expect(outside == nil)
        }
        #expect(value(179.6, 10.1, -1) == nil && value(179.6, 10.1, 120) == nil)
        #expect(HourlyGrid(origin: grid.origin, step: 0.5, columns: 2, rows: 1, start: 0, values: [1]) == nil)
    }
}
