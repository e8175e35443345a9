import Foundation
import GRDB
package import Sealing

/// What is sealed under which key.
extension RowStore {
    /// The keys that sealed values name, with the number of values for each, ordered by key.
    ///
    /// This scans every value.
    package func dataKeyUses() async throws -> [DataKeyUse] {
        try await readRows { try $0.uses(of: SealedColumn.all) }
    }

    /// Whether all values name the current key, apart from those that are deleted with their key.
    package func isUnderCurrentKey() async throws -> Bool {
        try await readRows { [keys] runner in
            let current = try keys.current()
            return try runner.uses(of: SealedColumn.lasting).allSatisfy { $0.key == current }
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
        try await writeManyRows(locking: .nothing) { [keys] runner in
            try runner.run(
                "INSERT INTO dataKey (id) VALUES (\(try keys.current().stored)) ON CONFLICT DO NOTHING")
        }
        var count = 0
        // Hashes are computed from sealed values, which can be opened under either key.
        for column in SealedColumn.lasting {
            var last: [StoredValue]?
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
        _ column: SealedColumn, after last: [StoredValue]?
    ) async throws -> (count: Int, last: [StoredValue]?) {
        try await writeManyRows(locking: .nothing) { [keys] runner in
            let name = column.field.column
            let current = SealedColumn.keyName(try keys.current())
            let later: Query = last.map { "\(column.isLater(than: $0)) AND" } ?? ""
            let rows = try runner.rows(
                """
                \(column.rows(where: "\(later) substr(\(sql: name), 2, 4) <> \(current)"))
                ORDER BY \(sql: column.keys.joined(separator: ", ")) LIMIT \(column.resealedAtOnce)
                \(.locking(column.field.table))
                """)
            for row in rows {
                let value = try column.sealedAnew(row, keys)
                try runner.run(
                    """
                    UPDATE \(sql: column.field.table) SET \(sql: name) = \(value)
                    WHERE \(column.isThere(column.key(of: row)))
                    """)
            }
            guard rows.count == column.resealedAtOnce, let final = rows.last else { return (rows.count, nil) }
            return (rows.count, column.key(of: final))
        }
    }

    /// Removes from the database's list every key that no value names any more.
    ///
    /// - Returns: The keys of the ring that may be deleted; `nil` while values still name a key other than
    ///   the current one.
    package func dropUnusedKeys() async throws -> [DataKey.ID]? {
        try await writeManyRows(locking: .sealedTables) { [keys] runner in
            let current = try keys.current()
            guard try runner.uses(of: SealedColumn.lasting).allSatisfy({ $0.key == current })
            else { return nil }
            for column in SealedColumn.all where column.isFleeting {
                try runner.run(
                    """
                    DELETE FROM \(sql: column.field.table)
                    WHERE substr(\(sql: column.field.column), 2, 4) <> \(SealedColumn.keyName(current))
                    """)
            }
            try runner.run("DELETE FROM dataKey WHERE id <> \(current.stored)")
            return keys.ids.filter { $0 != current }
        }
    }

    /// The number of values in each column that cannot be opened.
    ///
    /// This opens every value.
    package func brokenValues() async throws -> [String: Int] {
        try await readRows { [keys] runner in
            var broken: [String: Int] = [:]
            for column in SealedColumn.all {
                try runner.forEachRow(column.rows(where: "1 = 1")) { row in
                    guard !column.isSound(row, keys) else { return }
                    broken["\(column.field)", default: 0] += 1
                }
            }
            return broken
        }
    }

    /// Opens every fence, so that no match has to; a million take some three seconds of one processor.
    ///
    /// It reads in short transactions, and ends early when its task is cancelled.
    package func openFences() async throws {
        var last: Int64 = 0
        while !Task.isCancelled {
            let after = last
            let reached = try await readRows { [cipher] runner in try runner.openFences(after: after, cipher)
            }
            guard let reached else { return }
            last = reached
        }
    }
}

extension QueryRunner {
    fileprivate func uses(of columns: [SealedColumn]) throws -> [DataKeyUse] {
        var counts: [DataKey.ID: [String: Int]] = [:]
        for column in columns {
            let name = column.field.column
            let rows = try rows(
                """
                SELECT substr(\(sql: name), 1, 5) AS head, count(*) AS number FROM \(sql: column.field.table)
                WHERE \(sql: name) IS NOT NULL GROUP BY 1
                """)
            for row in rows {
                guard let id = DataKey.ID(of: try row["head"]) else {
                    throw SealingError.broken(column.field)
                }
                counts[id, default: [:]]["\(column.field)"] = try row["number"]
            }
        }
        return counts.map { DataKeyUse(key: $0.key, values: $0.value) }.sorted {
            $0.key.rawValue < $1.key.rawValue
        }
    }

    /// - Returns: The number of the last fence that was opened; `nil` if there is none.
    fileprivate func openFences(after last: Int64, _ cipher: RowCipher) throws -> Int64? {
        let rows = try rows(
            "SELECT number, id, sealed FROM fence WHERE number > \(last) ORDER BY number LIMIT 2000")
        for row in rows {
            try cipher.ask(row[0], SealedBytes(try row[2], of: try row[1])) { _, _ in }
        }
        return try rows.last.map { try $0[0] }
    }
}
