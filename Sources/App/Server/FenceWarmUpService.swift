import Logging
import ServiceLifecycle

/// Holds the fences sealed, and matches alerts with those that it has opened.
package protocol FenceOpening: Sendable {
    /// Opens every fence, in short transactions; it ends early when its task is cancelled.
    func openFences() async throws
}

/// Opens all fences when the service starts, so that the first alert does not have to.
struct FenceWarmUpService: Service {
    let store: any FenceOpening
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
