import SampleTesting
import Testing

/// Every page for those who see, hear, move or read otherwise, by `Tests/SampleTesting/Scripts/browser_axe.py`.
@Suite(.timeLimit(.minutes(20))) struct AccessibilityTests {
    @Test func `axe and larger type, zoom and keys find nothing wrong on any page`() async throws {
        try await FilledNetwork.during { network in
            let workspace = network.service.workspace
            let link = try #require(try await workspace.done("account", "invite", "anna").lines.last)
            let outcome = try await Python.play(
                "browser_axe.py", [network.service.address, link, "anna", network.key])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}
