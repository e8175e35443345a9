import Foundation
import Geography
import Sealing
import Synchronization

/// A fence as a match asks about it: 72 bytes.
struct OpenedFence {
    let number: Int64
    /// The first half of the nonce under which its row was sealed: another one says that the row is another.
    let proof: UInt64
    let longitude: Double
    let latitude: Double
    let vector: UnitVector
    let extent: Double
    /// Rounded down.
    private let roundedInner: Float
    /// The number of its plan, doubled; one more for a circle.
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

/// The fences that were opened or sealed here, so that a match opens none a second time.
///
/// Each row is known by its number and by the nonce under which it is sealed: a row that was changed, here or by another
/// process, is opened anew, and nothing ever needs to be forgotten, not even what a transaction that failed has put here. A
/// fence takes 72 bytes and its place in the index 16 to 32; what fences watch is held once for all that watch the same, in
/// some 250 bytes.
final class OpenedFences: Sendable {
    /// Fences that are held at most, some 350 MB; then the table begins anew.
    static let limit = 4_000_000
    /// Different things to watch that are held at most, some 250 MB; then the table begins anew.
    static let watchLimit = 1_000_000

    private let state = Mutex(State())

    /// Reads a fence that is known.
    ///
    /// - Returns: `nil` when it is not, or when its row is another one now.
    func read<Value>(_ number: Int64, proof: UInt64, _ read: (OpenedFence, WatchMasks) -> Value) -> Value? {
        state.withLock { state in
            guard let place = state.place(of: number) else { return nil }
            let fence = state[place]
            guard fence.proof == proof else { return nil }
            return read(fence, state.watches[fence.plan])
        }
    }

    /// Holds a fence, with what it watches as ``FenceBytes/plan`` says it.
    func keep(_ number: Int64, proof: UInt64, _ shape: FenceShape, plan: UnsafeRawBufferPointer) {
        state.withLock { $0.keep(number, proof: proof, shape, plan) }
    }

    var count: Int { state.withLock { $0.count } }

    private struct State {
        /// Fences in an array of their own, so that growing copies none.
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
