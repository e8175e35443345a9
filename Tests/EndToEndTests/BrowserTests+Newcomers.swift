import SampleTesting
import Testing

/// The first steps of people who are new here.
extension BrowserTests {
    @Test func `a stranger is one tap from what is in the air where they are`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("harbour", 13.4, 52.5)
            try await workspace.importPlain(["harbour,birch,\(today),5"])
            try await RunningService.during(workspace) { service in
                try await play("browser_arrival.py", service.address)
            }
        }
    }

    @Test func `a stranger signs up and gets an alert about a station's reading`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("harbour", 13.4, 52.5)
            let key = try await workspace.key(for: "harbour")
            try await serveByName(Self.site, workspace) { listener, mailbox in
                try await play(
                    "browser_first_alert.py", Self.site, listener, mailbox.server.path("messages.jsonl"), key,
                    "\(today)")
            }
        }
    }

    @Test func `a newcomer is asked for one wish after the other, with what is lost without it`() async throws
    {
        let push = try await PythonServer("push_service.py")
        // Only where a browser trusts a site, as a name of this machine, are its permissions asked for.
        let site = "http://air.localhost"
        try await Workspace.temporary { workspace in
            let link = try await workspace.invitation("anna")
            try await serveByName(site, workspace, ["BREATHE_OUTBOUND_ALLOW": "127.0.0.1"]) { listener, _ in
                try await play("browser_wishes.py", site, listener, link, push.greeting)
            }
        }
    }
}
