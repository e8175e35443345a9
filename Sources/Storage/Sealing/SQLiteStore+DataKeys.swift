import Foundation
import GRDB
package import Sealing

/// The keys under which the file's values are sealed.
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

    /// Records that values are sealed under the current key.
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

    /// The keys that sealed values name, with the number of values for each, ordered by key.
    ///
    /// This scans every value.
    package func dataKeyUses() async throws -> [DataKeyUse] {
        try await pool.read { try Self.uses(in: $0) }
    }

    /// Whether all values name the current key, apart from those that are deleted with their key.
    package func isUnderCurrentKey() async throws -> Bool {
        try await pool.read { [cipher] database in
            let current = try cipher.keys.current()
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

    /// Reseals everything that is not under the current key, in many short transactions, while others read
    /// and write.
    ///
    /// If it is interrupted, the next call continues where it stopped.
    ///
    /// - Parameter progress: Called after each transaction with the number of values resealed so far.
    /// - Returns: The number of values resealed.
    /// - Throws: ``SealingError`` when a value cannot be opened; values that are already resealed stay so.
    package func sealAnew(_ progress: @Sendable (Int) -> Void = { _ in }) async throws -> Int {
        try await pool.write { [cipher] in try Self.noteKey(cipher.keys, in: $0) }
        var count = 0
        // Hashes are computed from sealed values, which can be opened under either key.
        for column in SealedColumn.lasting {
            var last: [DatabaseValue]?
            repeat {
                try Task.checkCancellation()
                let done = try await sealAnew(column, after: last)
                count += done.count
                last = done.last
                progress(count)
            } while last != nil
        }
        return count
    }

    /// - Returns: The number of values resealed, and the key of the last row; `nil` when no rows are left.
    private func sealAnew(
        _ column: SealedColumn, after last: [DatabaseValue]?
    ) async throws -> (count: Int, last: [DatabaseValue]?) {
        try await pool.write { [cipher] database in
            let name = column.field.column
            let current = SealedColumn.keyName(try cipher.keys.current())
            let place = last == nil ? "true" : column.isLater
            let rows = try Row.fetchAll(
                database,
                sql: """
                    \(column.rows(where: "\(place) AND substr(\(name), 2, 4) <> ?"))
                    ORDER BY \(column.keys.joined(separator: ", ")) LIMIT \(column.resealedAtOnce)
                    """, arguments: StatementArguments((last ?? []) + [current.databaseValue]))
            let update = try database.cachedStatement(
                sql: """
                    UPDATE \(column.field.table) SET \(name) = ?
                    WHERE \(column.keys.map { "\($0) = ?" }.joined(separator: " AND "))
                    """)
            func key(of row: Row) -> [DatabaseValue] { column.keys.map { row[$0] as DatabaseValue } }
            for row in rows {
                let value = try column.sealedAnew(row, cipher)
                try update.execute(arguments: StatementArguments([value.databaseValue] + key(of: row)))
            }
            guard rows.count == column.resealedAtOnce, let final = rows.last else { return (rows.count, nil) }
            return (rows.count, key(of: final))
        }
    }

    /// Removes from the file's list every key that no value names any more.
    ///
    /// - Returns: The keys of the ring that may be deleted; `nil` while values still name a key other than
    ///   the current one.
    package func dropUnusedKeys() async throws -> [DataKey.ID]? {
        try await pool.write { [cipher] database in
            let current = try cipher.keys.current()
            guard try Self.uses(of: SealedColumn.lasting, in: database).allSatisfy({ $0.key == current })
            else { return nil }
            for column in SealedColumn.all where column.isFleeting {
                try database.execute(
                    sql: "DELETE FROM \(column.field.table) WHERE substr(\(column.field.column), 2, 4) <> ?",
                    arguments: [SealedColumn.keyName(current)])
            }
            try database.execute(sql: "DELETE FROM dataKey WHERE id <> ?", arguments: [current.stored])
            return cipher.keys.ids.filter { $0 != current }
        }
    }

    /// The number of values in each column that cannot be opened.
    ///
    /// This opens every value.
    package func brokenValues() async throws -> [String: Int] {
        try await pool.read { [cipher] database in
            var broken: [String: Int] = [:]
            for column in SealedColumn.all {
                let rows = try Row.fetchCursor(database, sql: column.rows(where: "true"))
                while let row = try rows.next() {
                    guard !column.isSound(row, cipher) else { continue }
                    broken["\(column.field)", default: 0] += 1
                }
            }
            return broken
        }
    }
}

extension SQLiteStore {
    /// Opens every fence, so that no match has to; a million take some three seconds of one processor.
    ///
    /// It reads in short transactions, and ends early when its task is cancelled.
    package func openFences() async throws {
        var last: Int64 = 0
        while !Task.isCancelled {
            let after = last
            let reached = try await pool.read { [cipher] database in
                try Self.openFences(after: after, cipher, in: database)
            }
            guard let reached else { return }
            last = reached
        }
    }

    private static let openedAtOnce = 2_000

    private static func openFences(
        after last: Int64, _ cipher: RowCipher, in database: Database
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
                try cipher.ask(number, SealedBytes(sealed ?? Data(), of: id)) { _, _ in }
            }
        }
        return reached
    }
}
