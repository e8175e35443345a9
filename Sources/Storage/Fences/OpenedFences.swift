import Foundation
import Geography
import Sealing
import Synchronization

/// A fence as the match needs it, in 72 bytes.
struct OpenedFence {
    let number: Int64
    /// The first half of the nonce under which its row was sealed.
    ///
    /// A different nonce means that the row has changed.
    let proof: UInt64
    let longitude: Double
    let latitude: Double
    let vector: UnitVector
    let extent: Double
    /// Rounded down.
    private let roundedInner: Float
    /// The number of its plan times two, plus one for a circle.
    private let planAndShape: UInt32

    var inner: Double { Double(roundedInner) }
    var isCircle: Bool { planAndShape & 1 == 1 }
    var plan: Int { Int(planAndShape >> 1) }
    var anchor: Coordinate { Coordinate(wrappingLongitude: longitude, latitude: latitude) }

    init(_ number: Int64, proof: UInt64, _ shape: FenceShape, plan: Int) {
        self.number = number
        self.proof = proof
        longitude = shape.anchor.longitude
        latitude = shape.anchor.latitude
        vector = UnitVector(shape.anchor)
        extent = shape.extent
        let nearest = Float(shape.inner)
        roundedInner = Double(nearest) > shape.inner ? nearest.nextDown : nearest
        planAndShape = UInt32(plan) << 1 | (shape.isCircle ? 1 : 0)
    }
}

/// A cache of fences that this process has opened or sealed, so that a match does not open them again.
///
/// A row is identified by its number and the nonce under which it is sealed. A row that was changed, by this
/// process or another, has a new nonce and is opened again. So no entry ever has to be invalidated, not even
/// one from a transaction that failed. A fence takes 72 bytes, and 16 to 32 in the index. Fences that watch
/// the same share one plan of some 250 bytes.
final class OpenedFences: Sendable {
    /// The largest number of fences held, some 350 MB.
    ///
    /// After that the table starts anew.
    static let limit = 4_000_000
    /// The largest number of different plans held, some 250 MB.
    ///
    /// After that the table starts anew.
    static let watchLimit = 1_000_000

    private let state = Mutex(State())

    /// Reads a cached fence.
    ///
    /// - Returns: `nil` when the fence is not cached or its row has changed.
    func read<Value>(_ number: Int64, proof: UInt64, _ read: (OpenedFence, WatchMasks) -> Value) -> Value? {
        state.withLock { state in
            guard let place = state.place(of: number) else { return nil }
            let fence = state[place]
            guard fence.proof == proof else { return nil }
            return read(fence, state.watches[fence.plan])
        }
    }

    /// Adds a fence, with its plan in the form of ``FenceBytes/plan``.
    func keep(_ number: Int64, proof: UInt64, _ shape: FenceShape, plan: UnsafeRawBufferPointer) {
        state.withLock { $0.keep(number, proof: proof, shape, plan) }
    }

    var count: Int { state.withLock { $0.count } }

    private struct State {
        /// Fences are held in arrays of this many, so that growing copies none.
        private static let chunk = 4_096

        private(set) var count = 0
        private(set) var watches = WatchTable()
        private var chunks: [[OpenedFence]] = []
        private var index = PlaceIndex()

        subscript(place: Int) -> OpenedFence { chunks[place / Self.chunk][place % Self.chunk] }

        func place(of number: Int64) -> Int? { index.place(of: number) { self[$0].number == number } }

        mutating func keep(
            _ number: Int64, proof: UInt64, _ shape: FenceShape, _ plan: UnsafeRawBufferPointer
        ) {
            if count >= OpenedFences.limit || watches.count >= OpenedFences.watchLimit { self = State() }
            let fence = OpenedFence(number, proof: proof, shape, plan: watches.number(of: plan))
            if let place = place(of: number) {
                chunks[place / Self.chunk][place % Self.chunk] = fence
                return
            }
            if count % Self.chunk == 0 {
                chunks.append([])
                chunks[chunks.count - 1].reserveCapacity(Self.chunk)
            }
            chunks[chunks.count - 1].append(fence)
            index.add(number, at: count)
            count += 1
        }
    }
}
