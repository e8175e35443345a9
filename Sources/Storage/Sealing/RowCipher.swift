import Foundation
import Geography
import Sealing
import Synchronization

/// Seals and opens the rows of a store, and caches what it has opened.
///
/// All connections of the store use the same cipher, from any thread.
package final class RowCipher: Sendable {
    let keys: KeyRing
    let fences = OpenedFences()
    let recentAlerts = RecentAlerts()
    private let outlines = OpenedOutlines()
    private let names = Mutex<[Int64: String]>([:])

    static let rings = SealedField("fenceOutline", "rings")
    static let area = SealedField("fenceOutline", "area")

    init(_ keys: KeyRing) { self.keys = keys }

    /// Puts a question to a sealed row of `fence`, which is opened only if it is not cached.
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

    /// Caches a fence that was sealed here, so that it need not be opened.
    func keep(_ number: Int64, sealed: Data, _ shape: FenceShape, _ plan: PackedPlan) {
        let proof = sealed.withUnsafeBytes { SealedBytes.proof(of: $0) }
        plan.masks.withUnsafeBytes { fences.keep(number, proof: proof, shape, plan: $0) }
    }

    /// The opened details of a row of `fence`.
    func details(of fence: String, sealed: Data) throws -> FenceDetails {
        try FenceDetails(bytes: keys.open(sealed, field: FenceDetails.field, of: .text(fence)))
    }

    /// The rings of a fence in the plane, from its row of `fenceOutline`.
    func outline(_ row: SealedBytes) throws -> Outline {
        if let known = outlines[row.proof] { return known }
        let outline = Outline(bytes: try keys.open(row.bytes(), field: Self.rings, of: .text(row.fence())))
        outlines[row.proof] = outline
        return outline
    }

    /// The rings of a fence that were read before, by the proof of its own row, which changes with them.
    func outline(ofFence proof: UInt64) -> Outline? { outlines[proof] }

    /// The rings of a fence, from its row of `fenceOutline`, which are kept by the proof of its own row.
    func outline(_ row: SealedBytes, ofFence proof: UInt64) throws -> Outline {
        let outline = Outline(bytes: try keys.open(row.bytes(), field: Self.rings, of: .text(row.fence())))
        outlines[proof] = outline
        return outline
    }

    /// The largest number of names held, some 10 MB.
    ///
    /// After that the cache starts anew.
    private static let nameLimit = 100_000

    /// Those of some numbers whose names are not cached.
    func unnamed(among numbers: Set<Int64>) -> [Int64] {
        names.withLock { names in numbers.filter { names[$0] == nil } }
    }

    /// Caches names that belong to their numbers for good.
    func keep(names read: [Int64: String]) {
        names.withLock { names in
            if names.count + read.count > Self.nameLimit { names = [:] }
            names.merge(read) { $1 }
        }
    }

    /// The name that belongs to a number for good, read only if it is not cached.
    func name(of number: Int64, _ read: () throws -> String?) rethrows -> String? {
        if let known = names.withLock({ $0[number] }) { return known }
        guard let name = try read() else { return nil }
        keep(names: [number: name])
        return name
    }
}

/// A sealed value of a fence where it lies in the database.
///
/// Nothing is copied before it is needed.
struct SealedBytes {
    /// The first half of the nonce.
    let proof: UInt64
    /// The identifier of the fence for which the value is sealed.
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

    /// Eight bytes of the nonce, or 0 if these bytes are not a sealed value.
    static func proof(of bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.count < FieldSealer.overhead
            ? 0 : bytes.loadUnaligned(fromByteOffset: FieldSealer.nonceStart, as: UInt64.self)
    }
}

/// A cache of opened outlines, which holds those used last.
///
/// There are two shelves. When the new one is full, it becomes the old one. An outline on the old shelf
/// returns to the new one when it is used again; the rest go when the new shelf is full again. An outline is
/// identified by a nonce: the one under which it is sealed, or that of its fence, which is sealed anew with it.
private final class OpenedOutlines: Sendable {
    /// The bytes of outlines per shelf: 32 MiB, 64 MiB in all.
    private static let shelf = 33_554_432

    private struct Shelves {
        var new: [UInt64: Outline] = [:]
        var old: [UInt64: Outline] = [:]
        var size = 0

        mutating func put(_ outline: Outline, at proof: UInt64) {
            if size + outline.bytes.count > shelf { (old, new, size) = (new, [:], 0) }
            // The dictionary's overhead is about as large as a small outline.
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
