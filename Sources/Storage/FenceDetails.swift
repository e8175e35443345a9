import Alerts
import Allergens
import Foundation
import Geography
import Sealing

/// What a fence says of a person, which its row holds sealed as ``FenceBytes``.
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
        // Of polygons the footprint says within how many metres of the anchor they lie.
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

/// What a fence watches, worked out.
struct WatchPlan: Hashable {
    static let maskCount = 10

    /// Low and high words of what is watched from each level on, or from a lower one, and of what is for its own sake.
    let masks: [UInt64]
    let crossReactions: [CrossReaction]
    /// What its owner said, as JSON.
    let watches: String

    /// What is watched from some level on.
    func watched(from level: Level) -> AllergenSet {
        AllergenSet(low: masks[2 * level.rank - 2], high: masks[2 * level.rank - 1])
    }

    /// What is not watched for a cross-reaction alone.
    var own: AllergenSet { AllergenSet(low: masks[8], high: masks[9]) }

    /// The lowest level from which one of the allergens is watched; `nil` when none is.
    func level(of allergens: AllergenSet) -> Level? {
        Level.allCases.dropFirst().first { watched(from: $0).overlaps(allergens) }
    }
}

/// An allergen that is watched for the sake of another one alone, both by code.
struct CrossReaction: Hashable {
    let allergen: UInt8
    let cause: UInt8
}
