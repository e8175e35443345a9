import Allergens
import Foundation
import SampleTesting
import Testing

/// The disk of the PostgreSQL that a service keeps its network in becomes full; `FailingStoreTests` fill that of a file.
@Suite(.timeLimit(.minutes(20)), .alone)
struct FullDiskBothStoresTests {
    /// A year of values of an allergen, for which the pages of the tables have no room left.
    private struct Year {
        static let count = 366
        let allergen: String

        private var values: [(day: String, value: Double)] {
            (0..<Self.count).map { ("\(today.adding(days: -$0))", Double($0 % 9)) }
        }

        var csv: String {
            let rows = values.map { "\(allergen),\($0.day),\($0.value),confirmed\n" }
            return "allergen,day,value,quality\n" + rows.joined()
        }

        /// The lines that `breathe export` prints.
        var exported: [String] {
            values.map { "basel,\(allergen),\($0.day),\($0.value),grains/m3,confirmed" }
        }
    }

    private let birch = Year(allergen: "birch")
    private let grass = Year(allergen: "grass")
    private let oak = Year(allergen: "oak")

    private func expectFull(_ answer: Answer) {
        expect(answer, 507, "storage-full")
        #expect(answer.header("Retry-After") == "60", "\(answer.head)")
    }

    private func expectTaken(_ answer: Answer) {
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["accepted"] == .number(Double(Year.count)), "\(answer.text)")
    }

    /// Waits until the service has looked for room in vain so often, which the server logs.
    private func looksInVain(_ times: Int, at server: ThrowAwayServer) async throws {
        try await awaited("the service does not look for room", every: .milliseconds(100)) {
            try server.logged.components(separatedBy: "CREATE TABLE roomOnDisk").count > times ? true : nil
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
    func `a full disk refuses uploads until it has room again, and what was taken is there`()
        async throws
    {
        let disk = try SmallDisk(mebibytes: 128)
        try await KeptNetwork.during(on: disk) { kept, server in
            _ = try await kept.done(
                "station", "add", "basel", "--name", "Basel", "--lon=7.584", "--lat=47.562")
            let key = try #require(try await kept.done("key", "create", "--station", "basel").lines.last)
            try await RunningService.during(kept.workspace, arguments: ["--store", kept.address]) { service in
                expectTaken(try await service.upload(birch.csv, to: "basel", key: key))
                // A piece of its log that it has begun is as long as it will be, so only tables have to grow.
                try await server.run("SELECT pg_switch_wal()", "CHECKPOINT")
                try disk.fill()
                expectFull(try await service.upload(grass.csv, to: "basel", key: key))
                try await staysFull(service, server)
                expectFull(try await service.upload(oak.csv, to: "basel", key: key))
                try disk.clear()
                try await service.becomes(200)
                expectTaken(try await service.upload(grass.csv, to: "basel", key: key))
                #expect(try await service.get("/metrics").text.contains("\nstore_usable 1\n"))
            }
            let rows = try await kept.done("export").lines.dropFirst()
            #expect(rows.sorted() == (birch.exported + grass.exported).sorted())
        }
    }

    /// Expects that the service says that the disk is full, and goes on to say so after it has looked again.
    private func staysFull(_ service: RunningService, _ server: ThrowAwayServer) async throws {
        for times in [0, 2] {
            try await looksInVain(times, at: server)
            expectFull(try await service.get("/readyz"))
            let metrics = try await service.get("/metrics").text
            #expect(metrics.contains("\nstore_usable 0\n"))
            #expect(!metrics.contains(#"store_failures_total{failure="full"} 0"#))
            #expect(try await service.get("/v1/stations").status == 200, "reading goes on")
        }
    }
}
