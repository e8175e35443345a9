package import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
package import People
import Sealing

extension SQLiteStore {
    /// Adds a fence.
    ///
    /// - Throws: ``FenceRefusal`` when the account already has ``FenceLimits/perAccount`` fences.
    package func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws {
        try await pool.write { [taxonomy, cipher, claim = AnswerClaim.current] database in
            let count = try Int.fetchOne(
                database,
                SQLRequest<Int>(
                    literal: "SELECT count(*) FROM fence WHERE account = \(fence.account.rawValue)"))
            guard (count ?? 0) < FenceLimits.perAccount
            else { throw FenceRefusal.tooMany(limit: FenceLimits.perAccount) }
            try Self.insert(
                fence, footprint: footprint, planner: FencePlanner(taxonomy: taxonomy, at: now), taxonomy,
                cipher, into: database)
            try claim?.note(fence.id.rawValue, cipher, in: database)
        }
    }

    /// The page cache of a bulk load in KiB.
    ///
    /// It holds the indices of a million fences, which come in no particular order.
    private static let bulkCache = 262_144

    /// Adds many fences in one transaction, without a limit per account.
    ///
    /// They are added along a Hilbert curve, so that each finds its neighbours' pages in the cache. Nothing
    /// else is written meanwhile; a million fences take some fifteen seconds.
    package func add(_ fences: [(fence: Fence, footprint: FenceFootprint)], at now: Date) async throws {
        let order = Self.order(of: fences)
        try await pool.write { [taxonomy, cipher] database in
            let present = try Int.fetchOne(database, sql: "SELECT count(*) FROM fence") ?? 0
            let buildsAnew = present <= Self.rebuildingShare * fences.count
            try Self.withCache(of: Self.bulkCache, in: database) {
                let planner = FencePlanner(taxonomy: taxonomy, at: now)
                let profiles = try Self.profiles(
                    of: fences.lazy.map { $0.fence.account }, taxonomy: taxonomy, cipher, in: database)
                let usual = Profile()
                let indices = buildsAnew ? try Self.dropIndices(in: database) : []
                let writer = try FenceWriter(database, cipher, packsBoxes: buildsAnew)
                try writer.add(order.count) { [sealers = writer.sealers] numbers in
                    var nonces = FreshNonces()
                    return try fences.withUnsafeBufferPointer { fences in
                        try numbers.map { number in
                            let place = order[number]
                            let fence = fences[place].fence
                            let plan = try planner.plan(fence.rules, profiles[fence.account] ?? usual)
                            return try sealers.sealed(fence, fences[place].footprint, plan, &nonces)
                        }
                    }
                }
                try writer.finish()
                for index in indices { try database.execute(sql: index) }
            }
        }
    }

    /// Drops the indices of the table of fences, apart from those that enforce a constraint.
    ///
    /// - Returns: The statements that create them again.
    private static func dropIndices(in database: Database) throws -> [String] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, sql FROM sqlite_master
                WHERE type = 'index' AND tbl_name = 'fence' AND sql IS NOT NULL
                """)
        for row in rows { try database.execute(sql: "DROP INDEX \(row["name"] as String)") }
        return rows.map { $0["sql"] }
    }

    /// The number of existing fences, per added one, up to which the tree of boxes and the indices are
    /// rebuilt.
    ///
    /// A rebuild takes a fifth of the time of adding the fences one by one.
    private static let rebuildingShare = 4

    private static func withCache(
        of kibibytes: Int, in database: Database, _ work: () throws -> Void
    ) throws {
        let usual = try Int.fetchOne(database, sql: "PRAGMA cache_size") ?? 0
        try database.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
        let outcome = Result(catching: work)
        try database.execute(sql: "PRAGMA cache_size = \(usual)")
        try outcome.get()
    }

    /// The indices of the fences in the order of a curve with cells of some 600 m at the equator.
    private static func order(of fences: [(fence: Fence, footprint: FenceFootprint)]) -> [Int] {
        // An index packed beside its key in one word sorts in a third of the time of a pair.
        var keys = fences.withUnsafeBufferPointer { fences in
            fences.indices.map { place in
                let cell = TileAddress(holding: fences[place].footprint.anchor, zoom: 16)
                return cell.hilbertNumber << 32 | UInt64(place)
            }
        }
        keys.sort()
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }

    private static func insert(
        _ fence: Fence, footprint: FenceFootprint, planner: FencePlanner, _ taxonomy: Taxonomy,
        _ cipher: RowCipher, into database: Database
    ) throws {
        let profile = try Self.profile(of: fence.account, taxonomy: taxonomy, cipher, in: database)
        let plan = try planner.plan(fence.rules, profile)
        try FenceWriter(database, cipher).add(fence, footprint, plan)
    }

    /// Replaces a fence by one with the same owner and identifier.
    ///
    /// Its past announcements are forgotten: a changed fence starts anew.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool {
        try await pool.write { [taxonomy, cipher] database in
            guard try Self.remove(fence.id, of: fence.account, cipher, from: database) else { return false }
            try Self.insert(
                fence, footprint: footprint, planner: FencePlanner(taxonomy: taxonomy, at: now), taxonomy,
                cipher, into: database)
            return true
        }
    }

    /// Removes a fence.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        try await pool.write { [cipher] database in
            try Self.remove(fence, of: account, cipher, from: database)
        }
    }

    /// The fences of an account, oldest first.
    package func fences(of account: Account.ID) async throws -> [Fence] {
        try await pool.read { [taxonomy, cipher] database in
            try Self.fenceRows(of: account, in: database).map {
                try Fence(row: $0, taxonomy: taxonomy, cipher)
            }
        }
    }

    static func fenceRows(of account: Account.ID, in database: Database) throws -> [Row] {
        try SQLRequest<Row>(
            literal: """
                SELECT fence.*, fenceOutline.area, fenceOutline.rings
                FROM fence LEFT JOIN fenceOutline ON fenceOutline.fence = fence.number
                WHERE fence.account = \(account.rawValue) ORDER BY fence.number
                """
        ).fetchAll(database)
    }

    private static func remove(
        _ fence: Fence.ID, of account: Account.ID, _ cipher: RowCipher, from database: Database
    ) throws -> Bool {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT number, id, sealed FROM fence
                WHERE id = \(fence.rawValue) AND account = \(account.rawValue)
                """
        ).fetchOne(database)
        guard let row else { return false }
        try keepName(row, of: account, cipher, in: database)
        try removeFence(row["number"], from: database)
        return true
    }

    /// Stores the name of a fence that is removed, if the ledger has lines of its account.
    private static func keepName(
        _ fence: Row, of account: Account.ID, _ cipher: RowCipher, in database: Database
    ) throws {
        let isNamed = try SQLRequest<Bool>(
            literal: "SELECT EXISTS (\(LedgerVolumes.lines(of: account, after: 0)))"
        ).fetchOne(database)
        guard isNamed == true else { return }
        let number: Int64 = fence["number"]
        let name = try cipher.details(of: fence["id"], sealed: fence["sealed"]).name
        let sealed = try cipher.keys.seal(
            Data(name.utf8), field: ConcernReader.formerName, of: .number(number))
        try database.execute(
            literal: """
                INSERT INTO formerFence (number, account, name)
                VALUES (\(number), \(account.rawValue), \(sealed))
                """)
    }

    static func removeFence(_ number: Int64, from database: Database) throws {
        try database.execute(
            literal: "DELETE FROM fenceBox WHERE id IN (\(2 * number), \(2 * number + 1))")
        try database.execute(literal: "DELETE FROM fence WHERE number = \(number)")
    }
}
