import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShutdownTests {
    @Test func `SIGTERM ends streams, lets requests finish and empties the log`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let token = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                try await LiveStream.open(service, as: token) { stream in
                    let body = "allergen,day,value\nbirch,\(today),12\n"
                    let upload = try RawConnection(service)
                    upload.write(
                        "POST /v1/stations/basel/readings HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/csv\r\n"
                            + "Authorization: Bearer \(key)\r\nContent-Length: \(body.utf8.count)\r\n"
                            + "Expect: 100-continue\r\n\r\n" + body.prefix(20))
                    // The request is in flight as soon as the service has seen its head.
                    try await poll(.seconds(60)) {
                        try await service.get("/metrics").text.contains("live_streams_open 1")
                    }
                    service.process.send(SIGTERM)
                    #expect(try await stream.next() == nil, "the stream ends")
                    upload.write(String(body.dropFirst(20)))
                    let answer = upload.read(until: "}")
                    #expect(answer.contains("200 OK"), "\(answer)")
                    #expect(answer.contains(#""accepted":1"#))
                }
                #expect(try await service.process.exitStatus(within: .seconds(60)) == 0)
                let log = URL(filePath: workspace.database.path + "-wal")
                let size = try? log.resourceValues(forKeys: [.fileSizeKey]).fileSize
                #expect((size ?? 0) == 0)
                #expect(try await workspace.export().count == 2)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the idle service with status 0`(signal: Int32) async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                for path in ["/healthz", "/readyz"] {
                    let answer = try await service.get(path)
                    #expect(answer.status == 200)
                }
                service.process.send(signal)
                #expect(try await service.process.exitStatus(within: .seconds(60)) == 0)
            }
        }
    }

    @Test func `a port that is taken fails with status 1`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                let port = try #require(URLComponents(string: service.address)?.port)
                let outcome = try await workspace.breathe("serve", "--port", "\(port)")
                #expect(outcome.status == 1)
                #expect(outcome.output == "")
            }
        }
    }
}

/// Asks again and again until the answer is yes.
func poll(_ limit: Duration, _ isThere: @escaping @Sendable () async throws -> Bool) async throws {
    try await deadline(limit, "it did not come to pass") {
        while try await !isThere() { try await Task.sleep(for: .milliseconds(20)) }
    }
}
