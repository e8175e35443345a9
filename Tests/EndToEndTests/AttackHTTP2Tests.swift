import Foundation
import SampleTesting
import Testing

/// Attacks that HTTP/2 makes possible, and a sample of the other suites' attacks over TLS and over HTTP/2.
///
/// `http2_attack.py` and `secure_attack.py` in `Tests/SampleTesting/Scripts` send them.
@Suite(.takingTurns) struct AttackHTTP2Tests {
    /// What a client does that never stops.
    private static let floods = ["reset", "continuation", "settings", "ping"]

    /// What a client does once, and the reactions that refuse it: the status of an answer, or the code of a `RST_STREAM`
    /// or a `GOAWAY` (RFC 9113, 7: 1 PROTOCOL_ERROR, 3 FLOW_CONTROL_ERROR, 6 FRAME_SIZE_ERROR, 9 COMPRESSION_ERROR).
    private static let faults: [(attack: String, reactions: Set<String>)] = [
        ("header-bomb", ["goaway 9", "431"]), ("broken-table", ["goaway 9"]),
        ("window-overflow", ["goaway 3"]), ("zero-increment", ["goaway 1"]), ("long-frame", ["goaway 6"]),
        ("data-without-a-head", ["goaway 1"]), ("even-stream", ["goaway 1"]),
        ("no-path", ["reset 1", "400"]), ("two-paths", ["reset 1", "400"]),
        ("late-path", ["reset 1", "400"]),
        ("upper-case", ["reset 1", "400"]), ("line-end", ["reset 1", "400"]), ("second-host", ["400"]),
        // Nothing is sent beyond the window, and nothing is lost when it opens.
        ("zero-window", ["100 answers"]),
    ]

    /// The hostile requests of other suites, for `secure_attack.py`.
    private struct Sample: Encodable {
        let raw: [[String]]
        let targets: [String]
    }

    private func served(
        _ act: @escaping @Sendable (RunningService, TestAuthority) async throws -> Void
    ) async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let certificate = try await authority.certificate(for: "IP:127.0.0.1")
            let settings = [
                "BREATHE_TLS_CERTIFICATE": certificate.chain.path, "BREATHE_TLS_KEY": certificate.key.path,
            ]
            try await RunningService.during(workspace, environment: settings) { service in
                try await act(service, authority)
                try await SecureClient.during(trusting: authority.file, isMultiplexing: true) {
                    let answer = try await service.get("/healthz")
                    #expect(answer.status == 200)
                }
            }
        }
    }

    /// The lines that an attacking script prints.
    private func lines(
        of script: String, against service: RunningService, trusting authority: TestAuthority,
        _ arguments: [String]
    ) async throws -> [String] {
        let port = try #require(URLComponents(string: service.address)?.port)
        let outcome = try await Python.play(script, ["\(port)", authority.file.path] + arguments)
        try #require(outcome.status == 0, "\(outcome.output)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test func `a client that floods loses its connection, and others are served`() async throws {
        try await served { service, authority in
            let attacks = Self.floods + ["streams", "header-list", "connection-field"]
            let lines = try await lines(
                of: "http2_attack.py", against: service, trusting: authority,
                attacks + Self.faults.map(\.attack))
            #expect(lines.count == attacks.count + Self.faults.count)
            // 11 is ENHANCE_YOUR_CALM, 1 PROTOCOL_ERROR (RFC 9113, 7).
            for (line, attack) in zip(lines, attacks) {
                let rest = line.dropFirst(attack.count + 1)
                if Self.floods.contains(attack) {
                    #expect(rest == "goaway 11" || rest == "goaway 1" || rest == "closed", "\(line)")
                } else {
                    #expect(rest.hasPrefix("refused") || rest == "431" || rest == "400", "\(line)")
                }
            }
            for (line, fault) in zip(lines.dropFirst(attacks.count), Self.faults) {
                #expect(fault.reactions.contains { line == "\(fault.attack) \($0)" }, "\(line)")
            }
        }
    }

    @Test func `hostile requests are refused over TLS and HTTP/2 as they are without`() async throws {
        let sample = Sample(
            raw: AttackCorpus.ambiguous.map { [$0.0, AttackCorpus.post + $0.1] },
            targets: try await AttackCorpus.targets())
        #expect(sample.targets.count > 100)
        try await served { service, authority in
            let file = service.workspace.folder.appending(path: "sample.json")
            try JSONEncoder().encode(sample).write(to: file)
            let lines = try await lines(
                of: "secure_attack.py", against: service, trusting: authority, [file.path])
            let found = try lines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
            let overTLS = found.filter { $0["over"] == "http/1.1" }
            #expect(overTLS.count == sample.raw.count)
            for one in overTLS {
                #expect(one["statuses"] == [400] || one["statuses"] == [405, 400], "\(one)")
            }
            let overHTTP2 = found.filter { $0["over"] == "h2" }
            #expect(overHTTP2.count == sample.targets.count)
            for one in overHTTP2 {
                let status = one["status"].number ?? 0
                #expect((200..<500).contains(status) || one["status"] == "not ready", "\(one)")
                #expect(status != 401 && one["leaks"] == [], "\(one)")
            }
            let handshakes = found.filter { $0["over"] == "handshake" }
            #expect(
                handshakes.map { $0["outcome"] } == [
                    "None HTTP/1.1 200", "None HTTP/1.1 200", "h2 closed", "closed", "closed", "closed",
                    "closed",
                ], "\(handshakes)")
        }
    }
}
