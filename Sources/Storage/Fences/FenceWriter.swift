import Alerts
import Foundation
import GRDB
import Geography
import Sealing

/// Adds fences to their tables one after the other, with statements that are prepared once.
///
/// A plan's values are bound once for consecutive fences that share it: in a load of a million fences, few
/// have rules of their own. The writer seals under the key that is current when the writer is created, inside
/// the transaction.
final class FenceWriter {
    /// The sealers for the fences that it adds.
    let sealers: FenceSealers

    private let database: Database
    private let cipher: RowCipher
    private let fences: Statement
    private let boxes: Statement
    private let outlines: Statement
    /// The plan whose values are bound to ``fences``.
    private var plan: FencePlan?
    /// The boxes of all added fences, when they become a tree together.
    private var packed: PackedBoxes?

    /// Prepares the statements.
    ///
    /// Packed boxes wait for ``finish()``.
    ///
    /// - Throws: `DatabaseError` when the tables do not exist; `KeyRingMistake` when there is no key to seal
    ///   with.
    init(_ database: Database, _ cipher: RowCipher, packsBoxes: Bool = false) throws {
        self.database = database
        self.cipher = cipher
        sealers = try FenceSealers(cipher.keys)
        packed = packsBoxes ? PackedBoxes() : nil
        fences = try database.cachedStatement(sql: Self.insertion)
        boxes = try database.cachedStatement(
            sql: "INSERT INTO fenceBox (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)")
        outlines = try database.cachedStatement(
            sql: "INSERT INTO fenceOutline (fence, rings, area) VALUES (?, ?, ?)")
    }

    private static let ownColumns = ["id", "account", "sealed"]

    private static let insertion: String = {
        let columns = ownColumns + FencePlan.columns
        return """
            INSERT INTO fence (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
    }()

    /// Adds a fence.
    ///
    /// - Throws: `DatabaseError` when it violates a constraint of the tables.
    func add(_ fence: Fence, _ footprint: FenceFootprint, _ plan: FencePlan) throws {
        var nonces = FreshNonces()
        try add(sealers.sealed(fence, footprint, plan, &nonces))
    }

    /// The number of fences that are sealed ahead.
    private static let batch = 2_048

    /// Adds many fences while other threads seal the next ones.
    ///
    /// - Parameters:
    ///   - count: The number of fences.
    ///   - sealed: Seals the fences with the given numbers, which are below `count`.
    /// - Throws: What `sealed` throws, and `DatabaseError`.
    func add(_ count: Int, _ sealed: @escaping @Sendable (Range<Int>) throws -> [SealedFence]) throws {
        var ahead = SealingBatch(first: Self.batch, of: 0..<count, sealed)
        defer { ahead.abandon() }
        while !ahead.isEmpty {
            let parts = try ahead.finish()
            ahead = SealingBatch(first: Self.batch, of: ahead.end..<count, sealed)
            for part in parts { for fence in part { try add(fence) } }
        }
    }

    private func add(_ fence: SealedFence) throws {
        if fence.plan !== plan {
            for (place, value) in fence.plan.values.enumerated() {
                fences.bind(value.databaseValue, at: Self.ownColumns.count + place + 1)
            }
            plan = fence.plan
        }
        fences.bind(fence.id, at: 1)
        fences.bind(fence.account, at: 2)
        try fences.perform(lending: fence.details, at: 3)
        let number = database.lastInsertedRowID
        cipher.keep(number, sealed: fence.details, fence.shape, fence.plan.packed)
        try addBoxes(fence.boxes, of: number)
        guard let outline = fence.outline else { return }
        outlines.bind(number, at: 1)
        if let area = outline.area { outlines.bind(area, at: 3) } else { outlines.bindNull(at: 3) }
        try outlines.perform(lending: outline.rings, at: 2)
    }

    /// Writes the packed boxes into the tree, so that their fences can be found.
    func finish() throws { try packed?.replaceTree(in: database) }

    private func addBoxes(_ boxes: [BoundingBox], of number: Int64) throws {
        for (place, box) in boxes.enumerated() {
            let id = 2 * number + Int64(place)
            if packed?.add(id, box) != nil { continue }
            self.boxes.bind(id, at: 1)
            self.boxes.bind(box.west, at: 2)
            self.boxes.bind(box.east, at: 3)
            self.boxes.bind(box.south, at: 4)
            self.boxes.bind(box.north, at: 5)
            try self.boxes.perform()
        }
    }
}
