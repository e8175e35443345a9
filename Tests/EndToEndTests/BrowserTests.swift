import Foundation
import SampleTesting
import Testing

/// The pages in a real browser, led by `Tests/SampleTesting/Scripts/browser.py`.
@Suite(.timeLimit(.minutes(20))) struct BrowserTests {
    /// The day that the map is about.
    private static let day = "2020-04-08"

    /// A station in Berlin with a doubtful day and a doubtful hour of long ago, and the classes of the region around it.
    private func fill(_ workspace: Workspace) async throws -> String {
        try await workspace.addStation("harbour", 13.4, 52.5)
        try await workspace.importPlain([
            "harbour,birch,\(Self.day),5", "harbour,pm2_5,\(Self.day),35.5",
        ])
        for (column, time) in [("day", "2024-05-01"), ("time", "2019-04-08T14:00:00Z")] {
            let text = "station,allergen,\(column),value,quality\nharbour,birch,\(time),30,suspect\n"
            try await workspace.done(
                "import", "--feed", "plain", workspace.file("doubtful-\(column).csv", text))
        }
        try await workspace.done(
            "import", "--feed", "dwd",
            workspace.file(
                "dwd.json",
                """
                {"last_update":"\(Self.day) 11:00 Uhr","content":[{"region_id":50,"partregion_id":-1,
                 "Pollen":{"Birke":{"today":"2-3"},"Roggen":{"today":"1"}}}]}
                """))
        return try #require(
            try await workspace.done("key", "create", "--station", "harbour", "--label", "bench key").lines
                .last)
    }

    @Test func `an operator and a reader of the map find their way in a browser`() async throws {
        // A folder to look at what the pages are like.
        let pictures = ProcessInfo.processInfo.environment["BREATHE_PICTURES"] ?? "-"
        try await Workspace.temporary { workspace in
            let key = try await fill(workspace)
            try await RunningService.during(workspace) { service in
                let outcome = try await Python.play(
                    "browser.py", [pictures, service.address, key, "\(today)", Self.day])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }

    @Test func `somebody draws places, reports, and reads alerts in a browser`() async throws {
        let pictures = ProcessInfo.processInfo.environment["BREATHE_PICTURES"] ?? "-"
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            let token = try await workspace.account("ben")
            try await RunningService.during(workspace) { service in
                let outcome = try await Python.play(
                    "browser_reports.py", [pictures, service.address, link, token])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }

    @Test func `somebody signs up, in, out and away in a browser`() async throws {
        let pictures = ProcessInfo.processInfo.environment["BREATHE_PICTURES"] ?? "-"
        let mail = try await PythonServer("mail_server.py", ["plain"])
        let provider = try await PythonServer("oidc_server.py")
        try await Workspace.temporary { workspace in
            let definitions = """
                {"providers": [{"id": "clinic", "name": "City Clinic", "issuer": "\(provider.greeting)",
                 "clientID": "breathe", "secretVariable": "CLINIC_SECRET"}]}
                """
            // The browser finds this name at the port on which the service happens to listen.
            let site = "http://air.test"
            let environment = [
                "BREATHE_PUBLIC_URL": site, "BREATHE_SMTP_URL": mail.greeting,
                "BREATHE_SMTP_FROM": "air@example.org", "BREATHE_SMTP_STARTTLS": "never",
                "BREATHE_OUTBOUND_ALLOW": "localhost", "CLINIC_SECRET": "s3cret",
                "BREATHE_IDENTITY_PROVIDERS": try workspace.file("providers.json", definitions),
            ]
            try await RunningService.during(workspace, environment: environment) { service in
                let listener = service.address.replacing("http://", with: "")
                let outcome = try await Python.play(
                    "browser_accounts.py", [pictures, site, listener, mail.path("messages.jsonl")])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}
