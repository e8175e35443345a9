import Foundation
package import Sealing
package import Storage

/// Changing the key that values about people are sealed under.
package struct KeyRotation: Sendable {
    /// What a rotation came to.
    package struct Outcome: Sendable {
        /// The key that was made, unless an earlier rotation was brought to its end.
        package let made: DataKey.ID?
        package let current: DataKey.ID
        package let sealed: Int
        package let forgotten: [DataKey.ID]
    }

    package let store: SQLiteStore
    package let keys: KeyRing

    /// Opens the database with its keys.
    package init(_ configuration: ServerConfiguration) throws {
        store = try configuration.openArchive()
        keys = store.keys
    }

    /// Makes a new key and seals everything anew, or brings a rotation to its end that was cut off.
    ///
    /// Keys from the environment are changed there: this then seals everything under the first of them.
    ///
    /// - Parameters:
    ///   - forgets: Whether keys are taken out of the file that nothing names any more.
    ///   - progress: Called now and then with how many values were sealed anew until then.
    /// - Returns: What was done.
    /// - Throws: Why not all could be sealed; what was, stays so.
    package func run(
        forgetting forgets: Bool, _ progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> Outcome {
        let made = try await store.isUnderCurrentKey() ? try keys.file?.addKey() : nil
        let sealed = try await store.sealAnew(progress)
        let forgotten = forgets ? try await forget() : []
        return Outcome(made: made, current: try keys.current(), sealed: sealed, forgotten: forgotten)
    }

    /// Takes keys out of the file that nothing names any more.
    ///
    /// - Returns: Which they were.
    package func forget() async throws -> [DataKey.ID] {
        guard let file = keys.file, let unused = try await store.dropUnusedKeys() else { return [] }
        try file.forget(Set(unused))
        return unused
    }
}
