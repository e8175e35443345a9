import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

/// Adds fences to the tables from before rows were sealed, for the migration that moves them into the sealed
/// tables.
struct PlainFenceWriter {
    let database: Database
    let taxonomy: Taxonomy

    /// Adds a fence of an account without a profile.
    ///
    /// - Throws: `DatabaseError` when it violates a constraint of the tables.
    func add(_ fence: Fence, _ footprint: FenceFootprint, at now: Date) throws {
        let plan = try FencePlan(fence.rules, Profile(), taxonomy: taxonomy, at: now)
        let anchor = footprint.anchor
        let vector = UnitVector(anchor)
        let radius: Double? = if case .circle(_, let radius) = fence.area { radius } else { nil }
        let own: [(String, (any DatabaseValueConvertible)?)] = [
            ("id", fence.id.rawValue), ("account", fence.account.rawValue), ("name", fence.name),
            ("longitude", anchor.longitude), ("latitude", anchor.latitude), ("radius", radius),
            ("extent", footprint.extent), ("x", vector.x), ("y", vector.y), ("z", vector.z),
            ("inner", footprint.surelyInside), ("watches", plan.watching.watches),
        ]
        let words = ["low1", "high1", "low2", "high2", "low3", "high3", "low4", "high4", "ownLow", "ownHigh"]
        let masks = zip(words, plan.watching.masks).map { ($0, Int64(bitPattern: $1).databaseValue) }
        let rules = zip(FencePlan.columns, plan.values.map(\.databaseValue))
        let columns = own.map { ($0.0, $0.1?.databaseValue ?? .null) } + masks + rules
        try database.execute(
            sql: """
                INSERT INTO fence (\(columns.map(\.0).joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                """, arguments: StatementArguments(columns.map(\.1)))
        try addParts(of: fence, footprint, database.lastInsertedRowID)
    }

    private func addParts(of fence: Fence, _ footprint: FenceFootprint, _ number: Int64) throws {
        for (place, box) in footprint.boxes.flatMap(\.parts).enumerated() {
            try database.execute(
                sql: "INSERT INTO fenceBox (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)",
                arguments: [2 * number + Int64(place), box.west, box.east, box.south, box.north])
        }
        guard let outline = footprint.outline, case .polygons(let polygons) = fence.area else { return }
        let area = outline.consists(of: polygons) ? nil : try PolygonText.encoded(polygons)
        try database.execute(
            sql: "INSERT INTO fenceOutline (fence, rings, area) VALUES (?, ?, ?)",
            arguments: [number, outline.bytes, area])
    }
}
