import Foundation
import Testing

/// A start under a limit on threads, such as that of a container.
@Suite(.enabled(if: getuid() == 0, "only root can become another user, to whom the limit applies"))
struct ThreadBudgetTests {
    @Test func `a service that may not have enough threads says so in words`() async throws {
        try await Workspace.temporary { workspace in
            // No process belongs to this user, so all of the limit is for the service.
            let limited = [
                "--reuid=65531", "--regid=65531", "--clear-groups", "prlimit", "--nproc=12",
                Program.file.path, "serve", "--port", "0", "--database", workspace.database.path,
                "--resources", Program.root.path,
            ]
            let outcome = try await Program.run(
                limited, environment: ["PATH": "/usr/bin:/bin"], in: workspace.folder,
                file: URL(filePath: "/usr/bin/setpriv"))
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.errors.contains("further threads that the service needs"), "\(outcome.errors)")
            #expect(outcome.errors.contains("ulimit -u"))
        }
    }
}
