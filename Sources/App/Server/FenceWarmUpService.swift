import Logging
import ServiceLifecycle
import Storage

/// Opens all fences when the service starts, so that the first alert does not have to.
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
                // Matching opens the fences that it needs and reports those that it cannot open.
                logger.error("fences not opened", metadata: ["error": "\(error)"])
            }
            try? await gracefulShutdown()
        }
    }
}
