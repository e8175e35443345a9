import SampleTesting
import Testing

/// What experts write, and what becomes of it.
extension BrowserTests {
    @Test func `an expert's article has a picture, is corrected with a note to readers, and is taken away`()
        async throws
    {
        try await Workspace.temporary { workspace in
            let (eva, max) = (try await workspace.invitation("eva"), try await workspace.invitation("max"))
            try await workspace.done("role", "grant", "eva", "expert")
            try await workspace.done("role", "grant", "max", "moderator")
            try await RunningService.during(workspace) { service in
                try await play("browser_corrections.py", service.address, eva, max)
            }
        }
    }
}
