import Allergens
import GRDB
import Geography

/// Adds fences to their tables, one after the other, with statements that are prepared once.
///
/// What a plan says is bound once for all fences in a row that share it: of a million fences that come at once, few are
/// watched by rules of their own.
final class FenceWriter {
    private let database: Database
    private let fences: Statement
    private let boxes: Statement
    private let outlines: Statement
    private let crossWatches: Statement
    /// The plan whose values ``fences`` has.
    private var plan: FencePlan?
    /// The boxes of all fences that were added, where they become a tree together.
    private var packed: PackedBoxes?

    /// Prepares the statements; boxes that are packed wait for ``finish()``.
    ///
    /// - Throws: `DatabaseError` when the tables are not there.
    init(_ database: Database, packsBoxes: Bool = false) throws {
        self.database = database
        packed = packsBoxes ? PackedBoxes() : nil
        fences = try database.cachedStatement(sql: Self.insertion)
        boxes = try database.cachedStatement(
            sql: "INSERT INTO fenceBox (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)")
        outlines = try database.cachedStatement(
            sql: "INSERT INTO fenceOutline (fence, rings, area) VALUES (?, ?, ?)")
        crossWatches = try database.cachedStatement(
            sql: "INSERT INTO crossWatch (fence, allergen, crossReaction) VALUES (?, ?, ?)")
    }

    private static let ownColumns = [
        "id", "account", "name", "longitude", "latitude", "radius", "extent", "x", "y", "z", "inner",
    ]

    private static let insertion: String = {
        let columns = ownColumns + FencePlan.columns
        return """
            INSERT INTO fence (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
    }()

    /// Adds a fence.
    ///
    /// - Throws: `DatabaseError` when a rule of the tables speaks against it.
    func add(_ fence: Fence, _ footprint: FenceFootprint, _ plan: FencePlan) throws {
        bind(fence, footprint)
        if plan !== self.plan {
            for (place, value) in plan.values.enumerated() {
                fences.bind(value, at: Self.ownColumns.count + place + 1)
            }
            self.plan = plan
        }
        try fences.perform()
        let number = database.lastInsertedRowID
        try addBoxes(footprint.boxes, of: number)
        try add(plan.crossWatches, of: number)
        guard let outline = footprint.outline, case .polygons(let polygons) = fence.area else { return }
        try add(outline, as: polygons, of: number)
    }

    /// Lets fences be found whose boxes waited.
    func finish() throws { try packed?.replaceTree(in: database) }

    private func bind(_ fence: Fence, _ footprint: FenceFootprint) {
        let anchor = footprint.anchor
        let vector = UnitVector(anchor)
        fences.bind(fence.id.rawValue, at: 1)
        fences.bind(fence.account.rawValue, at: 2)
        fences.bind(fence.name, at: 3)
        fences.bind(anchor.longitude, at: 4)
        fences.bind(anchor.latitude, at: 5)
        if case .circle(_, let radius) = fence.area {
            fences.bind(radius, at: 6)
        } else {
            fences.bindNull(at: 6)
        }
        for (place, value) in [footprint.extent, vector.x, vector.y, vector.z, footprint.surelyInside]
            .enumerated()
        {
            fences.bind(value, at: 7 + place)
        }
    }

    private func addBoxes(_ parts: [BoundingBox], of number: Int64) throws {
        let parts = parts.count == 1 && !parts[0].crossesAntimeridian ? parts : parts.flatMap(\.parts)
        precondition(
            (1...2).contains(parts.count), "a fence has one box, or two that meet at the antimeridian")
        for (place, box) in parts.enumerated() {
            let id = 2 * number + Int64(place)
            if packed?.add(id, box) != nil { continue }
            boxes.bind(id, at: 1)
            boxes.bind(box.west, at: 2)
            boxes.bind(box.east, at: 3)
            boxes.bind(box.south, at: 4)
            boxes.bind(box.north, at: 5)
            try boxes.perform()
        }
    }

    /// What the owner drew is kept only where the rings in the plane are others.
    private func add(_ outline: Outline, as polygons: [Polygon], of number: Int64) throws {
        outlines.bind(number, at: 1)
        outlines.bind(outline.bytes, at: 2)
        if outline.consists(of: polygons) {
            outlines.bindNull(at: 3)
        } else {
            outlines.bind(try PolygonText.encoded(polygons), at: 3)
        }
        try outlines.perform()
    }

    /// Says what a fence watches for the sake of other allergens.
    func add(_ watches: [(allergen: Int, crossReaction: Int)], of number: Int64) throws {
        for watch in watches {
            crossWatches.bind(number, at: 1)
            crossWatches.bind(Int64(watch.allergen), at: 2)
            crossWatches.bind(Int64(watch.crossReaction), at: 3)
            try crossWatches.perform()
        }
    }

    /// Works out the rules of a fence anew that is in its tables already.
    func change(_ number: Int64, to plan: FencePlan) throws {
        let assignments = FencePlan.columns.map { "\($0) = ?" }.joined(separator: ", ")
        try database.cachedStatement(sql: "UPDATE fence SET \(assignments) WHERE number = ?")
            .execute(arguments: StatementArguments(plan.values + [number.databaseValue]))
        try database.execute(literal: "DELETE FROM crossWatch WHERE fence = \(number)")
        try add(plan.crossWatches, of: number)
    }
}
