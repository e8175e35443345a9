package import Foundation
import Synchronization

/// Collects the last uses of credentials until they are written to the store.
///
/// Recording a use takes only a lock, so no request waits for the store. The memory used is one date for each
/// credential used since the last write.
package final class CredentialUses: Sendable {
    private let uses = Mutex<[String: Date]>([:])

    package init() {}

    /// Records a use of a credential, named by its public part.
    func note(_ id: String, at now: Date) { uses.withLock { $0[id] = now } }

    /// Returns the uses recorded since the last call and clears them.
    package func take() -> [String: Date] {
        uses.withLock { uses in
            defer { uses = [:] }
            return uses
        }
    }
}
