import Crypto
package import Foundation
import GRDB
import PostgreSQL

/// How far a move has come.
package struct MoveProgress: Hashable, Sendable {
    package enum Stage: Hashable, Sendable {
        /// Reading the file.
        case counting
        /// Bringing rows into PostgreSQL; those since the last ``keeping`` may still be undone.
        case copying
        /// Rows are there for good.
        case keeping
        /// Reading PostgreSQL.
        case comparing
    }

    package let stage: Stage
    /// The table that is at work.
    package let table: String
    /// The share of the stage that is done, 0…1.
    package let share: Double
}

/// What is in PostgreSQL after a move, and was found to be the same as in the file.
package struct MoveReport: Sendable {
    package struct Table: Hashable, Sendable {
        package let name: String
        package let digest: TableDigest
    }

    /// In the order in which they are moved.
    package let tables: [Table]
    /// Whether an earlier move of the file was broken off, and this one went on from there.
    package let wentOn: Bool
    /// When the same file was moved before; nothing was done then.
    package let wasMoved: Date?
}

/// Moves everything in a file into a PostgreSQL database.
///
/// Rows are copied in portions, each in a transaction that also notes how far the move has come: a move that is broken
/// off at any moment goes on from there. At the end all rows are read back and compared with those of the file.
/// Numbers, sealed bytes and everything else stay as they are.
final class FileMove {
    /// How much one transaction brings.
    struct Portion: Sendable {
        var rows = 20_000
        /// The size of the values, in bytes, from which on it ends.
        var bytes = 64 << 20
    }

    /// Tables to which the schema, or a program that only looked, gives rows of their own.
    private static let givenRows = ["articleEdition", "dataKey"]
    /// Where PostgreSQL keeps the newest number of tables that do not count by themselves.
    static let heads = ["delivery": "ledgerHead", "fence": "fenceHead"]
    /// How often it looks, a tenth of a second apart, whether other programs have ended.
    private static let looks = 30
    /// The bytes of "move": other locks have other numbers.
    private static let lock: Int64 = 0x6d_6f_76_65

    private let file: Database
    private let session: PostgreSQLSession
    private let portion: Portion
    private let now: Date
    private let watch: (MoveProgress) throws -> Void
    private let tables: [MovedTable]

    /// - Parameters:
    ///   - file: The file, in a transaction that lets nobody else write.
    ///   - session: The connection to PostgreSQL.
    ///   - portion: How much one transaction brings.
    ///   - now: When it begins or goes on.
    ///   - watch: Is called for each row; the move is broken off with what it throws.
    /// - Throws: `MoveRefusal`, or the error of a database.
    init(
        _ file: Database, to session: PostgreSQLSession, portion: Portion, at now: Date,
        _ watch: @escaping (MoveProgress) throws -> Void
    ) throws {
        (self.file, self.session, self.portion, self.now, self.watch) = (file, session, portion, now, watch)
        tables = try session.transaction { session in
            try PostgreSQLSchema.bringUpToDate(session)
            return try MovePlan(from: file, to: PostgreSQLRunner(session)).tables
        }
    }

    /// Does something while no other move works on the database.
    ///
    /// The server may need a moment to see that a program that was killed is gone.
    static func alone<Value>(_ session: PostgreSQLSession, _ act: () throws -> Value) throws -> Value {
        try session.script("SET lock_timeout = '10s'")
        try waitForOthers(session)
        // Where this fails, the connection is broken, and the server gives the lock back by itself.
        defer { _ = try? session.execute("SELECT pg_advisory_unlock(\(lock))") }
        return try act()
    }

    private static func waitForOthers(_ session: PostgreSQLSession) throws {
        do {
            try session.execute("SELECT pg_advisory_lock(\(lock))")
        } catch {
            guard case .refused(let message) = error, message.state == "55P03" else { throw error }
            throw MoveRefusal.isMoving
        }
    }

    func run() throws -> MoveReport {
        let counted = try count()
        switch try begin(fingerprint(of: counted)) {
        case .isOver(let before): return report(counted, wentOn: false, wasMoved: before)
        case .standing(let copied, let wentOn):
            try copy(counted, from: copied)
            try session.script("ANALYZE")
            try finish(counted)
            return report(counted, wentOn: wentOn, wasMoved: nil)
        }
    }

    private func report(_ counted: [TableDigest], wentOn: Bool, wasMoved: Date?) -> MoveReport {
        MoveReport(
            tables: zip(tables, counted).map { MoveReport.Table(name: $0.name, digest: $1) }, wentOn: wentOn,
            wasMoved: wasMoved)
    }

    // MARK: Reading the file

    private func count() throws -> [TableDigest] {
        try tables.enumerated().map { place, table in
            try refuseNUL(in: table)
            var digest = TableDigest()
            let rows = try Row.fetchCursor(file, sql: table.selection(from: 0))
            let share = Double(place) / Double(tables.count)
            while let row = try rows.next() {
                digest.add(try table.fitted(row))
                try watch(MoveProgress(stage: .counting, table: table.name, share: share))
            }
            return digest
        }
    }

    /// SQLite's texts may have a NUL character, at which readers stop: what comes after it would be lost in silence.
    private func refuseNUL(in table: MovedTable) throws {
        let columns = table.columns.filter { $0.kind == .text }.map(\.name)
        guard try hasNUL(in: columns, of: table) else { return }
        throw MoveRefusal.hasNUL(
            table: table.name, columns: try columns.filter { try hasNUL(in: [$0], of: table) })
    }

    private func hasNUL(in columns: [String], of table: MovedTable) throws -> Bool {
        guard !columns.isEmpty else { return false }
        let condition = columns.map { "instr(CAST(\"\($0)\" AS BLOB), x'00') > 0" }.joined(separator: " OR ")
        return try Bool.fetchOne(
            file, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table.name)\" WHERE \(condition))") == true
    }

    private func fingerprint(of counted: [TableDigest]) -> Data {
        var hash = SHA256()
        for (table, digest) in zip(tables, counted) {
            let columns = table.columns.map(\.name).joined(separator: ",")
            hash.update(data: Data("\(table.name)(\(columns)) \(digest.rows) \(digest.checksum)\n".utf8))
        }
        return Data(hash.finalize())
    }

    // MARK: Beginning

    private enum Beginning {
        case standing(copied: [String: Int], wentOn: Bool)
        case isOver(Date)
    }

    /// Looks whether a move may begin or go on, and notes that it does.
    private func begin(_ fingerprint: Data) throws -> Beginning {
        try session.transaction { session in
            // A program that opens the database waits for the lock that this holds, and then finds the mark.
            try PostgreSQLSchema.bringUpToDate(session)
            if let mark = try MoveMark.read(session) {
                let isSame = mark.file == fingerprint
                if let finished = mark.finished, isSame { return .isOver(finished) }
                guard mark.finished == nil
                else { throw MoveRefusal.isInUse(table: try firstInUse() ?? "fileMove") }
                guard isSame else { throw MoveRefusal.isOfAnotherFile(begun: mark.begun) }
                return .standing(copied: try MoveMark.copied(session), wentOn: true)
            }
            guard try !isServed() else { throw MoveRefusal.isServed }
            if let table = try firstInUse() { throw MoveRefusal.isInUse(table: table) }
            guard try !isOpenElsewhere() else { throw MoveRefusal.isServed }
            for table in Self.givenRows { try session.execute("DELETE FROM \(sql: table)") }
            try MoveMark.begin(fingerprint, at: now, session)
            return .standing(copied: [:], wentOn: false)
        }
    }

    /// Whether somebody else works on the database: a node with jobs, and a command that writes, hold a lock of it.
    private func isServed() throws -> Bool {
        try session.value(
            """
            SELECT EXISTS (
                SELECT FROM pg_locks
                WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
            """) == true
    }

    /// Whether another program has the database open without a lock, such as a node without jobs: it would go on
    /// beside the move.
    ///
    /// The server may need a moment to see that a program has ended. Programs that wait for a lock have not looked at
    /// the mark yet.
    private func isOpenElsewhere() throws -> Bool {
        for _ in 0..<Self.looks {
            try session.execute("SELECT pg_stat_clear_snapshot()")
            let isOpen: Bool? = try session.value(
                """
                SELECT EXISTS (
                    SELECT FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                        AND backend_type = 'client backend' AND wait_event_type IS DISTINCT FROM 'Lock'
                        AND application_name = current_setting('application_name'))
                """)
            guard isOpen == true else { return false }
            try session.execute("SELECT pg_sleep(0.1)")
        }
        return true
    }

    private func firstInUse() throws -> String? {
        try tables.map(\.name).first { table in
            guard !Self.givenRows.contains(table) else { return false }
            return try session.value("SELECT EXISTS (SELECT FROM \(sql: table))") == true
        }
    }

    // MARK: Copying

    private func copy(_ counted: [TableDigest], from copied: [String: Int]) throws {
        let all = counted.reduce(0) { $0 + $1.rows }
        var before = 0
        for (table, digest) in zip(tables, counted) {
            let done = copied[table.name] ?? 0
            if done < digest.rows { try copy(table, from: done, to: digest.rows, after: before, of: all) }
            before += digest.rows
        }
    }

    private func copy(
        _ table: MovedTable, from first: Int, to last: Int, after before: Int, of all: Int
    ) throws {
        let rows = try Row.fetchCursor(file, sql: table.selection(from: first))
        var done = first
        while done < last {
            let count = try copyPortion(of: table, rows, from: done, after: before, of: all)
            precondition(count > 0, "a file that nobody writes has as many rows as were counted")
            done += count
            try note(.keeping, table, before + done, of: all)
        }
    }

    /// Brings some rows in one transaction.
    ///
    /// - Returns: How many.
    private func copyPortion(
        of table: MovedTable, _ rows: RowCursor, from first: Int, after before: Int, of all: Int
    ) throws -> Int {
        try session.transaction { session in
            if table.hasTriggers { try session.script("ALTER TABLE \(table.name) DISABLE TRIGGER USER") }
            let count = try copyRows(of: table, rows, after: before + first, of: all)
            if table.hasTriggers { try session.script("ALTER TABLE \(table.name) ENABLE TRIGGER USER") }
            try MoveMark.note(first + count, of: table.name, session)
            return count
        }
    }

    private func copyRows(
        of table: MovedTable, _ rows: RowCursor, after before: Int, of all: Int
    ) throws -> Int {
        try session.copy(into: "\"\(table.serverName)\" (\(table.serverColumns))") { taken in
            var bytes = 0
            while taken.count < portion.rows, bytes < portion.bytes, let row = try rows.next() {
                let values = try table.fitted(row)
                bytes += values.reduce(0) { $0 + $1.size }
                try taken.append(row: values.map(\.parameter))
                try note(.copying, table, before + taken.count, of: all)
            }
        }
    }

    private func note(
        _ stage: MoveProgress.Stage, _ table: MovedTable, _ count: Int, of all: Int
    ) throws {
        try watch(MoveProgress(stage: stage, table: table.name, share: Double(count) / Double(max(all, 1))))
    }

    // MARK: Ending

    /// Lets PostgreSQL count on from where the file stopped, compares all rows, and notes that the move is over.
    private func finish(_ counted: [TableDigest]) throws {
        try session.transaction(.repeatableRead) { session in
            try setNumbers()
            let differing = try compare(counted)
            guard differing.isEmpty else { throw MoveRefusal.differs(differing) }
            try MoveMark.finish(at: now, session)
        }
    }

    /// Numbers that were given out are not given out again, not even those of deleted rows.
    private func setNumbers() throws {
        let given = try Row.fetchAll(file, sql: "SELECT name, seq FROM sqlite_sequence")
        let last = Dictionary(
            given.map { ($0["name"] as String, $0["seq"] as Int64) }, uniquingKeysWith: { first, _ in first })
        for table in tables {
            guard let column = table.counted ?? (Self.heads[table.name] == nil ? nil : table.order.first)
            else { continue }
            let highest = try Int64.fetchOne(file, sql: "SELECT max(\"\(column)\") FROM \"\(table.name)\"")
            let number = max(highest ?? 0, last[table.name] ?? 0)
            guard number > 0 else { continue }
            if let head = Self.heads[table.name] {
                try session.execute("UPDATE \(sql: head) SET number = \(number)")
            } else {
                try session.execute(
                    "SELECT setval(pg_get_serial_sequence(\(table.name), \(column)), \(number))")
            }
        }
    }

    /// The tables with other rows than the file.
    private func compare(_ counted: [TableDigest]) throws -> [String] {
        let all = counted.reduce(0) { $0 + $1.rows }
        var differing: [String] = []
        var before = 0
        for (table, digest) in zip(tables, counted) {
            if try self.digest(of: table, after: before, of: all) != digest { differing.append(table.name) }
            before += digest.rows
        }
        return differing
    }

    /// Reads a table of PostgreSQL.
    private func digest(of table: MovedTable, after before: Int, of all: Int) throws -> TableDigest {
        var digest = TableDigest()
        let rows: Query = "SELECT \(sql: table.serverColumns) FROM \"\(sql: table.serverName)\""
        try PostgreSQLRunner(session).forEachRow(rows) { row in
            digest.add(row.values)
            try note(.comparing, table, before + digest.rows, of: all)
        }
        return digest
    }
}

extension StoredValue {
    /// The value as PostgreSQL takes it; `nil` for NULL.
    fileprivate var parameter: (any PostgreSQLValue)? {
        switch self {
        case .null: nil
        case .integer(let number): number
        case .real(let number): number
        case .text(let text): text
        case .blob(let bytes): Array(bytes)
        }
    }

    /// About how many bytes it takes.
    fileprivate var size: Int {
        switch self {
        case .null: 0
        case .integer, .real: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
