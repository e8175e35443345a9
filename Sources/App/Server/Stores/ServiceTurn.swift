package import Logging
import PostgreSQL

/// Keeps a second service away from a network in PostgreSQL, as long as it lives.
///
/// Two services would send the same messages twice. A second one waits, and takes over when the first has ended.
package final class ServiceTurn: Sendable {
    /// The bytes of "service": other locks have other numbers.
    private static let lock: Int64 = 0x73_65_72_76_69_63_65
    private static let interval = Duration.milliseconds(500)

    private let connection: PostgreSQLConnection

    /// Waits until no other service is at work.
    ///
    /// - Throws: Why the database cannot be reached.
    init(_ address: PostgreSQLAddress, _ logger: Logger) async throws {
        connection = try await PostgreSQLConnection.open(address)
        guard try await !isMine() else { return }
        logger.notice("another service works on this network, and this one starts when it has ended")
        repeat { try await Task.sleep(for: Self.interval) } while try await !isMine()
        logger.notice("the other service has ended")
    }

    private func isMine() async throws -> Bool {
        try await connection.run { session in
            try session.value("SELECT pg_try_advisory_lock(\(Self.lock))") ?? false
        }
    }
}

extension ServerConfiguration {
    /// Waits until no other service is at work on the network; in a file nothing keeps them apart.
    ///
    /// - Returns: What keeps others away as long as it lives.
    /// - Throws: Why the database cannot be reached.
    package func takeTurn(_ logger: Logger) async throws -> ServiceTurn? {
        guard let postgreSQL else { return nil }
        return try await ServiceTurn(postgreSQL, logger)
    }
}
