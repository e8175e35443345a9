import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Moves what the write-ahead log holds into the database file, on a connection of its own.
///
/// SQLite does it after a commit that leaves a thousand pages in the log, before the commit returns: a ledger of tens of
/// thousands of lines would wait for its own pages to be written twice. Here the writer goes on meanwhile, and takes the
/// work upon itself only when the log has grown to ``most`` pages, so that the log stays bounded.
/// https://sqlite.org/wal.html#automatic_checkpoint
final class Checkpointer: Sendable {
    /// Pages in the log from which on they are moved: what SQLite takes by default, 4 MB.
    private static let pages = 1_000
    /// Pages in the log from which on the writer moves them itself, 64 MB.
    private static let most = 16_384

    private let path: String
    private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
    private let isRunning = Mutex(false)

    init(path: String) { self.path = path }

    /// Has the log of a connection watched in place of SQLite's own way.
    ///
    /// The connection must not outlive the checkpointer: its configuration is what holds it.
    func watch(_ database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, connection, name, pages in
                guard let context, pages >= Checkpointer.pages else { return SQLITE_OK }
                guard pages < Checkpointer.most else {
                    // Readers may hinder it, and a commit has not failed for that.
                    sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                    return SQLITE_OK
                }
                Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().run()
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs a checkpoint of another kind when none of this one is under way: SQLite refuses two at a time, and waits for
    /// none.
    func alone<Outcome>(_ checkpoint: () throws -> Outcome) rethrows -> Outcome {
        try queue.sync(execute: checkpoint)
    }

    /// Moves the pages, unless that is under way; one that fails is made up for after a later commit.
    private func run() {
        let starts = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard starts else { return }
        queue.async { [self] in
            defer { isRunning.withLock { $0 = false } }
            // A file that is gone is not made anew.
            guard FileManager.default.fileExists(atPath: path) else { return }
            try? DatabaseQueue(path: path).writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
        }
    }
}
