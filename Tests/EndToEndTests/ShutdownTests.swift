import Foundation
import SampleTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ShutdownTests {
    @Test func `SIGTERM ends streams, lets requests finish and empties the log`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let key = try await workspace.key(for: "basel")
            let token = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                try await LiveStream.open(service, as: token) { stream in
                    let reading = #"{"allergen":"birch","day":"\#(today)","value":12}"#
                    // More than all buffers between us can hold: once it is written,
                    // the service has read the head.
                    let start = #"{"readings":["# + String(repeating: " ", count: 9 << 20)
                    let rest = reading + "]}"
                    let upload = try RawConnection(service, sendBuffer: 65_536)
                    try await upload.write(
                        "POST /v1/stations/basel/readings HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/json\r\nAuthorization: Bearer \(key)\r\n"
                            + "Content-Length: \(start.utf8.count + rest.utf8.count)\r\n\r\n" + start)
                    try await awaited("the stream is not counted") {
                        try await service.get("/metrics").text.contains("live_streams_open 1") ? true : nil
                    }
                    service.process.send(SIGTERM)
                    #expect(try await stream.next() == nil, "the stream ends")
                    try await upload.write(rest)
                    let answer = try await upload.read(until: "}")
                    #expect(answer.contains("200 OK"), "\(answer)")
                    #expect(answer.contains(#""accepted":1"#))
                }
                #expect(try await service.process.exitStatus() == 0)
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
                #expect(try await service.process.exitStatus() == 0)
            }
        }
    }

    @Test func `a clean stop warns of nothing`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace, arguments: ["--log-level", "warning"]) { service in
                let answer = try await service.get("/healthz")
                #expect(answer.status == 200)
            }
            let files = try FileManager.default.contentsOfDirectory(
                at: workspace.folder, includingPropertiesForKeys: nil)
            let logs = files.filter { $0.pathExtension == "log" }
            let lines = try logs.map { try String(contentsOf: $0, encoding: .utf8) }
            #expect(lines == [""])
        }
    }

    @Test func `a port in use fails with status 1`() async throws {
        try await Workspace.temporary { workspace in
            try await RunningService.during(workspace) { service in
                let port = try #require(URLComponents(string: service.address)?.port)
                let outcome = try await workspace.breathe("serve", "--port", "\(port)")
                #expect(outcome.status == 1)
                #expect(outcome.output == "")
            }
        }
    }

    @Suite(.alone, .timeLimit(.minutes(20))) struct PromptnessTests {
        @Test func `a stop does not wait for a client that holds half an upload`() async throws {
            try await Workspace.temporary { workspace in
                try await workspace.addStation("basel", 7.58, 47.56)
                let key = try await workspace.key(for: "basel")
                try await RunningService.during(workspace) { service in
                    let upload = try RawConnection(service, sendBuffer: 65_536)
                    let start = #"{"readings":["# + String(repeating: " ", count: 9 << 20)
                    try await upload.write(
                        "POST /v1/stations/basel/readings HTTP/1.1\r\nHost: localhost\r\n"
                            + "Content-Type: application/json\r\nAuthorization: Bearer \(key)\r\n"
                            + "Content-Length: \(start.utf8.count + 2)\r\n\r\n" + start)
                    let signalled = ContinuousClock.now
                    service.process.send(SIGTERM)
                    #expect(try await service.process.exitStatus() == 0)
                    let elapsed = ContinuousClock.now - signalled
                    // Requests have eight seconds to finish; the pace of bodies alone would end it after 30.
                    #expect(elapsed < .seconds(12), "\(elapsed)")
                }
            }
        }
    }
}
