import Alerts
import Foundation
import GRDB

extension SQLiteStore {
    /// What a check of the file's structure has found.
    package struct Check: Sendable {
        /// The problems that SQLite names; none if what was looked at is sound.
        package let problems: [String]
        /// Whether there was time for the whole file.
        package let isComplete: Bool
    }

    /// Checks the structure of the file, on a connection of its own, for a limited time.
    ///
    /// https://sqlite.org/pragma.html#pragma_quick_check
    package func quickCheck(within limit: Duration) async throws -> Check {
        let path = pool.path
        return try await withThrowingTaskGroup(of: Check?.self) { group in
            group.addTask {
                var configuration = Configuration()
                configuration.readonly = true
                let connection = try DatabaseQueue(path: path, configuration: configuration)
                let lines = try await connection.read { try String.fetchAll($0, sql: "PRAGMA quick_check") }
                return Check(problems: lines.filter { $0 != "ok" }, isComplete: true)
            }
            group.addTask {
                try await Task.sleep(for: limit)
                return nil
            }
            // Cancellation interrupts SQLite.
            defer { group.cancelAll() }
            return try await group.next().flatMap(\.self) ?? Check(problems: [], isComplete: false)
        }
    }

    /// Throws if the file cannot be written, after an attempt that changes nothing.
    package func tryToWrite() async throws {
        // SQLite writes the header's page even if the number stays the same.
        try await pool.write { database in
            let layout = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(sql: "PRAGMA user_version = \(layout)")
        }
    }

    /// Finds out whether the store can write and read, and ends a failure that is over.
    ///
    /// After a failed flush, an error of the disk or damage, the file is opened anew and checked before
    /// anything is written again. What the system still held of it in memory proves nothing:
    /// https://wiki.postgresql.org/wiki/Fsync_Errors
    ///
    /// - Parameters:
    ///   - idle: Writes to a healthy store only after this time without a commit.
    ///   - limit: The time for the check.
    package func examine(after idle: Duration = .zero, within limit: Duration = .seconds(5)) async {
        do {
            switch health.finding?.failure {
            case nil:
                guard health.idleTime >= idle else { return }
                try await tryToWrite()
            case .moved: return
            case .full, .readOnly, .busy: try await tryToWrite()
            case .unopenable, .inputOutput, .unsynced, .damaged: try await reopenAndCheck(within: limit)
            }
        } catch {
            _ = health.note(error)
        }
    }

    private func reopenAndCheck(within limit: Duration) async throws {
        try checkpointer.alone { try pool.reopen() }
        let check = try await quickCheck(within: limit)
        guard check.problems.isEmpty else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: check.problems.joined(separator: "; "))
        }
        health.noteSound()
        try await tryToWrite()
    }

    /// Stops writes because a check at the start has found damage.
    package func noteDamage(_ problems: [String]) {
        _ = health.note(
            DatabaseError(resultCode: .SQLITE_CORRUPT, message: problems.prefix(5).joined(separator: "; ")))
    }
}
