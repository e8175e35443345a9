import Foundation
import GRDB
package import Sealing

/// How many values name a data key.
package struct DataKeyUse: Hashable, Sendable {
    package let key: DataKey.ID
    /// By column, such as `fence.sealed`; only those that have some.
    package let values: [String: Int]
    package var count: Int { values.values.reduce(0, +) }
}

/// The keys that values of the file are sealed under.
extension SQLiteStore {
    /// Refuses a ring that lacks a key.
    ///
    /// - Throws: ``SealingError/unknownKey(_:)``.
    static func checkKeys(of database: Database, against keys: KeyRing) throws {
        guard try database.tableExists("dataKey") else { return }
        let known = Set(keys.ids)
        for id in try namedKeys(in: database) where !known.contains(id) { throw SealingError.unknownKey(id) }
    }

    static func namedKeys(in database: Database) throws -> [DataKey.ID] {
        try Int64.fetchAll(database, sql: "SELECT id FROM dataKey ORDER BY id").map(DataKey.ID.init(stored:))
    }

    /// Notes that values are sealed under the current key.
    static func noteKey(_ keys: KeyRing, in database: Database) throws {
        guard try !isNoted(keys, in: database) else { return }
        try database.execute(
            sql: "INSERT INTO dataKey (id) VALUES (?)", arguments: [try keys.current().stored])
    }

    static func isNoted(_ keys: KeyRing, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM dataKey WHERE id = ?)",
            arguments: [try keys.current().stored]) ?? false
    }

    /// The keys that values name, with how many do, by the name of the key; it looks at every value.
    package func dataKeyUses() async throws -> [DataKeyUse] {
        try await pool.read { try Self.uses(in: $0) }
    }

    /// Whether no value names another key than the current one, but those that go with their key.
    package func isUnderCurrentKey() async throws -> Bool {
        try await pool.read { [vault] database in
            let current = try vault.keys.current()
            return try Self.uses(of: SealedColumn.lasting, in: database).allSatisfy { $0.key == current }
        }
    }

    private static func uses(
        of columns: [SealedColumn] = SealedColumn.all, in database: Database
    ) throws -> [DataKeyUse] {
        var counts: [DataKey.ID: [String: Int]] = [:]
        for column in columns {
            let name = column.field.column
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT substr(\(name), 1, 5) AS head, count(*) AS number FROM \(column.field.table)
                    WHERE \(name) IS NOT NULL GROUP BY 1
                    """)
            for row in rows {
                guard let id = DataKey.ID(of: row["head"]) else { throw SealingError.broken(column.field) }
                counts[id, default: [:]]["\(column.field)"] = row["number"]
            }
        }
        return counts.map { DataKeyUse(key: $0.key, values: $0.value) }.sorted {
            $0.key.rawValue < $1.key.rawValue
        }
    }

    /// Values that are sealed anew in one transaction: some milliseconds, so that others come to write in between.
    private static let resealedAtOnce = 500

    /// Seals everything anew that is not under the current key, in many short transactions, while others read and write.
    ///
    /// Whatever ends it in the middle, the next call goes on where it was.
    ///
    /// - Parameter progress: Called after each transaction with how many values were sealed anew until then.
    /// - Returns: How many there were.
    /// - Throws: ``SealingError`` when a value cannot be opened; what was sealed anew before stays so.
    package func sealAnew(_ progress: @Sendable (Int) -> Void = { _ in }) async throws -> Int {
        try await pool.write { [vault] in try Self.noteKey(vault.keys, in: $0) }
        var count = 0
        // Hashes are made of values that open under either key.
        for column in SealedColumn.lasting {
            var last: Int64? = Int64.min
            while let reached = last {
                try Task.checkCancellation()
                let done = try await sealAnew(column, after: reached)
                count += done.count
                last = done.last
                progress(count)
            }
        }
        return count
    }

    /// - Returns: How many values were sealed, and the number of the last row; no number when there are no more.
    private func sealAnew(
        _ column: SealedColumn, after last: Int64
    ) async throws -> (count: Int, last: Int64?) {
        try await pool.write { [vault] database in
            let name = column.field.column
            let key = SealedColumn.keyName(try vault.keys.current())
            let isNumbered = column.keys == ["rowid"]
            let place = isNumbered ? "rowid > \(last)" : "true"
            let rows = try Row.fetchAll(
                database,
                sql: """
                    \(column.rows(where: "\(place) AND substr(\(name), 2, 4) <> ?"))
                    ORDER BY \(column.keys.joined(separator: ", ")) LIMIT \(Self.resealedAtOnce)
                    """, arguments: [key])
            let update = try database.cachedStatement(
                sql: """
                    UPDATE \(column.field.table) SET \(name) = ?
                    WHERE \(column.keys.map { "\($0) = ?" }.joined(separator: " AND "))
                    """)
            for row in rows {
                let keys = (isNumbered ? ["line"] : column.keys).map { row[$0] as DatabaseValue }
                let value = try column.sealedAnew(row, vault)
                try update.execute(arguments: StatementArguments([value.databaseValue] + keys))
            }
            guard rows.count == Self.resealedAtOnce, let final = rows.last else { return (rows.count, nil) }
            return (rows.count, isNumbered ? final["line"] : last)
        }
    }

    /// Takes every key out of the file's list that no value names any more.
    ///
    /// - Returns: The keys of the ring that may be forgotten; `nil` when values still name another key than the current
    ///   one.
    package func dropUnusedKeys() async throws -> [DataKey.ID]? {
        try await pool.write { [vault] database in
            let current = try vault.keys.current()
            guard try Self.uses(of: SealedColumn.lasting, in: database).allSatisfy({ $0.key == current })
            else { return nil }
            for column in SealedColumn.all where column.isFleeting {
                try database.execute(
                    sql: "DELETE FROM \(column.field.table) WHERE substr(\(column.field.column), 2, 4) <> ?",
                    arguments: [SealedColumn.keyName(current)])
            }
            try database.execute(sql: "DELETE FROM dataKey WHERE id <> ?", arguments: [current.stored])
            return vault.keys.ids.filter { $0 != current }
        }
    }

    /// How many values of each column cannot be opened; it opens every value.
    package func brokenValues() async throws -> [String: Int] {
        try await pool.read { [vault] database in
            var broken: [String: Int] = [:]
            for column in SealedColumn.all {
                let rows = try Row.fetchCursor(database, sql: column.rows(where: "true"))
                while let row = try rows.next() {
                    guard !column.isSound(row, vault) else { continue }
                    broken["\(column.field)", default: 0] += 1
                }
            }
            return broken
        }
    }
}

extension SQLiteStore {
    /// Opens every fence, so that no match has to: a million take some three seconds of one processor.
    ///
    /// It reads in short transactions, and ends early when its task is cancelled.
    package func openFences() async throws {
        var last: Int64 = 0
        while !Task.isCancelled {
            let after = last
            let reached = try await pool.read { [vault] database in
                try Self.openFences(after: after, vault, in: database)
            }
            guard let reached else { return }
            last = reached
        }
    }

    private static let openedAtOnce = 2_000

    private static func openFences(
        after last: Int64, _ vault: RowCipher, in database: Database
    ) throws -> Int64? {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT number, id, sealed FROM fence WHERE number > ? ORDER BY number LIMIT ?",
            arguments: [last, openedAtOnce])
        var reached: Int64?
        while let row = try rows.next() {
            let (number, id): (Int64, String) = (row[0], row[1])
            reached = number
            try row.withUnsafeData(atIndex: 2) { sealed in
                try vault.ask(number, SealedBytes(sealed ?? Data(), of: id)) { _, _ in }
            }
        }
        return reached
    }
}
