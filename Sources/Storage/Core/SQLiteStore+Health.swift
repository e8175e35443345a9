import Alerts
import Foundation
import GRDB

/// What a check of a file's structure has found.
package struct StoreCheck: Sendable {
    /// The problems that SQLite names; none if what was looked at is sound.
    package let problems: [String]
    /// Whether there was time for the whole file.
    package let isComplete: Bool
}

extension SQLiteStore {
    /// Checks the structure of the whole file, on a connection of its own.
    ///
    /// Cancellation interrupts it. https://sqlite.org/pragma.html#pragma_quick_check
    ///
    /// - Returns: The problems that SQLite names.
    package func quickCheck() async throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let connection = try DatabaseQueue(path: pool.path, configuration: configuration)
        let lines = try await connection.read { try String.fetchAll($0, sql: "PRAGMA quick_check") }
        return lines.filter { $0 != "ok" }
    }

    /// Checks the structure of the file for a limited time.
    package func quickCheck(within limit: Duration) async throws -> StoreCheck {
        try await withThrowingTaskGroup(of: StoreCheck?.self) { group in
            group.addTask { StoreCheck(problems: try await self.quickCheck(), isComplete: true) }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            // Cancellation interrupts SQLite.
            defer { group.cancelAll() }
            return try await group.next().flatMap(\.self) ?? StoreCheck(problems: [], isComplete: false)
        }
    }

    /// Throws if the file cannot be written, after an attempt that changes nothing.
    package func tryToWrite() async throws {
        try await pool.write(Self.rewriteHeader)
    }

    /// SQLite writes the header's page even if the number stays the same.
    @Sendable private static func rewriteHeader(of database: Database) throws {
        let layout = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        try database.execute(sql: "PRAGMA user_version = \(layout)")
    }

    /// Finds out whether the store can write and read, and ends a failure that is over.
    ///
    /// After a failed flush, an error of the disk or damage, the file is opened anew and checked before
    /// anything is written again. What the system still held of it in memory proves nothing:
    /// https://wiki.postgresql.org/wiki/Fsync_Errors
    ///
    /// - Parameter idle: Writes to a healthy store only after this time without a commit.
    package func examine(after idle: Duration = .zero) async {
        do {
            switch health.finding?.failure {
            case nil:
                guard health.idleTime >= idle else { return }
                try await tryToWrite()
            case .moved: return
            case .full, .keys, .busy, .unreachable, .changingOver, .newerSchema: try await tryToWrite()
            // A file that was opened while it was read-only stays so for its connections.
            case .readOnly, .unopenable, .inputOutput, .unsynced, .damaged: try await reopenAndCheck()
            }
        } catch {
            _ = health.note(error)
        }
    }

    /// The check takes as long as the file is large: what was looked at in part is not known to be sound.
    private func reopenAndCheck() async throws {
        try checkpointer.alone { try pool.reopen { files.forgetCachedPages() } }
        let problems = try await quickCheck()
        guard problems.isEmpty else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: problems.joined(separator: "; "))
        }
        // Past the health, which goes on to refuse what others write until this succeeds.
        try await pool.current.write(Self.rewriteHeader)
        health.noteSound()
    }
}
