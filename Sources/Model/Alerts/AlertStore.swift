package import Observations

/// The store of readings, fences and alerts, as far as raising alerts needs it.
package protocol AlertStore: Sendable {
    /// Runs acts in one transaction: either all of them are durable when this returns, or none has happened.
    ///
    /// Observers learn what it changed before the next transaction begins.
    ///
    /// - Parameter acts: What to do in the transaction.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func write<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome

    /// Runs acts in one transaction that only stores past readings, without consequences.
    ///
    /// The acts look up the station of every reading in the same transaction, in which nobody else can remove
    /// it. So the store need not check again that it exists, which saves a sixth of the time of a large
    /// import.
    ///
    /// - Parameter acts: What to do in the transaction.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be written.
    func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome

    /// Begins a dry run, in which submissions can be tried one after the other.
    func dryRun() throws -> any AlertDryRun
}

/// A dry run: it starts from the store's state, and nobody else sees what is written in it.
package protocol AlertDryRun: Sendable {
    /// Runs acts that see what was tried here before.
    ///
    /// - Parameters:
    ///   - submission: The subject of the acts. They may touch nothing else in the store.
    ///   - acts: What to do.
    /// - Returns: What the acts returned.
    /// - Throws: What the acts throw, or why nothing could be tried. The dry run is then unusable.
    func run<Outcome: Sendable>(
        _ submission: Submission,
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome
}

extension AlertStore {
    /// Runs acts in one transaction, as ``write(_:)`` does, for stores without a faster way.
    package func load<Outcome: Sendable>(
        _ acts: @escaping @Sendable (any StoreTransaction) throws -> Outcome
    ) async throws -> Outcome {
        try await write(acts)
    }
}
