/// A set of allergens as two words of bits.
///
/// Overlap is one machine instruction, and SQL can test it too.
package struct AllergenSet: Hashable, Sendable {
    /// The allergens with codes 0…63.
    package var low: UInt64
    /// The allergens with codes 64…127.
    package var high: UInt64

    package init(low: UInt64 = 0, high: UInt64 = 0) {
        self.low = low
        self.high = high
    }

    package init(_ allergens: some Sequence<Allergen>) {
        self.init()
        for allergen in allergens { insert(code: allergen.code) }
    }

    package var isEmpty: Bool { low == 0 && high == 0 }

    package mutating func insert(code: Int) {
        precondition((0..<128).contains(code), "allergen code \(code) has no bit")
        if code < 64 { low |= 1 << code } else { high |= 1 << (code - 64) }
    }

    package func contains(code: Int) -> Bool {
        code < 64 ? low >> code & 1 == 1 : high >> (code - 64) & 1 == 1
    }

    package func union(_ other: AllergenSet) -> AllergenSet {
        AllergenSet(low: low | other.low, high: high | other.high)
    }

    package func overlaps(_ other: AllergenSet) -> Bool {
        low & other.low != 0 || high & other.high != 0
    }

    /// The codes in the set, ascending.
    package var codes: [Int] { (0..<128).filter(contains(code:)) }
}
