import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// Copies pages from the write-ahead log into the database file, on a connection of its own.
///
/// By default SQLite runs a checkpoint after any commit that leaves a thousand pages in the log, and the
/// commit returns only afterwards. A ledger of tens of thousands of lines would then wait until its own pages
/// are written a second time. Here the writer goes on during a checkpoint. It runs the checkpoint itself only
/// once the log has grown to ``most`` pages, so that the log stays bounded.
///
/// https://sqlite.org/wal.html#automatic_checkpoint
final class Checkpointer: Sendable {
    /// The number of pages in the log that starts a checkpoint: SQLite's default, 4 MB.
    private static let pages = 1_000
    /// The number of pages in the log at which the writer runs the checkpoint itself: 64 MB.
    private static let most = 16_384

    private let path: String
    private let queue = DispatchQueue(label: "checkpoint", qos: .utility)
    private let isRunning = Mutex(false)

    private let health: StoreHealth

    init(path: String, health: StoreHealth) {
        self.path = path
        self.health = health
    }

    /// Watches the log of a connection in place of SQLite's automatic checkpoint.
    ///
    /// The connection must not outlive the checkpointer. The connection's configuration holds it.
    func watch(_ database: Database) {
        sqlite3_wal_hook(
            database.sqliteConnection,
            { context, connection, name, pages in
                guard let context, pages >= Checkpointer.pages else { return SQLITE_OK }
                let checkpointer = Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue()
                guard pages < Checkpointer.most else {
                    // Readers may hinder the checkpoint. The commit has succeeded all the same.
                    let status = sqlite3_wal_checkpoint_v2(
                        connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                    if status != SQLITE_OK { checkpointer.note(status, of: connection) }
                    return SQLITE_OK
                }
                checkpointer.run()
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs a checkpoint of another kind while this object runs none.
    ///
    /// SQLite refuses two checkpoints at a time and does not wait for the first.
    func alone<Outcome>(_ checkpoint: () throws -> Outcome) rethrows -> Outcome {
        try queue.sync(execute: checkpoint)
    }

    /// Starts a checkpoint unless one is running.
    ///
    /// A later commit makes up for one that fails.
    private func run() {
        let starts = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard starts else { return }
        queue.async { [self] in
            defer { isRunning.withLock { $0 = false } }
            // Opening the database would create a file that has been deleted.
            guard FileManager.default.fileExists(atPath: path) else { return }
            do {
                try DatabaseQueue(path: path).writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
            } catch {
                _ = health.note(error)
            }
        }
    }

    private func note(_ status: CInt, of connection: OpaquePointer?) {
        let code = connection.map { sqlite3_extended_errcode($0) } ?? status
        _ = health.note(DatabaseError(resultCode: ResultCode(rawValue: code), message: "a checkpoint failed"))
    }
}
