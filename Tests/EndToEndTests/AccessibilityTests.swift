import Allergens
import Foundation
import SampleTesting
import Testing

/// Checks every page for people with different needs, by `browser_axe.py` and `browser_axe_studies.py` in
/// `Tests/SampleTesting/Scripts`.
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

    @Test func `no fault is on the pages of a study, in five languages and for all who have to do with it`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try workspace.addTowns()
            try await workspace.addStation("basel", 7.584, 47.562)
            try await workspace.importPlain((0...2).map { "basel,birch,\(today.adding(days: -$0)),60" })
            let token = try await workspace.account("anna")
            for role in ["researcher", "administrator"] {
                try await workspace.done("role", "grant", "anna", role)
            }
            let link = try #require(try await workspace.done("account", "invite", "anna").lines.last)
            let other = try await workspace.account("david")
            let workbooks = repository.appending(path: "Tests/Workbooks").path
            try await RunningService.during(workspace) { service in
                let outcome = try await Python.play(
                    "browser_axe_studies.py", [service.address, link, token, other, workbooks])
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}
