import Alerts
import Allergens
import Foundation
import Geography
import Sealing

/// The personal part of a fence, which its row stores sealed as ``FenceBytes``.
struct FenceDetails: Hashable {
    static let field = SealedField("fence", "sealed")

    let shape: FenceShape
    let name: String
    var plan: WatchPlan

    init(_ shape: FenceShape, name: String, plan: WatchPlan) {
        self.shape = shape
        self.name = name
        self.plan = plan
    }

    var bytes: [UInt8] { FenceBytes.packed(shape, name: name, PackedPlan(plan)) }

    init(bytes: Data) throws {
        self = try bytes.withUnsafeBytes { bytes in
            let bytes = try FenceBytes(bytes)
            return FenceDetails(bytes.shape, name: bytes.name, plan: WatchPlan(bytes))
        }
    }
}

extension FenceShape {
    init(_ area: Fence.Area, _ footprint: FenceFootprint) {
        // For polygons, the footprint gives the distance from the anchor within which they lie.
        if case .circle(_, let radius) = area {
            self.init(
                anchor: footprint.anchor, extent: radius, isCircle: true, inner: footprint.surelyInside)
        } else {
            self.init(
                anchor: footprint.anchor, extent: footprint.extent, isCircle: false,
                inner: footprint.surelyInside)
        }
    }
}

/// What a fence watches, resolved to sets of allergens.
struct WatchPlan: Hashable {
    static let maskCount = 10

    /// The low and high words of the sets watched from each level (or a lower one), then of those watched for
    /// their own sake.
    let masks: [UInt64]
    let crossReactions: [CrossReaction]
    /// What the owner entered, as JSON.
    let watches: String

    /// The allergens watched at a level.
    func watched(from level: Level) -> AllergenSet {
        AllergenSet(low: masks[2 * level.rank - 2], high: masks[2 * level.rank - 1])
    }

    /// The allergens that are watched for their own sake, and not for a cross-reaction alone.
    var own: AllergenSet { AllergenSet(low: masks[8], high: masks[9]) }

    /// The lowest level at which one of the allergens is watched; `nil` when none of them is.
    func level(of allergens: AllergenSet) -> Level? {
        Level.allCases.dropFirst().first { watched(from: $0).overlaps(allergens) }
    }
}

/// An allergen that is watched only because it cross-reacts with another one; both by code.
struct CrossReaction: Hashable {
    let allergen: UInt8
    let cause: UInt8
}
