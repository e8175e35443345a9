import SampleTesting
import Testing

/// Push messages of the program in a real Firefox, by `Tests/SampleTesting/Scripts/firefox_push.py`.
@Suite(.takingTurns) struct FirefoxPushTests {
    @Test func `Firefox subscribes, decrypts an alert about a reading, and shows it as a notification`()
        async throws
    {
        let push = try await PythonServer("firefox_push_service.py")
        let mailbox = try await Mailbox()
        try await Workspace.temporary { workspace in
            try await workspace.addStation("harbour", 13.4, 52.5)
            let key = try await workspace.key(for: "harbour")
            let environment = mailbox.environment(of: "http://air.localhost").merging([
                "BREATHE_OUTBOUND_ALLOW": "127.0.0.1"
            ]) { $1 }
            try await RunningService.during(workspace, environment: environment) { service in
                let outcome = try await Python.play(
                    "firefox_push.py",
                    [
                        service.address, mailbox.server.path("messages.jsonl"), key, "\(today)",
                        push.greeting, push.path("messages.jsonl"),
                    ])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}
