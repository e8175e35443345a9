import Logging
import ServiceLifecycle
import Storage

/// Opens all fences once as the service starts, so that the first alert need not.
struct FenceWarmUpService: Service {
    let store: SQLiteStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await store.openFences()
            } catch is CancellationError {
                return
            } catch {
                // A match opens what it meets, and says so where it cannot.
                logger.error("fences not opened", metadata: ["error": "\(error)"])
            }
            try? await gracefulShutdown()
        }
    }
}
