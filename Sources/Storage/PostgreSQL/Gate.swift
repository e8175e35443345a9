import PostgreSQL
import Synchronization

/// Lets one act at a time pass, in the order in which they came.
///
/// Who waits here holds no connection, as those would who wait for a lock of the database.
final class Gate: Sendable {
    private typealias Waiting = CheckedContinuation<Void, any Error>

    private struct State {
        var isTaken = false
        /// By a number that grows.
        var waiting: [(number: UInt64, continuation: Waiting)] = []
        var last: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Does something once it has its turn.
    ///
    /// - Throws: `PostgreSQLError.cancelled`, and what the act throws.
    func pass<Outcome: Sendable>(_ act: () async throws -> Outcome) async throws -> Outcome {
        try await enter()
        defer { leave() }
        return try await act()
    }

    private func enter() async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Waiting) in
                let answer: Result<Void, PostgreSQLError>? = state.withLock { state in
                    // A task that is cancelled from now on finds its number.
                    if Task.isCancelled { return .failure(.cancelled) }
                    if state.isTaken {
                        state.waiting.append((number, continuation))
                        return nil
                    }
                    state.isTaken = true
                    return .success(())
                }
                switch answer {
                case .success: continuation.resume()
                case .failure(let error): continuation.resume(throwing: error)
                case nil: break
                }
            }
        } onCancel: {
            let given = state.withLock { state -> Waiting? in
                guard let place = state.waiting.firstIndex(where: { $0.number == number })
                else { return nil }
                return state.waiting.remove(at: place).continuation
            }
            given?.resume(throwing: PostgreSQLError.cancelled)
        }
    }

    private func leave() {
        let next = state.withLock { state -> Waiting? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
