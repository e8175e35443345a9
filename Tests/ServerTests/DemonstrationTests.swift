import Alerting
import Allergens
import Foundation
import Maps
import Observations
import SampleTesting
import Storage
import Testing

@testable import Server

@Suite struct DemonstrationTests {
    private let opened: OpenedNetwork
    private let demonstration: Demonstration

    init() throws {
        opened = try OpenedNetwork()
        let file = try opened.folder.file(
            "stations.json",
            holding: """
                {"attribution": "Simulated", "stations": [
                    {"id": "basel", "name": "Basel", "position": [7.58, 47.56], "timeZone": "Europe/Zurich"},
                    {"id": "bern", "name": "Bern", "position": [7.42, 46.95], "timeZone": "Europe/Zurich"}
                ]}
                """)
        demonstration = try Demonstration(network: opened.network, file: file)
    }

    private func days(of station: Station.ID = "basel") async throws -> Set<CivilDate> {
        let span = today.adding(days: -1_000)...today.adding(days: 1_000)
        return Set(try await opened.store.readings(of: station, days: span).map(\.day))
    }

    @Test func `a year up to today is filled, and tomorrow is forecast`() async throws {
        var shares: [Double] = []
        #expect(try await demonstration.fill(at: noon) { shares.append($0) } == 2)
        for station in ["basel", "bern"] as [Station.ID] {
            let days = try await days(of: station)
            #expect(days.count == 366 && days.min() == today.adding(days: -365) && days.max() == today)
        }
        #expect(shares == shares.sorted() && shares.last == 1 && shares.count == 366)
        let tomorrow = today.adding(days: 1)
        #expect(try await opened.store.forecasts(of: "birch", for: tomorrow).count == 2)
        #expect(try await opened.store.stations().allSatisfy(\.isSimulated))
    }

    @Test func `a second run changes nothing`() async throws {
        try await demonstration.fill(at: noon) { _ in }
        let (stamp, before) = (
            opened.network.fields.stamp,
            try await opened.store.peaks(
                in: today.adding(days: -365)...today)
        )
        var steps = 0
        try await demonstration.fill(at: noon) { _ in steps += 1 }
        #expect(steps == 1 && opened.network.fields.stamp == stamp)
        let after = try await opened.store.peaks(in: today.adding(days: -365)...today)
        #expect(after.mapValues(\.mean) == before.mapValues(\.mean))
    }

    @Test func `a later run adds only the missing days`() async throws {
        try await demonstration.fill(at: noon) { _ in }
        _ = try await opened.network.readings.keep(Submission(readings: [.sample(1_234)]), at: noon)
        var steps = 0
        let later = noon.addingTimeInterval(5 * 86_400)
        try await demonstration.fill(at: later) { _ in steps += 1 }
        #expect(steps == 6)
        #expect(try await days().count == 371)
        #expect(try await days().max() == today.adding(days: 5))
    }

    @Test func `a database with a real station is refused and stays as it is`() async throws {
        try await opened.store.add([.sample("zuerich")])
        await #expect(throws: Demonstration.Refusal.self) {
            try await demonstration.fill(at: noon) { _ in }
        }
        #expect(try await opened.store.stations().map(\.id) == ["zuerich"])
    }
}
