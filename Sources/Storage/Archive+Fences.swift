package import Allergens
import Foundation
import GRDB
import Geography

/// Why a fence was not kept.
package enum FenceRefusal: Error, Hashable, Sendable {
    /// The account has as many fences as one may have.
    case tooMany(limit: Int)
}

extension Archive {
    /// Keeps a new fence.
    ///
    /// - Throws: ``FenceRefusal`` when the account has ``FenceLimits/perAccount`` fences already.
    package func add(_ fence: Fence, footprint: FenceFootprint) async throws {
        try await pool.write { [taxonomy] database in
            let count = try Int.fetchOne(
                database,
                SQLRequest<Int>(
                    literal: "SELECT count(*) FROM fence WHERE account = \(fence.account.rawValue)"))
            guard (count ?? 0) < FenceLimits.perAccount
            else { throw FenceRefusal.tooMany(limit: FenceLimits.perAccount) }
            try Self.insert(fence, footprint: footprint, taxonomy: taxonomy, into: database)
        }
    }

    /// Replaces a fence of the same owner by one with the same identifier.
    ///
    /// What was announced there is forgotten: a changed fence begins anew.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func replace(_ fence: Fence, footprint: FenceFootprint) async throws -> Bool {
        try await pool.write { [taxonomy] database in
            guard try Self.remove(fence.id, of: fence.account, from: database) else { return false }
            try Self.insert(fence, footprint: footprint, taxonomy: taxonomy, into: database)
            return true
        }
    }

    /// Removes a fence.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        try await pool.write { database in try Self.remove(fence, of: account, from: database) }
    }

    /// The fences of an account, the oldest first.
    package func fences(of account: Account.ID) async throws -> [Fence] {
        try await pool.read { [taxonomy] database in
            try SQLRequest<Row>(
                literal: "SELECT * FROM fence WHERE account = \(account.rawValue) ORDER BY number"
            ).fetchAll(database).map { row in
                Fence(
                    id: Fence.ID(rawValue: row["id"]), account: account, name: row["name"],
                    area: try Fence.Area(row: row),
                    levels: try Self.levels(ofFence: row["number"], taxonomy: taxonomy, in: database),
                    kinds: KindBits.decoded(row["kinds"]))
            }
        }
    }

    private static func insert(
        _ fence: Fence, footprint: FenceFootprint, taxonomy: Taxonomy, into database: Database
    ) throws {
        let kinds = KindBits.encoded(fence.kinds)
        try database.execute(
            literal: """
                INSERT INTO fence
                    (id, account, name, longitude, latitude, radius, outline, kinds)
                VALUES (
                    \(fence.id.rawValue), \(fence.account.rawValue), \(fence.name),
                    \(footprint.anchor.longitude), \(footprint.anchor.latitude), \(fence.area.radius),
                    \(try fence.area.outline), \(kinds))
                """)
        let number = database.lastInsertedRowID
        for (allergen, level) in fence.levels {
            try database.execute(
                literal: """
                    INSERT INTO fenceLevel (fence, allergen, level)
                    VALUES (\(number), \(taxonomy[allergen]?.code), \(level.rank))
                    """)
        }
        let set = taxonomy.set(of: fence.levels.keys)
        let boxes = footprint.boxes.flatMap(\.parts)
        precondition(
            (1...2).contains(boxes.count), "a fence has one box, or two that meet at the antimeridian")
        for (place, box) in boxes.enumerated() {
            try database.execute(
                literal: """
                    INSERT INTO fenceBox (id, west, east, south, north, fence, low, high, kinds)
                    VALUES (
                        \(2 * number + Int64(place)), \(box.west), \(box.east), \(box.south), \(box.north), \(number),
                        \(set.storedLow), \(set.storedHigh), \(kinds))
                    """)
        }
    }

    private static func remove(
        _ fence: Fence.ID, of account: Account.ID, from database: Database
    ) throws -> Bool {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT fence.* FROM fence WHERE id = \(fence.rawValue) AND account = \(account.rawValue)
                """
        ).fetchOne(database)
        guard let row else { return false }
        let number: Int64 = row["number"]
        try database.execute(
            literal: "DELETE FROM fenceBox WHERE id IN (\(2 * number), \(2 * number + 1))")
        try database.execute(literal: "DELETE FROM fence WHERE number = \(number)")
        return true
    }

    static func levels(
        ofFence number: Int64, taxonomy: Taxonomy, in database: Database
    ) throws -> [Allergen.ID: Level] {
        let rows = try SQLRequest<Row>(
            literal: "SELECT allergen, level FROM fenceLevel WHERE fence = \(number)", cached: true
        ).fetchAll(database)
        let pairs = rows.compactMap { row -> (Allergen.ID, Level)? in
            guard let allergen = taxonomy[code: row["allergen"]], let level = Level(rank: row["level"])
            else { return nil }
            return (allergen.id, level)
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }
}
