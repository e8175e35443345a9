import Foundation
import Logging
import People
import SampleTesting
import Storage
import Testing
import Trips

@testable import Server

@Suite struct RetentionServiceTests {
    private static func trip(daysAgo days: Double) -> KeptTrip {
        let start = noon.addingTimeInterval(-days * 86_400)
        return KeptTrip(start: start, end: start.addingTimeInterval(1_800), mode: .car, distance: 4_000)
    }

    @Test func `trips that ended more than a month ago are summed by the service that runs every hour`()
        async throws
    {
        let opened = try OpenedNetwork()
        let anna = try #require(try await opened.store.addAccount(named: "anna", at: noon))
        let trips = [40, 39, 1].map(Self.trip(daysAgo:))
        #expect(try await opened.store.keep(trips, of: anna.id).refusals.isEmpty)
        let service = RetentionService(
            store: opened.network.store, jobs: JobLedger(), logger: Logger(label: "test"), now: { noon })
        let running = Task { try await service.run() }
        let kept = try await awaited("the trips were not summed") { () async throws -> [KeptTrip]? in
            let all = try await opened.store.trips(
                of: anna.id, from: .distantPast, until: .distantFuture)
            return all.contains(where: \.isSum) ? all : nil
        }
        running.cancel()
        try await running.value
        #expect(kept.map(\.count) == [2, 1])
        #expect(kept.first?.distance == 8_000)
        #expect(kept.last == trips[2])
    }

    @Test func `the sums are late by an hour at most`() {
        #expect(RetentionService.interval <= .seconds(3_600))
    }
}
