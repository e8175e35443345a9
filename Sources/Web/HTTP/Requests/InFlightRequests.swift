package import People
import Synchronization

/// Keeps an account from starting the same slow request twice at once, and all accounts together from starting too many.
package final class InFlightRequests: Sendable {
    private let accounts = Mutex<Set<Account.ID>>([])
    private let most: Int

    /// - Parameter most: The most that run at once, of all accounts together.
    package init(most: Int = .max) { self.most = most }

    /// Registers the start of a request for an account; `false` if one is already running, or too many of others are.
    package func begin(_ account: Account.ID) -> Bool {
        accounts.withLock { accounts in
            guard accounts.count < most else { return false }
            return accounts.insert(account).inserted
        }
    }

    package func end(_ account: Account.ID) { accounts.withLock { _ = $0.remove(account) } }

    /// Registers the start of a request that may outlive the function which handles it; `nil` where ``begin(_:)`` says no.
    package func turn(of account: Account.ID) -> RequestTurn? {
        begin(account) ? RequestTurn { [self] in end(account) } : nil
    }
}

/// A request that is in flight until this is ended, or until nothing refers to it any more.
package final class RequestTurn: Sendable {
    private let isRunning = Mutex(true)
    private let atEnd: @Sendable () -> Void

    init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }

    /// Ends it, once.
    package func end() {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = false }
            return isRunning
        }
        if isFirst { atEnd() }
    }

    deinit { end() }
}
