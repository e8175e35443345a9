import Foundation
import SampleTesting
import Testing

/// The service over PostgreSQL goes the same way as over its file, which all other suites run on.
@Suite(.timeLimit(.minutes(20)), .alone)
struct ServedBothStoresTests {
    @Test func `a network in PostgreSQL is served from the station to the deleted account`() async throws {
        try await KeptNetwork.during { kept, _ in
            _ = try await kept.done(
                "station", "add", "basel", "--name", "Basel", "--lon=7.584", "--lat=47.562")
            let key = try #require(try await kept.done("key", "create", "--station", "basel").lines.last)
            let (anna, ben) = (try await kept.account("anna"), try await kept.account("ben"))
            try await RunningService.during(kept.workspace, arguments: ["--store", kept.address]) { service in
                #expect(try await service.get("/readyz").status == 200)
                let fence = try await service.post("/v1/me/fences", circle(7.6, 47.55), bearer: anna)
                #expect(fence.status == 201, "\(fence.text)")
                try await LiveStream.open(service, as: anna) { stream in
                    let uploaded = try await service.upload(
                        320, of: "birch", on: "\(today)", to: "basel", key: key)
                    #expect(uploaded.status == 200, "\(uploaded.text)")
                    let high = try #require(try await stream.next())
                    #expect(high.data["kind"] == "station" && high.data["allergens"] == ["birch"])
                    let sent = try await service.post(
                        "/v1/alerts", report(7.6, 47.55, of: "birch", comment: "by the river"), bearer: ben)
                    #expect(sent.status == 201, "\(sent.text)")
                    let event = try #require(try await stream.next())
                    #expect(event.data["id"] == sent.json["id"] && event.data["comment"] == "by the river")
                    #expect(event.data["fences"] == ["Home"])
                }
                for path in ["/v1/alerts/a%00b", "/v1/stations/a%00b"] {
                    #expect([400, 404].contains(try await service.get(path).status), "\(path)")
                }
                let inbox = try await service.get("/v1/me/alerts", bearer: anna)
                #expect(inbox.json["alerts"].elements.count == 2)
                let tile = try await service.get("/tiles/birch/7/66/44.png?date=\(today)")
                #expect(tile.status == 200 && tile.header("Content-Type") == "image/png")
                let gone = try await service.send(
                    "DELETE", "/v1/me", body: Array(#"{"confirm":"anna"}"#.utf8), type: "application/json",
                    bearer: anna)
                #expect(gone.status == 204, "\(gone.text)")
                #expect(try await service.get("/v1/me/fences", bearer: anna).status == 401)
            }
            #expect(!FileManager.default.fileExists(atPath: kept.workspace.database.path))
        }
    }

    @Test func `the service learns of a command, and goes on after its server was away`() async throws {
        try await KeptNetwork.during { kept, server in
            let (anna, ben) = (try await kept.account("anna"), try await kept.account("ben"))
            try await RunningService.during(kept.workspace, arguments: ["--store", kept.address]) { service in
                try await LiveStream.open(service, as: anna) { stream in
                    _ = try await kept.done("account", "delete", "anna")
                    #expect(try await stream.next()?.id == nil)
                }
                try await server.stop()
                try await service.becomes(503)
                for answer in [
                    try await service.get("/readyz"), try await service.get("/v1/me/fences", bearer: ben),
                    try await service.post("/v1/me/fences", circle(7.6, 47.55), bearer: ben),
                ] {
                    #expect(answer.status == 503 && answer.header("Retry-After") == "2", "\(answer.text)")
                }
                try await server.start()
                try await service.becomes(200)
            }
        }
    }

    @Test func `while the database changes over, clients are told when to come again, and operators once`()
        async throws
    {
        try await KeptNetwork.during { kept, server in
            let anna = try await kept.account("anna")
            try await RunningService.during(kept.workspace, arguments: ["--store", kept.address]) { service in
                try await server.refusingWrites {
                    let write = try await service.post("/v1/me/fences", circle(7.6, 47.55), bearer: anna)
                    try await service.becomes(503)
                    for answer in [write, try await service.get("/readyz")] {
                        #expect(answer.status == 503 && answer.header("Retry-After") == "2", "\(answer.head)")
                        let detail = try #require(answer.json["detail"].text)
                        #expect(detail.contains("changing over") && !detail.contains("disk"), "\(detail)")
                    }
                    let doctor = try await kept.workspace.breathe("doctor", "--store", kept.address)
                    let words = doctor.lines.joined(separator: "\n") + doctor.errors
                    #expect(doctor.status == 2 && words.contains("changing over"), "\(words)")
                }
                try await service.becomes(200)
                let complaints = try service.logged.split(separator: "\n").filter {
                    $0.contains(#""message":"the store cannot be used""#)
                }
                #expect(complaints.count == 1, "\(complaints)")
                #expect(complaints.allSatisfy { $0.contains(#""failure":"changing-over""#) }, "\(complaints)")
            }
        }
    }

    @Test func `what cannot be used is told in a sentence`() async throws {
        try await KeptNetwork.during { kept, _ in
            let nowhere = "host=\(kept.workspace.folder.path) dbname=postgres user=postgres"
            for (address, words) in [
                (nowhere, "No PostgreSQL answers"),
                (kept.address.replacing("dbname=postgres", with: "dbname=nothing"), "nothing"),
            ] {
                let outcome = try await kept.workspace.breathe("serve", "--port", "0", "--store", address)
                #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome.errors)")
            }
            let copy = kept.workspace.folder.appending(path: "copy.sqlite").path
            let backup = try await kept.workspace.breathe("backup", copy, "--store", kept.address)
            #expect(backup.status == 1 && backup.errors.contains("pg_dump"), "\(backup.errors)")
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }
}

extension RunningService {
    /// Waits until the service says how it is with a status.
    func becomes(_ status: Int) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await get("/readyz").status != status {
            guard ContinuousClock.now < end else { throw Late("/readyz is not \(status)") }
            try await Task.sleep(for: .milliseconds(200))
        }
    }
}
