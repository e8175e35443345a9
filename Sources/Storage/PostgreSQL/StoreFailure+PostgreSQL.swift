import Alerts
import PostgreSQL
import Synchronization

extension StoreFailure {
    /// The failure behind an error of PostgreSQL; `nil` for an error that concerns only what was asked for.
    init?(_ error: PostgreSQLError) {
        switch error {
        case .unconfirmed, .lost(_, outcomeUnknown: true): self = .unsynced
        case .lost, .unreachable, .notAccepting, .poolExhausted: self = .unreachable
        case .readOnly, .noPrimary: self = .changingOver
        case .diskFull: self = .full
        case .forbidden: self = .unopenable
        case .newerSchema, .schemaChanging: self = .newerSchema
        default: return nil
        }
    }
}

extension PostgreSQLStore {
    /// Does something with the database, counts its failures, and tells them in the words of all stores.
    ///
    /// A command tells the sentence of the database itself.
    func telling<Outcome: Sendable>(_ act: () async throws -> Outcome) async throws -> Outcome {
        do {
            try admit()
            return try await act()
        } catch PostgreSQLError.unstorable(_, .nulCharacter) where !isGuest {
            throw UnstorableText()
        } catch PostgreSQLError.cancelled {
            // As SQLite says it: who was cancelled has met no failure.
            throw CancellationError()
        } catch let met {
            let error: any Error = await tablesBehind(met) ?? met
            guard !isGuest, let failure = StoreFailure(error) else { throw error }
            state.withLock { $0.counts[failure, default: 0] += 1 }
            if error is PostgreSQLError, [.full, .changingOver, .newerSchema].contains(failure) {
                note(failure, error)
            }
            throw failure
        }
    }

    /// Reads something: a connection that was lost meanwhile leaves nothing in doubt.
    func tellingOfReads<Outcome: Sendable>(_ look: () async throws -> Outcome) async throws -> Outcome {
        try await telling {
            do { return try await look() } catch PostgreSQLError.lost(let words, outcomeUnknown: true) {
                throw PostgreSQLError.lost(words, outcomeUnknown: false)
            }
        }
    }
}
