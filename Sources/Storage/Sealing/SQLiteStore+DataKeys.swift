import Foundation
import GRDB
import Sealing

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
}
