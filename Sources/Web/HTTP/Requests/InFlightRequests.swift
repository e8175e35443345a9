package import People
import Synchronization

/// Keeps an account from asking twice at once for what takes long.
package final class InFlightRequests: Sendable {
    private let accounts = Mutex<Set<Account.ID>>([])

    package init() {}

    /// Notes that something begins for an account; `false` when it is under way.
    package func begin(_ account: Account.ID) -> Bool { accounts.withLock { $0.insert(account).inserted } }

    package func end(_ account: Account.ID) { accounts.withLock { _ = $0.remove(account) } }
}
