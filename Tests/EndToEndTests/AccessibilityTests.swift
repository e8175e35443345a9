import SampleTesting
import Testing

/// Checks every page for people with different needs, by `Tests/SampleTesting/Scripts/browser_axe.py`.
@Suite(.takingTurns) struct AccessibilityTests {
    /// A provider of payments, so that the page of support offers amounts; nobody answers there.
    private static let payments = [
        "BREATHE_STRIPE_KEY": "sk_test_none", "BREATHE_STRIPE_SECRET": "whsec_none",
        "BREATHE_STRIPE_URL": "http://127.0.0.1:9", "BREATHE_PUBLIC_URL": "http://air.localhost",
    ]

    @Test func `axe, large type, zoom and keyboard checks find no fault on any page`() async throws {
        try await FilledNetwork.during(with: Self.payments) { network in
            let workspace = network.service.workspace
            let link = try #require(try await workspace.done("account", "invite", "anna").lines.last)
            let expert = try #require(try await workspace.done("account", "invite", "eva").lines.last)
            let outcome = try await Python.play(
                "browser_axe.py",
                [network.service.address, link, "anna", network.key, expert, FilledNetwork.gift])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}
