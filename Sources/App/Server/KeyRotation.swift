import Foundation
package import Sealing

/// A store that seals what it holds about people.
package protocol SealedStore: Sendable {
    /// The keys that seal its values.
    var keys: KeyRing { get }
    /// The keys that sealed values name, with the number of values for each; this scans every value.
    func dataKeyUses() async throws -> [DataKeyUse]
    /// Whether all values name the current key, apart from those that are deleted with their key.
    func isUnderCurrentKey() async throws -> Bool
    /// Reseals everything that is not under the current key, while others read and write.
    ///
    /// If it is interrupted, the next call continues where it stopped.
    ///
    /// - Parameter progress: Called at intervals with the number of values resealed so far.
    /// - Returns: The number of values resealed.
    /// - Throws: `SealingError` when a value cannot be opened; values that are already resealed stay so.
    func sealAnew(_ progress: @Sendable (Int) -> Void) async throws -> Int
    /// Forgets every key that no value names any more.
    ///
    /// - Returns: The keys of the ring that may be deleted; `nil` while values still name a key other than
    ///   the current one.
    func dropUnusedKeys() async throws -> [DataKey.ID]?
    /// The number of values in each column that cannot be opened; this opens every value.
    func brokenValues() async throws -> [String: Int]
}

/// Rotates the key that seals personal data.
package struct KeyRotation: Sendable {
    /// The outcome of a rotation.
    package struct Outcome: Sendable {
        /// The new key; `nil` if an earlier rotation was completed instead.
        package let made: DataKey.ID?
        package let current: DataKey.ID
        /// The number of values that were resealed.
        package let sealed: Int
        /// The keys that the database no longer names; those of a file were removed from it.
        package let forgotten: [DataKey.ID]
    }

    package let store: any SealedStore
    package let keys: KeyRing

    /// Opens the database with its keys.
    package init(_ configuration: ServerConfiguration) async throws {
        store = try await configuration.openAnyStores().network
        keys = store.keys
    }

    /// Creates a new key and reseals everything, or completes an interrupted rotation.
    ///
    /// Keys from the environment are changed there. This then reseals everything under the first of them.
    ///
    /// - Parameters:
    ///   - forgets: Whether to forget unused keys.
    ///   - progress: Called at intervals with the number of values resealed so far.
    /// - Returns: What was done.
    /// - Throws: An error if not everything could be resealed. Values already resealed stay so.
    package func run(
        forgetting forgets: Bool, _ progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> Outcome {
        let made = try await store.isUnderCurrentKey() ? try keys.file?.addKey() : nil
        let sealed = try await store.sealAnew(progress)
        let forgotten = forgets ? try await forget() : []
        return Outcome(made: made, current: try keys.current(), sealed: sealed, forgotten: forgotten)
    }

    /// Lets the database forget unused keys, and removes them from the file.
    ///
    /// Until then the database does not open without them. Those of the environment can be removed there afterwards.
    ///
    /// - Returns: The forgotten keys.
    package func forget() async throws -> [DataKey.ID] {
        guard let unused = try await store.dropUnusedKeys() else { return [] }
        try keys.file?.forget(Set(unused))
        return unused
    }
}
