import SampleTesting
import Testing

/// Compares every page in three browser engines, by `Tests/SampleTesting/Scripts/engine_pages.py`.
@Suite(.timeLimit(.minutes(20))) struct EnginePageTests {
    @Test func `Firefox and WebKit show the same headings and controls as Chromium on every page`()
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
