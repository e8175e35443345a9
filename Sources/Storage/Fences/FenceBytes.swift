import Geography
import Sealing

/// A view of the opened bytes of a fence's row; it copies nothing.
///
/// The sealed bytes, with numbers in little-endian order:
///
/// - flags (bit 0: a circle), the number of cross-reactions, the length of the name in two bytes, four zero
///   bytes;
/// - longitude, latitude, extent, and the squared chord within which a position is surely inside, as doubles;
/// - ten masks of 64 bits: two for each level, and two for the allergens that are watched for their own sake;
/// - two bytes for each cross-reaction;
/// - the name;
/// - the watches as JSON.
struct FenceBytes {
    private static let headSize = 8
    private static let planStart = headSize + 4 * 8
    private static let tailStart = planStart + 8 * WatchPlan.maskCount

    private let bytes: UnsafeRawBufferPointer
    private let crossEnd: Int
    private let nameEnd: Int
    let shape: FenceShape

    /// - Throws: ``SealingError/broken(_:)`` when the bytes are not those of a fence.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count >= Self.tailStart else { throw SealingError.broken(FenceDetails.field) }
        func number(_ place: Int) -> Double {
            Double(bitPattern: bytes.word(at: Self.headSize + 8 * place))
        }
        self.bytes = bytes
        crossEnd = Self.tailStart + 2 * Int(bytes[1])
        nameEnd = crossEnd + Int(bytes[2]) + Int(bytes[3]) << 8
        guard nameEnd <= bytes.count, let anchor = Coordinate(longitude: number(0), latitude: number(1))
        else { throw SealingError.broken(FenceDetails.field) }
        shape = FenceShape(
            anchor: anchor, extent: number(2), isCircle: bytes[0] & 1 == 1, inner: number(3))
    }

    /// The masks and the cross-reactions.
    ///
    /// Fences that watch the same have the same bytes here.
    var plan: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[Self.planStart..<crossEnd]) }
    var name: String { String(decoding: bytes[crossEnd..<nameEnd], as: UTF8.self) }
    var watches: String { String(decoding: bytes[nameEnd...], as: UTF8.self) }

    /// The bytes of a fence before they are sealed.
    static func packed(_ shape: FenceShape, name: String, _ plan: PackedPlan) -> [UInt8] {
        let name = name.utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(planStart + plan.masks.count + name.count + plan.watches.count)
        bytes.append(shape.isCircle ? 1 : 0)
        bytes.append(UInt8(plan.crossReactions))
        bytes.append(UInt8(truncatingIfNeeded: name.count))
        bytes.append(UInt8(truncatingIfNeeded: name.count >> 8))
        for _ in 4..<headSize { bytes.append(0) }
        bytes.append(word: shape.anchor.longitude.bitPattern)
        bytes.append(word: shape.anchor.latitude.bitPattern)
        bytes.append(word: shape.extent.bitPattern)
        bytes.append(word: shape.inner.bitPattern)
        bytes.append(contentsOf: plan.masks)
        bytes.append(contentsOf: name)
        bytes.append(contentsOf: plan.watches)
        return bytes
    }
}

/// The position and size of a fence, as far as matching needs them.
struct FenceShape: Hashable {
    let anchor: Coordinate
    /// The distance in metres from the anchor within which the whole fence lies: the radius of a circle.
    let extent: Double
    let isCircle: Bool
    /// The squared chord within which a position is surely inside.
    let inner: Double
}

/// What a fence watches, in the form of its row.
struct PackedPlan: Hashable {
    /// The low and high words of the masks, then the cross-reactions.
    let masks: [UInt8]
    let crossReactions: Int
    let watches: [UInt8]

    init(_ plan: WatchPlan) {
        var masks: [UInt8] = []
        for mask in plan.masks { masks.append(word: mask) }
        for watch in plan.crossReactions { masks.append(contentsOf: [watch.allergen, watch.cause]) }
        self.masks = masks
        crossReactions = plan.crossReactions.count
        watches = Array(plan.watches.utf8)
    }
}

extension WatchPlan {
    /// Reads ``FenceBytes/plan`` and ``FenceBytes/watches``.
    init(_ bytes: FenceBytes) {
        let plan = bytes.plan
        self.init(
            masks: (0..<Self.maskCount).map { plan.word(at: 8 * $0) },
            crossReactions: CrossReaction.all(in: plan), watches: bytes.watches)
    }
}

extension CrossReaction {
    /// Reads the cross-reactions that follow the masks of a plan.
    static func all(in plan: UnsafeRawBufferPointer) -> [CrossReaction] {
        stride(from: 8 * WatchPlan.maskCount, to: plan.count, by: 2).map {
            CrossReaction(allergen: plan[$0], cause: plan[$0 + 1])
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Eight bytes, little-endian.
    func word(at place: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
}

extension [UInt8] {
    /// Appends eight bytes, little-endian.
    fileprivate mutating func append(word: UInt64) {
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
