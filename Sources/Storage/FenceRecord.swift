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
            "outer",
        ]
        + FencePlan.columns

    private static let insertion = """
        INSERT INTO fence (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    /// Adds the fence to its tables.
    func insert(into database: Database) throws {
        let values = [fence.id.rawValue, fence.account.rawValue, fence.name] + area + plan.values
        try database.cachedStatement(sql: Self.insertion).execute(arguments: StatementArguments(values))
        let number = database.lastInsertedRowID
        try insertBoxes(of: number, into: database)
        try Self.insert(plan.watched, of: number, into: database)
        guard let outline = footprint.outline, case .polygons(let polygons) = fence.area else { return }
        // What the owner drew is kept only where the rings in the plane are others.
        let isPlane = outline == Outline(plane: polygons)
        try database.cachedStatement(
            sql: "INSERT INTO fenceOutline (fence, rings, area) VALUES (?, ?, ?)"
        ).execute(arguments: [number, outline.bytes, isPlane ? nil : try PolygonText.encoded(polygons)])
    }

    /// Works out the rules of a fence anew that is in its tables already.
    static func update(_ number: Int64, to plan: FencePlan, in database: Database) throws {
        let assignments = FencePlan.columns.map { "\($0) = ?" }.joined(separator: ", ")
        try database.cachedStatement(sql: "UPDATE fence SET \(assignments) WHERE number = ?")
            .execute(arguments: StatementArguments(plan.values + [number]))
        try database.execute(literal: "DELETE FROM watchedLevel WHERE fence = \(number)")
        try insert(plan.watched, of: number, into: database)
    }

    private var area: FencePlan.Values {
        let anchor = footprint.anchor
        let vector = UnitVector(anchor)
        var radius: Double?
        if case .circle(_, let metres) = fence.area { radius = metres }
        // The sphere settles what lies further from the edge than its error; of a polygon it settles nothing inside.
        let inner = radius.map { Earth.squaredChord(ofDistance: $0 / (1 + Earth.sphericalError)) } ?? -1
        let outer = Earth.squaredChord(ofDistance: footprint.extent / (1 - Earth.sphericalError))
        return [
            anchor.longitude, anchor.latitude, radius, footprint.extent, vector.x, vector.y, vector.z, inner,
            outer,
        ]
    }

    private func insertBoxes(of number: Int64, into database: Database) throws {
        let boxes = footprint.boxes.flatMap(\.parts)
        precondition(
            (1...2).contains(boxes.count), "a fence has one box, or two that meet at the antimeridian")
        let statement = try database.cachedStatement(
            sql: "INSERT INTO fenceBox (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)")
        for (place, box) in boxes.enumerated() {
            try statement.execute(
                arguments: [2 * number + Int64(place), box.west, box.east, box.south, box.north])
        }
    }

    private static func insert(
        _ watched: [(allergen: Int, level: Int, crossReaction: Int?)], of number: Int64,
        into database: Database
    ) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO watchedLevel (fence, allergen, level, crossReaction) VALUES (?, ?, ?, ?)")
        for watch in watched {
            try statement.execute(arguments: [number, watch.allergen, watch.level, watch.crossReaction])
        }
    }
}
