import Foundation
import SampleTesting
import Testing

/// Floods that HTTP/2 makes possible; `Tests/SampleTesting/Scripts/http2_attack.py` sends them.
@Suite(.takingTurns) struct AttackHTTP2Tests {
    @Test func `a client that floods loses its connection, and others are served`() async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let certificate = try await authority.certificate(for: "IP:127.0.0.1")
            let settings = [
                "BREATHE_TLS_CERTIFICATE": certificate.chain.path, "BREATHE_TLS_KEY": certificate.key.path,
            ]
            try await RunningService.during(workspace, environment: settings) { service in
                let port = try #require(URLComponents(string: service.address)?.port)
                let attacks = [
                    "reset", "continuation", "settings", "ping", "streams", "header-list", "connection-field",
                ]
                let outcome = try await Python.play(
                    "http2_attack.py", ["\(port)", authority.file.path] + attacks)
                try #require(outcome.status == 0, "\(outcome.output)")
                let lines = outcome.output.split(separator: "\n").map(String.init)
                #expect(lines.count == attacks.count)
                // 11 is ENHANCE_YOUR_CALM, 1 PROTOCOL_ERROR (RFC 9113, 7).
                for (line, attack) in zip(lines, attacks) {
                    let rest = line.dropFirst(attack.count + 1)
                    switch attack {
                    case "streams", "header-list", "connection-field":
                        #expect(rest.hasPrefix("refused") || rest == "431" || rest == "400", "\(line)")
                    default: #expect(rest == "goaway 11" || rest == "goaway 1" || rest == "closed", "\(line)")
                    }
                }
                try await SecureClient.during(trusting: authority.file, isMultiplexing: true) {
                    let answer = try await service.get("/healthz")
                    #expect(answer.status == 200)
                }
            }
        }
    }
}
