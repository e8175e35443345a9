import Alerts
import Foundation
import Geography
import People
import Sealing

/// A fence with its values sealed, and what the tables and the match need to know of it.
struct SealedFence: Sendable {
    let id: String
    let account: Int64
    let details: Data
    let shape: FenceShape
    let plan: FencePlan
    /// The rings of the polygons, and what the owner drew where the two differ.
    let outline: (rings: Data, area: Data?)?
    /// One box, or two that meet at the antimeridian.
    ///
    /// They reveal no more about a place than the grid does.
    let boxes: [BoundingBox]
}

/// The sealers for the values of fences, all with the same key.
struct FenceSealers: Sendable {
    let details: FieldSealer
    let rings: FieldSealer
    let area: FieldSealer

    /// Takes the current key.
    ///
    /// Call this within a write transaction.
    init(_ keys: KeyRing) throws {
        details = try keys.sealer(of: FenceDetails.field)
        rings = try keys.sealer(of: RowCipher.rings)
        area = try keys.sealer(of: RowCipher.area)
    }

    func sealed(
        _ fence: Fence, _ footprint: FenceFootprint, _ plan: FencePlan, _ nonces: inout FreshNonces
    ) throws -> SealedFence {
        let row = SealedRow.text(fence.id.rawValue)
        let shape = FenceShape(fence.area, footprint)
        let bytes = FenceBytes.packed(shape, name: fence.name, plan.packed)
        return SealedFence(
            id: fence.id.rawValue, account: fence.account.rawValue,
            details: details.seal(bytes, of: row, &nonces), shape: shape, plan: plan,
            outline: try outline(of: fence, footprint, row, &nonces), boxes: Self.boxes(of: footprint))
    }

    private func outline(
        of fence: Fence, _ footprint: FenceFootprint, _ row: SealedRow, _ nonces: inout FreshNonces
    ) throws -> (Data, Data?)? {
        guard let outline = footprint.outline, case .polygons(let polygons) = fence.area else { return nil }
        let sealedRings = rings.seal(outline.bytes, of: row, &nonces)
        // The owner's drawing is stored only where it differs from the rings in the plane.
        guard !outline.consists(of: polygons) else { return (sealedRings, nil) }
        let drawn = Array(try PolygonText.encoded(polygons).utf8)
        return (sealedRings, area.seal(drawn, of: row, &nonces))
    }

    /// Boxes rounded out to the grid.
    ///
    /// Whatever made the footprint, the tree then reveals no more than the grid does.
    private static func boxes(of footprint: FenceFootprint) -> [BoundingBox] {
        if footprint.boxes.count == 1 {
            let hidden = footprint.boxes[0].roundedOutToGrid
            if !hidden.crossesAntimeridian { return [hidden] }
        }
        let parts = footprint.boxes.flatMap(\.roundedOutToGrid.parts)
        precondition(
            (1...2).contains(parts.count), "a fence has one box, or two that meet at the antimeridian")
        return parts
    }
}
