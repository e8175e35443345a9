import SampleTesting
import Testing

/// Checks every page for people with different needs, by `Tests/SampleTesting/Scripts/browser_axe.py`.
@Suite(.takingTurns) struct AccessibilityTests {
    @Test func `axe, large type, zoom and keyboard checks find no fault on any page`() async throws {
        try await FilledNetwork.during { network in
            let workspace = network.service.workspace
            let link = try #require(try await workspace.done("account", "invite", "anna").lines.last)
            let outcome = try await Python.play(
                "browser_axe.py", [network.service.address, link, "anna", network.key])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}
