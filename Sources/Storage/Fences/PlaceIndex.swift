/// A hash index from numbers to places in a table, for numbers that are mostly consecutive.
///
/// It uses open addressing with linear probing in one array. Eight consecutive numbers lie side by side, so
/// that a look-up of neighbours stays within one cache line.
struct PlaceIndex {
    /// Each slot holds the lower half of a number and, in its own lower half, the place counted from one; 0
    /// when empty.
    ///
    /// At most half of the slots are taken.
    private var slots = [UInt64](repeating: 0, count: 1_024)
    private var count = 0

    /// The place of a number.
    ///
    /// The lower halves of two numbers may be equal: `isAt` decides whether the number's entry is at a place.
    func place(of number: Int64, _ isAt: (Int) -> Bool) -> Int? {
        let wanted = UInt32(truncatingIfNeeded: number)
        return slots.withUnsafeBufferPointer { slots in
            let mask = slots.count - 1
            var slot = Self.slot(of: wanted) & mask
            while slots[slot] != 0 {
                let place = Int(UInt32(truncatingIfNeeded: slots[slot])) - 1
                if UInt32(slots[slot] >> 32) == wanted, isAt(place) { return place }
                slot = (slot + 1) & mask
            }
            return nil
        }
    }

    /// Adds a number that is not in the index.
    mutating func add(_ number: Int64, at place: Int) {
        count += 1
        if 2 * count > slots.count { grow() }
        Self.put(UInt64(UInt32(truncatingIfNeeded: number)) << 32 | UInt64(place + 1), into: &slots)
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: 2 * slots.count)
        for entry in slots where entry != 0 { Self.put(entry, into: &larger) }
        slots = larger
    }

    private static func put(_ entry: UInt64, into slots: inout [UInt64]) {
        let mask = slots.count - 1
        var slot = slot(of: UInt32(entry >> 32)) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = entry
    }

    /// The first slot to probe, given that there are as many slots as the bits can count.
    private static func slot(of number: UInt32) -> Int {
        // The golden section spreads the groups of eight.
        let hash = UInt64(number >> 3) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: hash >> 32) << 3 | Int(number & 7)
    }
}
