package import Alerts
package import Allergens
import Foundation
import GRDB
package import Sealing

/// The network's store: one SQLite file, one writer, many readers.
///
/// A write is durable when its method returns (`synchronous=FULL`). Values are checked when they are written,
/// by the schema and by the types that carry them.
package final class SQLiteStore: Sendable {
    let pool: StorePool
    /// Whether it can write and read.
    package let health: StoreHealth
    let checkpointer: Checkpointer
    let sharedCommit = SharedCommit()
    let notifier = ChangeNotifier()
    package let files: DatabaseFiles
    /// The allergens that it may hold.
    package let taxonomy: Taxonomy
    package let cipher: RowCipher

    /// The page cache of a connection in KiB.
    ///
    /// It holds the pages that a batch of readings or a large ledger touches, so that each is written once.
    package static let usualCache = 16_384

    /// Opens the file, creating it if necessary, and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - keys: The keys that seal its values about people.
    ///   - taxonomy: The allergens that it may hold.
    ///   - cache: The largest page cache of each connection in KiB, besides the cache of the operating
    ///     system.
    ///   - accepted: Failures that do not stop it, because the operator said so.
    /// - Throws: `DatabaseError` when the file cannot be opened, is not a database of this program, or was
    ///   written by a newer version of it; ``SealingError/unknownKey(_:)`` when it holds values under a key
    ///   that is not among the keys; ``ForeignLog`` when the log beside it belongs to another file.
    package init(
        path: String, keys: KeyRing, taxonomy: Taxonomy = .standard, cache: Int = usualCache,
        accepting accepted: Set<StoreFailure> = []
    ) throws {
        files = DatabaseFiles(path: path)
        try RunMarks(files: files).check()
        files.protect()
        self.taxonomy = taxonomy
        cipher = RowCipher(keys)
        health = StoreHealth(path: path, accepting: accepted, keys: keys)
        let checkpointer = Checkpointer(path: path, health: health)
        self.checkpointer = checkpointer
        pool = try StorePool(path: path, health: health) { [cipher] in
            try Self.connect(to: path, Self.configuration(cipher, checkpointer, cache: cache))
        }
        try pool.read { database in
            try Schema.checkOrigin(of: database)
            try Self.checkKeys(of: database, against: keys)
        }
        try migrate()
        // This check only reads, so that it does not wait for writers.
        if try !pool.read({ try Self.isNoted(keys, in: $0) }) {
            try pool.write { try Self.noteKey(keys, in: $0) }
        }
    }

    private static func configuration(
        _ cipher: RowCipher, _ checkpointer: Checkpointer, cache: Int
    ) -> Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // An import by command and a running server share the file. SQLite's own busy handler waits longer
        // and longer between attempts, up to 100 ms. It would never find an import that leaves the file alone
        // only for moments.
        configuration.busyMode = .callback { looks in
            usleep(1_000)
            return looks < 10_000
        }
        // The number of readers fits the work between two tiles, not the number of clients.
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            checkpointer.watch(database)
            try database.execute(sql: "PRAGMA cache_size = -\(cache)")
            // A match reads tens of thousands of rows all over the file. Memory-mapped, each costs a third
            // less.
            try database.execute(sql: "PRAGMA mmap_size = 1073741824")
            SQLFunctions.register(in: database, cipher)
            // Deleted content does not remain in the file:
            // https://sqlite.org/pragma.html#pragma_secure_delete
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        return configuration
    }

    private static func connect(
        to path: String, _ configuration: Configuration
    ) throws -> StorePool.Connections {
        let pool = try DatabasePool(path: path, configuration: configuration)
        // When the pool turns on the write-ahead log, it sets its writer to NORMAL, after any preparation
        // that a configuration can ask for. A power failure could then lose the last commits.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return StorePool.Connections(
            pool: pool, lookups: try DatabaseQueue(path: path, configuration: reading))
    }

    private static var reading: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        return configuration
    }

    /// Reads a row or two by key on the calling thread, since a change of threads takes several times as
    /// long.
    ///
    /// This connection serves nothing else, so a caller waits no longer than some microseconds.
    func glance<Value>(_ look: (Database) throws -> Value) throws -> Value { try pool.glance(look) }

    /// Brings the schema up to date, and removes every trace of values from before they were sealed.
    private func migrate() throws {
        let migrator = Schema.migrator(sealing: cipher)
        let isNew = try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") == 0 }
        try Self.run(migrator, on: pool.current)
        // A large migration starts checkpoints, and SQLite refuses two at a time.
        try checkpointer.alone { try removeFormerPages(isNew: isNew) }
    }

    /// Runs the missing steps of a migration, which another program may do at the same time.
    ///
    /// A step that the other one has finished meanwhile fails here, and is not tried again.
    private static func run(_ migrator: DatabaseMigrator, on pool: DatabasePool) throws {
        func finished() throws -> Int { try pool.read { try migrator.appliedIdentifiers($0).count } }
        while true {
            let before = try finished()
            do {
                return try migrator.migrate(pool)
            } catch let error as DatabaseError {
                guard try finished() > before else { throw error }
            }
        }
    }

    /// Rewrites a file that was made before values were sealed.
    private func removeFormerPages(isNew: Bool) throws {
        try pool.writeWithoutTransaction { database in
            let layout = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard layout < Schema.cleanLayout else { return }
            // Pages that were freed earlier keep their content until the whole file is rewritten.
            if !isNew {
                try database.execute(sql: "VACUUM")
                try Self.emptyLog(of: database)
            }
            try database.execute(sql: "PRAGMA user_version = \(Schema.cleanLayout)")
        }
    }

    /// Empties the write-ahead log although another program may be copying it: SQLite refuses two checkpoints at a time,
    /// and does not wait for the first.
    private static func emptyLog(of database: Database) throws {
        for _ in 0..<1_000 {
            do {
                _ = try database.checkpoint(.truncate)
                return
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                usleep(10_000)
            }
        }
        _ = try database.checkpoint(.truncate)
    }

    /// Copies the write-ahead log into the database file and empties it.
    package func checkpoint() throws {
        try checkpointer.alone {
            try pool.writeWithoutTransaction { database in
                _ = try database.checkpoint(.truncate)
            }
        }
    }

    /// A number that changes whenever another process has written to the file.
    package func foreignMark() async throws -> ForeignMark {
        // "The integer values returned by two invocations of "PRAGMA data_version" from the same connection
        // will be different if changes were committed to the database by any other connection in the
        // interim". On the writer's connection, it ignores our own writes.
        // https://sqlite.org/pragma.html#pragma_data_version
        try await pool.writeWithoutTransaction { database in
            ForeignMark(number: try Int64.fetchOne(database, sql: "PRAGMA data_version") ?? 0)
        }
    }

    /// A file only tells that somebody wrote, so that anything may have changed.
    package func foreignChanges(after mark: ForeignMark) async throws -> ForeignChanges {
        let newest = try await foreignMark()
        var changes = CommittedChanges()
        changes.mayBeMore = newest != mark
        return ForeignChanges(changes: changes.isEmpty ? [] : [changes], mark: newest)
    }

    /// A file has no bell.
    package func attendBell(_: @escaping @Sendable () -> Void) async {}

    /// Throws if the file cannot be read.
    package func answers() async throws {
        _ = try await pool.read { database in try Int.fetchOne(database, sql: "SELECT 1") }
    }

    /// Copies the database, as of one moment, into a new file while others read and write.
    package func backUp(to path: String) throws {
        DatabaseFiles(path: path).protect()
        let copy = try DatabaseQueue(path: path)
        try pool.current.backup(to: copy)
        // The copy ends up as one plain file.
        try copy.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = DELETE")
            // No log belongs to the copy, the one of the original least of all.
            try database.execute(sql: "PRAGMA application_id = \(RunMarks.random())")
        }
        try copy.close()
        files.noteBackup()
    }

    /// The problems that SQLite finds in the file; none when it is sound.
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
    /// The version of SQLite, after a check for the features that the schema needs.
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
