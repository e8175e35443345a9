package import Alerts
import Allergens
package import Foundation
import Geography
package import People
import Sealing

extension RowStore {
    /// Adds a fence.
    ///
    /// - Throws: ``FenceRefusal`` when the account already has ``FenceLimits/perAccount`` fences.
    package func add(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws {
        try await writeRows(locking: .account(fence.account)) {
            [taxonomy, cipher, claim = AnswerClaim.current] runner in
            let count = try runner.value(
                "SELECT count(*) FROM fence WHERE account = \(fence.account.rawValue)", as: Int.self)
            guard (count ?? 0) < FenceLimits.perAccount
            else { throw FenceRefusal.tooMany(limit: FenceLimits.perAccount) }
            try runner.insert(fence, footprint, at: now, taxonomy, cipher)
            try claim?.note(fence.id.rawValue, cipher.keys, by: runner)
        }
    }

    /// Replaces a fence by one with the same owner and identifier.
    ///
    /// Its past announcements are forgotten: a changed fence starts anew.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func replace(_ fence: Fence, footprint: FenceFootprint, at now: Date) async throws -> Bool {
        try await writeRows(locking: .account(fence.account)) { [taxonomy, cipher] runner in
            guard try runner.remove(fence.id, of: fence.account, cipher) else { return false }
            try runner.insert(fence, footprint, at: now, taxonomy, cipher)
            return true
        }
    }

    /// Removes a fence.
    ///
    /// - Returns: `false` when the owner has no such fence.
    package func remove(_ fence: Fence.ID, of account: Account.ID) async throws -> Bool {
        try await writeRows(locking: .account(account)) { [cipher] runner in
            try runner.remove(fence, of: account, cipher)
        }
    }

    /// The fences of an account, oldest first.
    package func fences(of account: Account.ID) async throws -> [Fence] {
        try await queryRows { [taxonomy, cipher] runner in
            try runner.fenceRows(of: account).map { try Fence(row: $0, taxonomy: taxonomy, cipher) }
        }
    }
}

extension QueryRunner {
    /// The rows of an account's fences with their outlines.
    fileprivate func fenceRows(of account: Account.ID) throws -> [QueryRow] {
        try rows(
            """
            SELECT fence.*, fenceOutline.area, fenceOutline.rings
            FROM fence LEFT JOIN fenceOutline ON fenceOutline.fence = fence.number
            WHERE fence.account = \(account.rawValue) ORDER BY fence.number
            """)
    }

    /// Adds a fence with what its owner's profile says.
    fileprivate func insert(
        _ fence: Fence, _ footprint: FenceFootprint, at now: Date, _ taxonomy: Taxonomy, _ cipher: RowCipher
    ) throws {
        let profile = try profile(of: fence.account, taxonomy: taxonomy, cipher.keys)
        let plan = try FencePlan(fence.rules, profile, taxonomy: taxonomy, at: now)
        var nonces = FreshNonces()
        let sealed = try FenceSealers(cipher.keys).sealed(fence, footprint, plan, &nonces)
        let columns = FencePlan.columns.joined(separator: ", ")
        let number = try insertedNumber(
            """
            INSERT INTO fence (id, account, sealed, \(sql: columns))
            VALUES (
                \(sealed.id), \(sealed.account), \(sealed.details), \(plan.parameters.joined(separator: ", ")))
            RETURNING number
            """)
        cipher.keep(number, sealed: sealed.details, sealed.shape, plan.packed)
        for (place, box) in sealed.boxes.enumerated() {
            try run(
                """
                INSERT INTO fenceBox (id, west, east, south, north)
                VALUES (\(2 * number + Int64(place)), \(box.west), \(box.east), \(box.south), \(box.north))
                """)
        }
        guard let outline = sealed.outline else { return }
        try run(
            """
            INSERT INTO fenceOutline (fence, rings, area) VALUES (\(number), \(outline.rings), \(outline.area))
            """)
    }

    /// Removes a fence of an account, and keeps its name for the ledger.
    fileprivate func remove(_ fence: Fence.ID, of account: Account.ID, _ cipher: RowCipher) throws -> Bool {
        let row = try row(
            """
            SELECT number, id, sealed FROM fence
            WHERE id = \(fence.rawValue) AND account = \(account.rawValue)
            """)
        guard let row else { return false }
        try keepName(row, of: account, cipher)
        let number: Int64 = try row["number"]
        try run("DELETE FROM fenceBox WHERE id IN (\(2 * number), \(2 * number + 1))")
        try run("DELETE FROM fence WHERE number = \(number)")
        return true
    }

    /// Stores the name of a fence that is removed, if the ledger has lines of its account.
    private func keepName(_ fence: QueryRow, of account: Account.ID, _ cipher: RowCipher) throws {
        let isNamed = try value(
            "SELECT EXISTS (\(LedgerVolumes.lines(of: account, after: 0)))", as: Bool.self)
        guard isNamed == true else { return }
        let number: Int64 = try fence["number"]
        let name = try cipher.details(of: fence["id"], sealed: fence["sealed"]).name
        let sealed = try cipher.keys.seal(
            Data(name.utf8), field: ConcernReader.formerName, of: .number(number))
        try run(
            """
            INSERT INTO formerFence (number, account, name)
            VALUES (\(number), \(account.rawValue), \(sealed))
            """)
    }

    /// Brings what the fences of an account watch in line with its profile.
    func planFences(
        of account: Account.ID, by profile: Profile, at now: Date, _ taxonomy: Taxonomy, _ cipher: RowCipher
    ) throws {
        let planner = FencePlanner(taxonomy: taxonomy, at: now)
        let sealers = try FenceSealers(cipher.keys)
        for row in try fenceRows(of: account) {
            let (number, id): (Int64, String) = (try row["number"], try row["id"])
            let details = try cipher.details(of: id, sealed: row["sealed"])
            let plan = try planner.plan(FenceRules(row: row, details, taxonomy: taxonomy), profile)
            let bytes = FenceBytes.packed(details.shape, name: details.name, plan.packed)
            let sealed = sealers.details.seal(bytes, of: .text(id))
            let values = zip(FencePlan.columns, plan.parameters).map { column, value -> Query in
                "\(sql: column) = \(value)"
            }
            try run(
                """
                UPDATE fence SET sealed = \(sealed), \(values.joined(separator: ", ")) WHERE number = \(number)
                """)
            cipher.keep(number, sealed: sealed, details.shape, plan.packed)
        }
    }
}
