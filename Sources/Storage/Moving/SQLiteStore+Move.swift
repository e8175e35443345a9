package import Foundation
import GRDB
package import PostgreSQL

extension SQLiteStore {
    /// A table of the file may have more rows than a statement of the service would be given time for.
    private static let unhurried = PostgreSQLLimits(
        statement: .seconds(7 * 86_400), idleTransaction: .seconds(3_600))

    /// Moves everything into an empty PostgreSQL database, or goes on with a move that was broken off.
    ///
    /// Nobody can write to the file meanwhile: what came too late would be lost.
    ///
    /// - Parameters:
    ///   - address: The database.
    ///   - now: When it begins.
    ///   - watch: Is called for each row; the move is broken off with what it throws.
    /// - Returns: What is there now.
    /// - Throws: ``MoveRefusal``, `PostgreSQLError`, or the error of the file.
    package func move(
        to address: PostgreSQLAddress, at now: Date,
        _ watch: @escaping @Sendable (MoveProgress) throws -> Void
    ) async throws -> MoveReport {
        try await move(to: address, by: FileMove.Portion(), at: now, watch)
    }

    func move(
        to address: PostgreSQLAddress, by portion: FileMove.Portion, at now: Date,
        _ watch: @escaping @Sendable (MoveProgress) throws -> Void
    ) async throws -> MoveReport {
        let connections = try await PostgreSQLPool(address, size: 1, Self.unhurried)
        defer { connections.close() }
        return try await connections.run { [pool] session in
            try FileMove.alone(session) {
                // The health of the file is not that of PostgreSQL, so the errors of both are told as they are.
                try pool.current.writeWithoutTransaction { database in
                    try database.withoutOtherWriters {
                        try FileMove(database, to: session, portion: portion, at: now, watch).run()
                    }
                }
            }
        }
    }
}

extension Database {
    /// Reads for as long as it likes, and keeps others from writing meanwhile.
    fileprivate func withoutOtherWriters<Value>(_ look: () throws -> Value) throws -> Value {
        try beginTransaction(.immediate)
        defer { try? rollback() }
        return try look()
    }
}
