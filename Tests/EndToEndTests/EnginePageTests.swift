import SampleTesting
import Testing

/// Compares every page in three browser engines, and walks the main paths in two, by
/// `Tests/SampleTesting/Scripts/engine_pages.py`.
@Suite(.takingTurns) struct EnginePageTests {
    @Test func `Firefox and WebKit show every page as Chromium does, and lead along the main paths`()
        async throws
    {
        try await FilledNetwork.during { network in
            let workspace = network.service.workspace
            let link = try #require(try await workspace.done("account", "invite", "anna").lines.last)
            let outcome = try await Python.play(
                "engine_pages.py", [network.service.address, link, "anna"])
            #expect(outcome.status == 0, "\(outcome.output)")
        }
    }
}
