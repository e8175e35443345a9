import Foundation
import GRDB
import Geography
import Sealing
import Synchronization

/// What seals and opens the rows of a store, with what was opened before.
///
/// Every connection of the store asks the same vault, from whichever thread.
final class RowCipher: Sendable {
    let keys: KeyRing
    let fences = OpenedFences()
    private let outlines = OpenedOutlines()
    private let names = Mutex<[Int64: String]>([:])

    static let rings = SealedField("fenceOutline", "rings")
    static let area = SealedField("fenceOutline", "area")

    init(_ keys: KeyRing) { self.keys = keys }

    /// Asks a sealed row of `fence`, which is opened only when that was not done before.
    ///
    /// - Throws: ``SealingError``.
    func ask<Value>(
        _ number: Int64, _ row: SealedBytes, _ question: (OpenedFence, WatchMasks) -> Value
    ) throws -> Value {
        if let answer = fences.read(number, proof: row.proof, question) { return answer }
        let opened = try keys.open(row.bytes(), field: FenceDetails.field, of: .text(row.fence()))
        return try opened.withUnsafeBytes { bytes in
            let bytes = try FenceBytes(bytes)
            fences.keep(number, proof: row.proof, bytes.shape, plan: bytes.plan)
            return question(
                OpenedFence(number, proof: row.proof, bytes.shape, plan: 0), WatchMasks(bytes.plan))
        }
    }

    /// Holds a fence that was sealed here, so that it need not be opened.
    func keep(_ number: Int64, sealed: Data, _ shape: FenceShape, _ plan: PackedPlan) {
        let proof = sealed.withUnsafeBytes { SealedBytes.proof(of: $0) }
        plan.masks.withUnsafeBytes { fences.keep(number, proof: proof, shape, plan: $0) }
    }

    /// What a row of `fence` says.
    func details(of fence: String, sealed: Data) throws -> FenceDetails {
        try FenceDetails(bytes: keys.open(sealed, field: FenceDetails.field, of: .text(fence)))
    }

    /// The rings of a fence in the plane, as a row of `fenceOutline` holds them.
    func outline(_ row: SealedBytes) throws -> Outline {
        if let known = outlines[row.proof] { return known }
        let outline = Outline(bytes: try keys.open(row.bytes(), field: Self.rings, of: .text(row.fence())))
        outlines[row.proof] = outline
        return outline
    }

    /// Names that are held at most, some 10 MB; then they begin anew.
    private static let nameLimit = 100_000

    /// The name that goes with a number for ever, read only when that was not done before.
    func name(of number: Int64, _ read: () throws -> String?) rethrows -> String? {
        if let known = names.withLock({ $0[number] }) { return known }
        guard let name = try read() else { return nil }
        names.withLock { names in
            if names.count >= Self.nameLimit { names = [:] }
            names[number] = name
        }
        return name
    }
}

/// A sealed value of a fence as it stands in the database, of which no more is copied than is asked for.
struct SealedBytes {
    /// The first half of the nonce.
    let proof: UInt64
    /// The identifier of the fence, for which the value is sealed.
    let fence: () -> String
    let bytes: () -> Data

    init(proof: UInt64, fence: @escaping () -> String, bytes: @escaping () -> Data) {
        self.proof = proof
        self.fence = fence
        self.bytes = bytes
    }

    init(_ bytes: Data, of fence: String) {
        self.init(
            proof: bytes.withUnsafeBytes { Self.proof(of: $0) }, fence: { fence }, bytes: { bytes })
    }

    /// Eight bytes of the nonce, or 0 of what is no sealed value.
    static func proof(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.count < FieldSealer.overhead
            ? 0 : bytes.loadUnaligned(fromByteOffset: FieldSealer.nonceStart, as: UInt64.self)
    }
}

/// Outlines that were opened, the ones that were asked for last.
///
/// There are two shelves: when the new one is full it becomes the old one, whose outlines return to the new one when they
/// are asked for again, and are gone when the next is full. Each is known by the nonce under which it is sealed.
private final class OpenedOutlines: Sendable {
    /// Bytes of outlines on a shelf: 32 MiB, and so 64 in all.
    private static let shelf = 33_554_432

    private struct Shelves {
        var new: [UInt64: Outline] = [:]
        var old: [UInt64: Outline] = [:]
        var size = 0

        mutating func put(_ outline: Outline, at proof: UInt64) {
            if size + outline.bytes.count > shelf { (old, new, size) = (new, [:], 0) }
            // A dictionary's own part is about as much again as a small outline.
            size += outline.bytes.count + 100
            new[proof] = outline
        }
    }

    private let shelves = Mutex(Shelves())

    subscript(proof: UInt64) -> Outline? {
        get {
            shelves.withLock { shelves in
                if let known = shelves.new[proof] { return known }
                guard let known = shelves.old[proof] else { return nil }
                shelves.put(known, at: proof)
                return known
            }
        }
        set {
            guard let newValue else { return }
            shelves.withLock { $0.put(newValue, at: proof) }
        }
    }
}
