import Foundation
package import Logging
import PostgreSQL

/// Keeps a second service away from a network in PostgreSQL, as long as it lives.
///
/// Two services would send the same messages twice. A second one waits, and takes over when the first has ended.
package actor ServiceTurn {
    /// The bytes of "service": other locks have other numbers.
    private static let lock: Int64 = 0x73_65_72_76_69_63_65
    private static let interval = Duration.milliseconds(500)
    private static let patrol = Duration.seconds(2)
    /// The server may take a while to see that the former connection has ended.
    private static let mostRefusals = 3

    private let address: PostgreSQLAddress
    private let logger: Logger
    private var connection: PostgreSQLConnection?

    /// Waits until no other service is at work.
    ///
    /// - Throws: Why the database cannot be reached.
    init(_ address: PostgreSQLAddress, _ logger: Logger) async throws {
        (self.address, self.logger) = (address, logger)
        let connection = try await PostgreSQLConnection.open(address)
        self.connection = connection
        guard try await !Self.isTaken(over: connection) else { return }
        logger.notice("another service works on this network, and this one starts when it has ended")
        repeat {
            try await Task.sleep(for: Self.interval)
        } while try await !Self.isTaken(over: connection)
        logger.notice("the other service has ended")
    }

    /// Takes the lock, which the server gives back when the connection ends.
    private static func isTaken(over connection: PostgreSQLConnection) async throws -> Bool {
        try await connection.run { session in
            try session.value("SELECT pg_try_advisory_lock(\(lock))") ?? false
        }
    }

    /// Takes the turn again whenever the server was away, until the task is cancelled.
    ///
    /// If another service was quicker, this one ends as if it had been asked to.
    package func keep() async {
        var refusals = 0
        while (try? await Task.sleep(for: Self.patrol)) != nil {
            let finding = await look()
            if Task.isCancelled { return }
            refusals = finding == .refused ? refusals + 1 : 0
            guard refusals == Self.mostRefusals else { continue }
            logger.critical("another service has begun to work on this network, so this one ends")
            kill(getpid(), SIGTERM)
            return
        }
    }

    private enum Finding { case held, refused, away }

    private func look() async -> Finding {
        do {
            if let connection {
                _ = try await connection.run { try $0.value("SELECT 1", as: Int.self) }
                return .held
            }
            let next = try await PostgreSQLConnection.open(address)
            guard try await Self.isTaken(over: next) else { return .refused }
            connection = next
            return .held
        } catch {
            connection = nil
            return .away
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
