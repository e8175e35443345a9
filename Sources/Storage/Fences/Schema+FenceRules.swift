import Alerts
import Allergens
import Foundation
import GRDB
import Geography
import People

extension Schema {
    /// Moves fences into the table that holds their rules.
    static func giveFencesRules(in database: Database) throws {
        try database.execute(sql: fenceRules)
        let taxonomy = Taxonomy.standard
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM fence ORDER BY number")
        let fences = try rows.map { row in try fence(of: row, taxonomy: taxonomy, in: database) }
        try database.execute(sql: fenceRulesAfterwards)
        let writer = PlainFenceWriter(database: database, taxonomy: taxonomy)
        for (fence, footprint) in fences { try writer.add(fence, footprint, at: Date()) }
    }

    private static func fence(
        of row: Row, taxonomy: Taxonomy, in database: Database
    ) throws -> (Fence, FenceFootprint) {
        let anchor = Coordinate(row: row)
        let radius: Double? = row["radius"]
        let outline: String? = row["outline"]
        let area =
            try radius.map { Fence.Area.circle(centre: anchor, radius: $0) }
            ?? .polygons(PolygonText.decoded(outline ?? ""))
        let levels = try Row.fetchAll(
            database, sql: "SELECT allergen, level FROM fenceLevel WHERE fence = ?",
            arguments: [row["number"]])
        let watches = levels.compactMap { level -> Watch? in
            taxonomy[code: level["allergen"]].map {
                Watch(.allergen($0.id), level: Level(rank: level["level"]))
            }
        }
        let fence = Fence(
            id: Fence.ID(rawValue: row["id"]), account: Account.ID(rawValue: row["account"]),
            name: row["name"],
            area: area, rules: FenceRules(watches: watches, kinds: KindBits.decoded(row["kinds"])))
        return (fence, footprint(of: area, anchor: anchor))
    }

    /// The polygons of older versions were cut at the antimeridian before they were stored, and lie in the
    /// plane as they are.
    private static func footprint(of area: Fence.Area, anchor: Coordinate) -> FenceFootprint {
        switch area {
        case .circle(let centre, let radius):
            return FenceFootprint(
                anchor: anchor, boxes: BoundingBox(around: centre, radius: radius).parts, extent: radius,
                outline: nil)
        case .polygons(let polygons):
            let vertices = polygons.flatMap(\.exterior)
            let (xs, ys) = (vertices.map(\.longitude), vertices.map(\.latitude))
            let box = BoundingBox(
                west: xs.min() ?? -180, south: ys.min() ?? -90, east: xs.max() ?? 180, north: ys.max() ?? 90)
            return FenceFootprint(
                anchor: anchor, boxes: (box ?? .world).parts, extent: .pi * Earth.meanRadius,
                outline: Outline(plane: polygons))
        }
    }
}
