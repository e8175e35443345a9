import Foundation
import SampleTesting
import Testing

/// What the service answers and reports when its disk or its database fails, and that it goes on by itself.
@Suite(.timeLimit(.minutes(20))) struct FailingStoreTests {
    private static let text = #"{"topic":"suggestion","text":"Birches by the lake"}"#

    private func write(to service: RunningService) async throws -> Answer {
        try await service.send(
            "POST", "/v1/messages", body: Array(Self.text.utf8), type: "application/json")
    }

    /// Waits until `/readyz` answers with a status, and returns the answer.
    private func ready(_ status: Int, _ service: RunningService) async throws -> Answer {
        try await awaited("/readyz did not become \(status)") {
            let answer = try await service.get("/readyz")
            return answer.status == status ? answer : nil
        }
    }

    /// Waits until `/metrics` says whether the store is usable.
    private func usable(_ value: Int, _ service: RunningService) async throws {
        try await awaited("store_usable did not become \(value)") {
            try await service.get("/metrics").text.contains("\nstore_usable \(value)\n") ? true : nil
        }
    }

    private func expectRefusal(_ answer: Answer, _ status: Int, _ problem: String) {
        expect(answer, status, problem)
        #expect(Int(answer.header("Retry-After") ?? "").map { $0 > 0 } == true, "\(answer.head)")
    }

    /// The lines of the log that say that the store cannot be used, and because of which failure.
    private func complaints(of failure: String, in workspace: Workspace) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(
            at: workspace.folder, includingPropertiesForKeys: nil)
        let logs = try files.filter { $0.pathExtension == "log" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
        return logs.flatMap { $0.split(separator: "\n").map(String.init) }.filter {
            $0.contains(#""message":"the store cannot be used""#)
                && $0.contains(#""failure":"\#(failure)""#)
        }
    }

    /// Waits until the log says why the store cannot be used, and how to mend it.
    private func logged(_ failure: String, in workspace: Workspace) async throws {
        let line = try await awaited("the log does not name the failure \(failure)") {
            try complaints(of: failure, in: workspace).first
        }
        #expect(line.contains(#""level":"critical""#) && line.contains(#""cure":"put "#), "\(line)")
    }

    private func messages(_ workspace: Workspace) async throws -> Int {
        try await workspace.done("message", "list").lines.filter { $0.contains("Birches") }.count
    }

    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small disk"))
    func `a full disk refuses writes until it has room again, and doctor names a read-only one`()
        async throws
    {
        let disk = try SmallDisk(mebibytes: 16)
        let workspace = Workspace(
            folder: disk.folder, database: disk.folder.appending(path: "breathe.sqlite"))
        let accepted = try await RunningService.during(workspace) { service in
            try disk.fill()
            expectRefusal(try await write(to: service), 507, "storage-full")
            #expect(try await service.get("/v1/stations").status == 200, "reading goes on")
            let accepted = try await refusedWhileFull(service)
            let metrics = try await service.get("/metrics").text
            #expect(!metrics.contains(#"store_failures_total{failure="full"} 0"#))
            try disk.clear()
            _ = try await ready(200, service)
            #expect(try await write(to: service).status == 202)
            try await usable(1, service)
            return accepted + 1
        }
        #expect(try await messages(workspace) == accepted)
        try disk.makeReadOnly()
        let doctor = try await Program.run(
            ["doctor", "--database", workspace.database.path, "--resources", Program.root.path],
            in: FileManager.default.temporaryDirectory)
        #expect(doctor.status == 2, "\(doctor.output)")
        let finding = doctor.output.split(separator: "\n").first { $0.hasPrefix("WRONG database") }
        #expect(finding?.contains("its folder") == true, "what to mend is named: \(doctor.output)")
    }

    /// Waits until the service reports the full disk.
    ///
    /// Its log may have room for a page left, and then it can write a little again.
    ///
    /// - Returns: The number of writes that were accepted meanwhile.
    private func refusedWhileFull(_ service: RunningService) async throws -> Int {
        var accepted = 0
        let refusal = try await awaited("the full disk was not reported") {
            let (ready, metrics) = (try await service.get("/readyz"), try await service.get("/metrics").text)
            if ready.status == 507, metrics.contains("\nstore_usable 0\n") { return ready }
            if try await write(to: service).status == 202 { accepted += 1 }
            return nil
        }
        expectRefusal(refusal, 507, "storage-full")
        return accepted
    }

    @Test func `a file of data keys that is gone refuses what would be sealed until it is back`() async throws
    {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                #expect(try await write(to: service).status == 202)
                let keys = workspace.database.deletingPathExtension().appendingPathExtension("keys")
                let aside = keys.appendingPathExtension("aside")
                try FileManager.default.moveItem(at: keys, to: aside)
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
                expectRefusal(try await ready(503, service), 503, "storage-unavailable")
                try await usable(0, service)
                try await logged("keys", in: workspace)
                #expect(try await service.get("/v1/stations").status == 200, "reading goes on")
                try FileManager.default.moveItem(at: aside, to: keys)
                _ = try await ready(200, service)
                #expect(try await write(to: service).status == 202)
            }
            #expect(try await messages(workspace) == 2)
            #expect(try complaints(of: "keys", in: workspace).count == 1, "each failure has one line")
        }
    }

    @Test func `after a failed flush nothing is kept until the file was reopened and checked`() async throws {
        try await Workspace.temporary { workspace in
            let disk = try await FailingDisk(in: workspace.folder)
            try await RunningService.during(workspace, environment: disk.environment) { service in
                #expect(try await write(to: service).status == 202)
                try disk.begin(.flush)
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
                expectRefusal(try await ready(503, service), 503, "storage-unavailable")
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
                try disk.end(.flush)
                _ = try await ready(200, service)
                #expect(try await write(to: service).status == 202)
                let metrics = try await service.get("/metrics").text
                #expect(!metrics.contains(#"store_failures_total{failure="unsynced"} 0"#), "\(metrics)")
            }
            // The outcome of the write whose flush failed is unknown; those that were acknowledged are there.
            #expect((2...3).contains(try await messages(workspace)))
            #expect(try await workspace.done("doctor").output.contains("is sound"))
        }
    }

    @Test(arguments: [FailingDisk.Call.write, .read])
    func `errors of the disk are answered with 503 until they end`(call: FailingDisk.Call) async throws {
        try await Workspace.temporary { workspace in
            let disk = try await FailingDisk(in: workspace.folder)
            try await RunningService.during(workspace, environment: disk.environment) { service in
                try disk.begin(call)
                expectRefusal(try await ready(503, service), 503, "storage-unavailable")
                // What is in memory can be read meanwhile, so that one write or another may still succeed.
                let refusal = try await awaited("no write was refused") {
                    let answer = try await write(to: service)
                    return answer.status == 202 ? nil : answer
                }
                expectRefusal(refusal, 503, "storage-unavailable")
                try disk.end(call)
                _ = try await ready(200, service)
                #expect(try await write(to: service).status == 202)
            }
        }
    }

    @Test
    func `a file system that turns read-only under load refuses writes and loses none that it accepted`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let disk = try await FailingDisk(in: workspace.folder)
            let environment = disk.environment
            let accepted = try await RunningService.during(workspace, environment: environment) { service in
                async let load = countAccepted(of: 400, at: service)
                try await Task.sleep(for: .milliseconds(200))
                try disk.begin(.change)
                expectRefusal(try await ready(503, service), 503, "storage-unavailable")
                #expect(try await service.get("/v1/stations").status == 200, "reading goes on")
                let accepted = try await load
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
                try disk.end(.change)
                _ = try await ready(200, service)
                #expect(try await write(to: service).status == 202)
                return accepted + 1
            }
            #expect((1..<401).contains(accepted))
            #expect(try await messages(workspace) >= accepted)
            #expect(try await workspace.done("doctor").output.contains("is sound"))
        }
    }

    /// Sends messages from eight clients at once, and counts those that were accepted.
    private func countAccepted(of count: Int, at service: RunningService) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var accepted = 0
                    for _ in 0..<(count / 8) {
                        let status = try await write(to: service).status
                        #expect([202, 503].contains(status))
                        if status == 202 { accepted += 1 }
                    }
                    return accepted
                }
            }
            return try await group.reduce(0, +)
        }
    }

    @Test func `a database that was moved away is not written until it is back`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                let elsewhere = workspace.database.path + ".elsewhere"
                try FileManager.default.moveItem(atPath: workspace.database.path, toPath: elsewhere)
                expectRefusal(try await service.get("/readyz"), 503, "storage-unavailable")
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
                try await logged("moved", in: workspace)
                try FileManager.default.moveItem(atPath: elsewhere, toPath: workspace.database.path)
                _ = try await ready(200, service)
                #expect(try await write(to: service).status == 202)
            }
            #expect(try await messages(workspace) == 1)
        }
    }

    /// Overwrites the page on which a table begins.
    private func damage(_ table: String, of workspace: Workspace) async throws {
        let script = """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            page, = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", sys.argv[2:]).fetchone()
            size, = connection.execute("PRAGMA page_size").fetchone()
            connection.close()
            with open(sys.argv[1], "r+b") as file:
                file.seek((page - 1) * size)
                file.write(b"\\xff" * size)
            """
        let damage = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", script, workspace.database.path, table])
        #expect(damage.status == 0, "\(damage.output)")
    }

    @Test func `each start checks the database, and says so in its log`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace, logLevel: "info") { service in
                #expect(try await service.get("/readyz").status == 200)
                let checks = try service.logged.split(separator: "\n").filter {
                    $0.contains(#""message":"database checked""#)
                }
                #expect(checks.count == 1, "\(checks)")
                #expect(checks.allSatisfy { $0.contains(#""complete":"true""#) }, "\(checks)")
            }
        }
    }

    @Test func `a damaged database is not served unless the operator says so`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            try await damage("message", of: workspace)
            let refused = try await workspace.breathe("serve", "--port", "0")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("is damaged") && refused.errors.contains("breathe restore"))
            let doctor = try await workspace.breathe("doctor")
            #expect(doctor.status == 2 && doctor.output.contains("WRONG database"), "\(doctor.output)")
            let environment = ["BREATHE_DAMAGED_DATABASE": "serve"]
            try await RunningService.during(workspace, environment: environment) { service in
                #expect(try await service.get("/v1/stations").text.contains("basel"))
                #expect(try await service.get("/readyz").status == 200)
                expectRefusal(try await write(to: service), 503, "storage-unavailable")
            }
        }
    }
}
