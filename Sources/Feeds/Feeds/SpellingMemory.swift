/// Caches the meaning of spellings, looked up by bytes without creating a `String`.
///
/// It holds at most ``FeedLimits/rememberedSpellings``. Other spellings are resolved anew each time.
struct SpellingMemory<Meaning: Sendable>: Sendable {
    private struct Entry: Sendable {
        let spelling: [UInt8]
        let meaning: Meaning
    }

    /// Twice the limit and a power of two, so that every search ends at a free slot.
    private static var slotCount: Int { FeedLimits.rememberedSpellings * 2 }

    /// The index of the entry in each slot, or −1.
    private var slots = [Int32](repeating: -1, count: slotCount)
    private var entries: [Entry] = []

    /// Returns the meaning of a cell's bytes, if cached.
    func meaning(of cell: Cell, in bytes: Span<UInt8>) -> Meaning? {
        var slot = Self.slot(for: cell, in: bytes)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if bytes.cell(cell, equals: entries[index].spelling) { return entries[index].meaning }
            slot = (slot + 1) & (Self.slotCount - 1)
        }
        return nil
    }

    /// Caches the meaning of a cell's bytes, which must not be cached yet.
    mutating func remember(_ meaning: Meaning, of cell: Cell, in bytes: Span<UInt8>) {
        guard entries.count < FeedLimits.rememberedSpellings else { return }
        var slot = Self.slot(for: cell, in: bytes)
        while slots[slot] >= 0 { slot = (slot + 1) & (Self.slotCount - 1) }
        slots[slot] = Int32(entries.count)
        var spelling: [UInt8] = []
        for index in cell.start..<cell.end { spelling.append(bytes[index]) }
        entries.append(Entry(spelling: spelling, meaning: meaning))
    }

    /// Hashes a spelling with FNV-1a.
    ///
    /// It needs no protection against attackers, because spellings are short, and only a limited number of
    /// spellings with a meaning are cached.
    private static func slot(for cell: Cell, in bytes: Span<UInt8>) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for index in cell.start..<cell.end {
            hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01b3
        }
        return Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slotCount - 1)
    }
}
