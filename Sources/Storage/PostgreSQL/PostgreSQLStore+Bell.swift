import PostgreSQL
import Synchronization

/// Wakes what tells other programs of commits.
///
/// Commits that come while it tells of one before are told together, by the newest.
final class ChangeBell: Sendable {
    private let strike = Mutex<AsyncStream<Int64>.Continuation?>(nil)

    /// Wakes it, if there is anything to wake; returns at once.
    func ring(_ line: Int64) { strike.withLock { _ = $0?.yield(line) } }

    /// The numbers of the newest lines, from now on.
    func strikes() -> AsyncStream<Int64> {
        let (strikes, strike) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        self.strike.withLock { $0 = strike }
        return strikes
    }
}

/// The bell by which programs that serve hear of each other's commits at once.
///
/// It is a `NOTIFY` after the commit, on a connection of its own. Within the transaction it would take a lock that
/// all programs share until the commit is on the disk, which leaves a third of what they can write. A notification
/// can get lost, so those who hear it look into the log from time to time, too.
extension PostgreSQLStore {
    private static let channel = "breathe"
    /// The pause before a connection that broke is made anew.
    private static let pause = Duration.seconds(1)
    /// A bell that takes longer is later than the next look, and a stop of the service waits for it.
    private static let limits = PostgreSQLLimits(connect: .seconds(3), statement: .seconds(3))
    /// The time between two looks for lines that are too old.
    private static let cleaning = Duration.seconds(60)

    /// Rings for others after each commit, hears them ring, and keeps the log short, until the task is cancelled.
    ///
    /// It takes two connections besides those of the pool, and makes them anew when they break.
    ///
    /// - Parameter act: Is called when others may have committed.
    package func attendBell(_ act: @escaping @Sendable () -> Void) async {
        await withTaskGroup { group in
            group.addTask { await self.ring() }
            group.addTask { await self.listen(act) }
            group.addTask { await self.clean() }
        }
    }

    private func ring() async {
        var connection: PostgreSQLConnection?
        for await line in bell.strikes() {
            // Others find the line with their next look.
            connection = try? await ring(line, over: connection)
        }
    }

    private func ring(
        _ line: Int64, over known: PostgreSQLConnection?
    ) async throws -> PostgreSQLConnection {
        let connection: PostgreSQLConnection
        if let known {
            connection = known
        } else {
            connection = try await PostgreSQLConnection.open(address, Self.limits)
            // A notification needs no disk, and others wait for its commit.
            try await connection.run { try $0.script("SET synchronous_commit = off") }
        }
        try await connection.run { [node] session in
            _ = try session.execute("SELECT pg_notify(\(Self.channel), \("\(node) \(line)"))")
        }
        return connection
    }

    private func listen(_ act: @escaping @Sendable () -> Void) async {
        let own = "\(node) "
        while !Task.isCancelled {
            if let listener = try? await PostgreSQLListener.open(
                [Self.channel], at: address, Self.limits)
            {
                // It lives as long as somebody holds it.
                defer { withExtendedLifetime(listener) {} }
                // Nobody rings again for what was committed before.
                act()
                do {
                    for try await notification in listener.notifications
                    where !notification.payload.hasPrefix(own) { act() }
                } catch {}
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func clean() async {
        while !Task.isCancelled {
            _ = try? await forgetOldChanges()
            try? await Task.sleep(for: Self.cleaning)
        }
    }
}
