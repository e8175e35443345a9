package import Foundation
import Synchronization

/// When keys were last shown, until somebody writes it down.
///
/// Noting costs no more than a lock: a request never waits for the store because of it. What is held is one instant for
/// each key that was shown since.
package final class CredentialUses: Sendable {
    private let uses = Mutex<[String: Date]>([:])

    package init() {}

    /// Notes that a key was shown, by its public part.
    func note(_ id: String, at now: Date) { uses.withLock { $0[id] = now } }

    /// Gives away what was noted since the last time.
    package func take() -> [String: Date] {
        uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
    }
}
