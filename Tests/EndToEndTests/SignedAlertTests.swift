import Foundation
import SampleTesting
import Testing

/// Alerts in CAP that the operator's key has signed.
@Suite(.timeLimit(.minutes(20))) struct SignedAlertTests {
    private func settings(_ certificate: TestAuthority.Certificate) -> [String: String] {
        ["BREATHE_ALERT_KEY": certificate.key.path, "BREATHE_ALERT_CERTIFICATE": certificate.chain.path]
    }

    @Test func `receivers verify a signed alert, which the schema of CAP allows`() async throws {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let settings = settings(try await authority.certificate(for: "DNS:alerts.example"))
            try await RunningService.during(workspace, environment: settings) { service in
                let token = try await workspace.account("ben")
                let sent = try await service.post("/v1/alerts", report(10, 50, of: "birch"), bearer: token)
                let path = "/v1/alerts/\(try #require(sent.json["id"].text)).cap"
                let cap = try await service.get(path)
                let again = try await service.get(path)
                #expect(cap.header("ETag") == again.header("ETag"))
                let file = workspace.folder.appending(path: "alert.cap")
                try Data(cap.text.utf8).write(to: file)
                let verified = try await Program.run(
                    ["--verify", "--trusted-pem", authority.file.path, file.path], in: workspace.folder,
                    file: URL(filePath: "/usr/bin/xmlsec1"))
                #expect(verified.status == 0, "\(verified.errors)")
                try Python.check()
                let valid = try await Program.run(
                    [
                        "-c",
                        "import sys; from capvalidator.validate import Validator; print(Validator(open(sys.argv[1], 'rb').read()).schema())",
                        file.path,
                    ], in: workspace.folder, file: Python.interpreter)
                #expect(valid.output.contains("True"), "\(valid.output) \(valid.errors)")
            }
        }
    }

    @Test func `a service whose certificate is that of another key does not start, and says why`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let authority = try await TestAuthority(in: workspace.folder)
            let (one, other) = (
                try await authority.certificate(for: "DNS:one.example"),
                try await authority.certificate(for: "DNS:other.example")
            )
            for (environment, words) in [
                (
                    settings(.init(chain: one.chain, key: other.key)),
                    "the certificate is that of another key"
                ),
                (["BREATHE_ALERT_KEY": one.key.path], "alert-key and alert-certificate need each other"),
                (settings(.init(chain: one.chain, key: one.key.appending(path: "x"))), "cannot be read"),
            ] {
                let outcome = try await Program.run(
                    ["serve", "--port", "0", "--database", workspace.database.path], environment: environment,
                    in: workspace.folder)
                #expect(outcome.status != 0)
                #expect(outcome.errors.contains(words), "\(outcome.errors)")
            }
        }
    }
}
