package import Alerts
import Allergens
package import Foundation
import GRDB
import Geography
import People
import Sealing

extension SQLiteStore {
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
}
