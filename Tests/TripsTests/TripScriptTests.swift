import Foundation
import SampleTesting
import Testing

/// The pages' own scripts for trips, run in Node.js.
@Suite struct TripScriptTests {
    @Test func `the pages tell the same of every track, and read what recorders write`() async throws {
        let folder = repository.appending(path: "Tests/TripFiles/Scripts")
        let run = try await Python.play("site_modules.py", [repository.path, folder.path])
        #expect(run.status == 0, "\(run.output)")
    }
}
