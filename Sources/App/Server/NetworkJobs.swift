import Logging
import ServiceLifecycle

/// Runs what a network needs done once, as long as this node has the turn.
///
/// The services are started whenever the node gets the turn, and cancelled when it loses it. Each must therefore
/// be able to run again.
struct NetworkJobs: Service {
    let services: [any Service]
    /// `nil` if no other node can be at work.
    let turn: (any Turn)?
    let ledger: JobLedger
    let logger: Logger

    func run() async throws {
        guard let turn else { return try await work() }
        while await cancelWhenGracefulShutdown({ await turn.take() }) {
            logger.notice("this node does the jobs of the network")
            try await work(during: turn)
        }
        await turn.giveBack()
    }

    /// Works until the turn is lost, or until the program stops and all jobs have ended.
    private func work(during turn: any Turn) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await work() }
            group.addTask { await turn.untilLost() }
            try await group.next()
            group.cancelAll()
            // What was cancelled may say so.
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }

    private func work() async throws {
        ledger.isAtWork = true
        defer { ledger.isAtWork = false }
        try await withThrowingTaskGroup { group in
            for service in services { group.addTask { try await service.run() } }
            try await group.waitForAll()
        }
        // The network has its turn even if it needs nothing done.
        try? await gracefulShutdown()
    }
}
