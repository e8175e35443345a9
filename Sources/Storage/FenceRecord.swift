import Allergens
import Foundation
import GRDB
import Geography

/// A fence as the match reads it.
struct FenceRecord {
    let fence: Fence
    let footprint: FenceFootprint
    let plan: FencePlan

    init(_ fence: Fence, footprint: FenceFootprint, plan: FencePlan) {
        self.fence = fence
        self.footprint = footprint
        self.plan = plan
    }

    private static let columns =
        [
            "id", "account", "name", "longitude", "latitude", "radius", "extent", "x", "y", "z", "inner",
        ]
        + FencePlan.columns

    private static let insertion = """
        INSERT INTO fence (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    /// Adds the fence to its tables.
    func insert(into database: Database) throws {
        let owner = [
            fence.id.rawValue.databaseValue, fence.account.rawValue.databaseValue, fence.name.databaseValue,
        ]
        try database.cachedStatement(sql: Self.insertion).run(owner + area + plan.values)
        let number = database.lastInsertedRowID
        try insertBoxes(of: number, into: database)
        try Self.insert(plan.crossWatches, of: number, into: database)
        guard let outline = footprint.outline, case .polygons(let polygons) = fence.area else { return }
        // What the owner drew is kept only where the rings in the plane are others.
        let isPlane = outline.consists(of: polygons)
        try database.cachedStatement(
            sql: "INSERT INTO fenceOutline (fence, rings, area) VALUES (?, ?, ?)"
        ).run([
            number.databaseValue, outline.bytes.databaseValue,
            isPlane ? .null : try PolygonText.encoded(polygons).databaseValue,
        ])
    }

    /// Works out the rules of a fence anew that is in its tables already.
    static func update(_ number: Int64, to plan: FencePlan, in database: Database) throws {
        let assignments = FencePlan.columns.map { "\($0) = ?" }.joined(separator: ", ")
        try database.cachedStatement(sql: "UPDATE fence SET \(assignments) WHERE number = ?")
            .execute(arguments: StatementArguments(plan.values + [number.databaseValue]))
        try database.execute(literal: "DELETE FROM crossWatch WHERE fence = \(number)")
        try insert(plan.crossWatches, of: number, into: database)
    }

    private var area: FencePlan.Values {
        let anchor = footprint.anchor
        let vector = UnitVector(anchor)
        var radius: Double?
        if case .circle(_, let metres) = fence.area { radius = metres }
        return [
            anchor.longitude.databaseValue, anchor.latitude.databaseValue, radius?.databaseValue ?? .null,
            footprint.extent.databaseValue, vector.x.databaseValue, vector.y.databaseValue,
            vector.z.databaseValue, footprint.surelyInside.databaseValue,
        ]
    }

    private func insertBoxes(of number: Int64, into database: Database) throws {
        let boxes = footprint.boxes.flatMap(\.parts)
        precondition(
            (1...2).contains(boxes.count), "a fence has one box, or two that meet at the antimeridian")
        let statement = try database.cachedStatement(
            sql: "INSERT INTO fenceBox (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)")
        for (place, box) in boxes.enumerated() {
            try statement.run([
                (2 * number + Int64(place)).databaseValue, box.west.databaseValue, box.east.databaseValue,
                box.south.databaseValue, box.north.databaseValue,
            ])
        }
    }

    private static func insert(
        _ crossWatches: [(allergen: Int, crossReaction: Int)], of number: Int64, into database: Database
    ) throws {
        for watch in crossWatches {
            try database.cachedStatement(
                sql: "INSERT INTO crossWatch (fence, allergen, crossReaction) VALUES (?, ?, ?)"
            ).execute(arguments: [number, watch.allergen, watch.crossReaction])
        }
    }
}
