package import Allergens
import Foundation
import GRDB
package import Sealing

/// The network's memory: one SQLite file, one writer, many readers.
///
/// A write is durable when its method returns (`synchronous=FULL`). Values that come out were checked when they
/// went in, by the schema and by the types that carry them.
package final class SQLiteStore: Sendable {
    let pool: DatabasePool
    /// The connection over which ``glance(_:)`` looks.
    private let door: DatabaseQueue
    let checkpointer: Checkpointer
    let sharedCommit = SharedCommit()
    let taxonomy: Taxonomy
    let vault: RowCipher

    /// What values about people are sealed under.
    package var keys: KeyRing { vault.keys }

    /// Kibibytes of pages that a connection holds: those that a batch of readings or a large ledger touches, so that each
    /// is written once.
    package static let usualCache = 16_384

    /// Opens the file, creating it when it is not there, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - keys: What its values about people are sealed under.
    ///   - taxonomy: The allergens that it may hold.
    ///   - cache: Kibibytes of pages that each connection holds at most, beside those that the system holds.
    /// - Throws: `DatabaseError` when the file cannot be opened, is no database of this program, or was written by a
    ///   newer version of it; ``SealingError/unknownKey(_:)`` when it holds values under a key that is not among the keys.
    package init(path: String, keys: KeyRing, taxonomy: Taxonomy = .standard, cache: Int = usualCache) throws
    {
        self.taxonomy = taxonomy
        vault = RowCipher(keys)
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // An import by command and a running server meet at the file. SQLite's own way waits longer and longer between
        // two looks, up to 100 ms, and an import that leaves the file alone for some moments only would never be met.
        configuration.busyMode = .callback { looks in
            usleep(1_000)
            return looks < 10_000
        }
        // Readers are sized to the work that they do between two tiles, not to the number of clients.
        configuration.maximumReaderCount = 4
        let checkpointer = Checkpointer(path: path)
        self.checkpointer = checkpointer
        configuration.prepareDatabase { [vault] database in
            checkpointer.watch(database)
            try database.execute(sql: "PRAGMA cache_size = -\(cache)")
            // A match reads tens of thousands of rows all over the file: mapped, each costs a third less.
            try database.execute(sql: "PRAGMA mmap_size = 1073741824")
            SQLFunctions.register(in: database, vault)
            // What was deleted is no longer in the file: https://sqlite.org/pragma.html#pragma_secure_delete
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        // The pool sets its writer to NORMAL when it turns on the write-ahead log, after every preparation that a
        // configuration can ask for; then the last commits could be lost with the power.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        try pool.read { database in
            try Schema.checkOrigin(of: database)
            try Self.checkKeys(of: database, against: keys)
        }
        door = try DatabaseQueue(path: path, configuration: Self.reading)
        try migrate()
        // Whoever only reads does not wait for whoever writes.
        if try !pool.read({ try Self.isNoted(keys, in: $0) }) {
            try pool.write { try Self.noteKey(keys, in: $0) }
        }
    }

    private static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        return configuration
    }

    /// Reads a row or two by their keys, on the thread that asks: a change of threads takes several times as long.
    ///
    /// Nothing else is read over this connection, so that nobody waits here for longer than some microseconds.
    func glance<Value>(_ look: (Database) throws -> Value) throws -> Value { try door.unsafeRead(look) }

    /// Brings the schema up to date, and lets nothing of what was plain before remain in the file.
    private func migrate() throws {
        let migrator = Schema.migrator(sealing: vault)
        let isNew = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") == 0 }
        try migrator.migrate(pool)
        try pool.writeWithoutTransaction { database in
            let layout = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard layout < Schema.cleanLayout else { return }
            // Pages that were freed before hold what they held, until all are written anew.
            if !isNew {
                try database.execute(sql: "VACUUM")
                _ = try database.checkpoint(.truncate)
            }
            try database.execute(sql: "PRAGMA user_version = \(Schema.cleanLayout)")
        }
    }

    /// Moves what the write-ahead log holds into the database file and empties it.
    package func checkpoint() throws {
        try checkpointer.alone {
            try pool.writeWithoutTransaction { database in
                _ = try database.checkpoint(.truncate)
            }
        }
    }

    /// A number that changes whenever another process has written to the file.
    package func foreignVersion() async throws -> Int64 {
        // "The integer values returned by two invocations of "PRAGMA data_version" from the same connection will
        // be different if changes were committed to the database by any other connection in the interim": asked
        // on the writer, it tells nothing of our own writes. https://sqlite.org/pragma.html#pragma_data_version
        try await pool.writeWithoutTransaction { database in
            try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0
        }
    }

    /// Whether the file can be read.
    package func answers() async throws {
        _ = try await pool.read { database in try Int.fetchOne(database, sql: "SELECT 1") }
    }

    /// Copies the database, as it is at one moment, into a new file while others read and write.
    package func backUp(to path: String) throws {
        let copy = try DatabaseQueue(path: path)
        try pool.backup(to: copy)
        // The copy leaves as one plain file.
        try copy.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try copy.close()
    }

    /// What SQLite finds wrong with the file: nothing when it is sound.
    package func integrityProblems() async throws -> [String] {
        try await pool.read { database in
            let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let orphans = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
            return lines.filter { $0 != "ok" } + orphans.map { "foreign key: \($0)" }
        }
    }
}

extension Date {
    /// Whole seconds since 1970, the form in which instants are stored.
    var stored: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }

    init(stored seconds: Int64) { self.init(timeIntervalSince1970: Double(seconds)) }
}

extension SQLiteStore {
    /// The version of SQLite, with the features that the schema needs.
    ///
    /// - Throws: `DatabaseError` when the library lacks one of them.
    package static var libraryVersion: String {
        get throws {
            try DatabaseQueue().write { database in
                try database.execute(
                    sql: "CREATE VIRTUAL TABLE box USING rtree(id, west, east, +place INTEGER)")
                try database.execute(sql: "CREATE TABLE strict (number INTEGER) STRICT")
                return try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
            }
        }
    }
}
