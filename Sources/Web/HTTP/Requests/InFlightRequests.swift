package import People
import Synchronization

/// Keeps an account from starting the same slow request twice at once.
package final class InFlightRequests: Sendable {
    private let accounts = Mutex<Set<Account.ID>>([])

    package init() {}

    /// Registers the start of a request for an account; `false` if one is already running.
    package func begin(_ account: Account.ID) -> Bool { accounts.withLock { $0.insert(account).inserted } }

    package func end(_ account: Account.ID) { accounts.withLock { _ = $0.remove(account) } }
}
