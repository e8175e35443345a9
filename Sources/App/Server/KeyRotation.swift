import Foundation
package import Sealing
package import Storage

/// Rotates the key that seals personal data.
package struct KeyRotation: Sendable {
    /// The outcome of a rotation.
    package struct Outcome: Sendable {
        /// The new key; `nil` if an earlier rotation was completed instead.
        package let made: DataKey.ID?
        package let current: DataKey.ID
        /// The number of values that were resealed.
        package let sealed: Int
        /// The unused keys that were removed from the file.
        package let forgotten: [DataKey.ID]
    }

    package let store: SQLiteStore
    package let keys: KeyRing

    /// Opens the database with its keys.
    package init(_ configuration: ServerConfiguration) throws {
        store = try configuration.openStore()
        keys = store.keys
    }

    /// Creates a new key and reseals everything, or completes an interrupted rotation.
    ///
    /// Keys from the environment are changed there. This then reseals everything under the first of them.
    ///
    /// - Parameters:
    ///   - forgets: Whether to remove unused keys from the file.
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

    /// Removes unused keys from the file.
    ///
    /// - Returns: The removed keys.
    package func forget() async throws -> [DataKey.ID] {
        guard let file = keys.file, let unused = try await store.dropUnusedKeys() else { return [] }
        try file.forget(Set(unused))
        return unused
    }
}
