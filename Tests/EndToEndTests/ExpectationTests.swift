import Foundation
import SampleTesting
import Testing

/// What clients wait for before they send, and what a service with few descriptors does.
@Suite(.serving(), .timeLimit(.minutes(20))) struct ExpectationTests {
    private var service: RunningService {
        get throws { try #require(ServiceTrait.current) }
    }

    @Test func `a client that expects 100 Continue is told to go on, and then answered`() async throws {
        let connection = try RawConnection(try service)
        let body = #"{"topic":"question","text":"Does a client wait a second here?"}"#
        try await connection.write(
            """
            POST /v1/messages HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            Expect: 100-continue\r
            Connection: close\r
            \r

            """)
        #expect(try await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try await connection.write(body)
        let answer = try await connection.read(until: "\u{0}never")
        #expect(answer.hasPrefix("HTTP/1.1 "))
        #expect(!answer.contains("100 Continue"))
    }

    @Test func `a client that does not wait gets one answer`() async throws {
        let connection = try RawConnection(try service)
        try await connection.write(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n")
        let answer = try await connection.read(until: "\u{0}never")
        #expect(answer.contains("HTTP/1.1 200 OK"))
    }

    @Test(arguments: [("1.1", "400"), ("1.0", "200")])
    func `HTTP 1.1 has to name its host, and HTTP 1.0 does not`(version: String, status: String) async throws
    {
        let connection = try RawConnection(try service)
        try await connection.write("GET /healthz HTTP/\(version)\r\nConnection: close\r\n\r\n")
        let answer = try await connection.read(until: "\u{0}never")
        #expect(answer.split(separator: " ").dropFirst().first.map(String.init) == status, "\(answer)")
    }

    /// The system refuses the 65th descriptor, and connections beyond that wait in the queue.
    @Test func `a service with 64 descriptors rests while more clients wait, and serves them in turn`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let shell = workspace.folder.appending(path: "few-descriptors")
            try Data("#!/bin/sh\nulimit -n 64\nexec \"$0.program\" \"$@\"\n".utf8).write(to: shell)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shell.path)
            try FileManager.default.createSymbolicLink(
                atPath: shell.path + ".program", withDestinationPath: Program.file.path)
            try await RunningService.during(
                workspace, arguments: ["--log-level", "warning"], program: shell
            ) { service in
                var held: [RawConnection] = []
                for _ in 0..<80 { held.append(try RawConnection(service)) }
                let before = try service.processorSeconds
                try await Task.sleep(for: .seconds(2))
                #expect(try service.processorSeconds - before < 0.4, "it spins while it cannot accept")
                held.removeAll()
                // The server notices one after the other that they are closed.
                try await awaited("it is not ready again") {
                    try await service.get("/readyz").status == 200 ? true : nil
                }
            }
            let logs = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
                .filter { $0.hasSuffix(".log") }
                .map { try String(contentsOf: workspace.folder.appending(path: $0), encoding: .utf8) }
                .joined()
            #expect(logs.contains("few file descriptors") && logs.contains("no more connections accepted"))
        }
    }
}

extension RunningService {
    /// The processor time that the process has used.
    fileprivate var processorSeconds: Double {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.identifier)/stat", encoding: .utf8)
            // The name in parentheses may contain spaces; utime and stime are fields 14 and 15 of proc(5).
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            return (fields[11...12].compactMap { Double($0) }.reduce(0, +))
                / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }
}
