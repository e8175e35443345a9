/// Characters of a pattern: ranges, or all but those.
struct ScalarSet: Hashable, Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isInverted = false

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) } != isInverted
    }

    init(_ ranges: [ClosedRange<UInt32>], isInverted: Bool = false) {
        self.ranges = ranges
        self.isInverted = isInverted
    }

    init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

    /// All but the ends of lines.
    static let any = ScalarSet([10...10, 13...13], isInverted: true)

    /// `\d`, `\w`, `\s`, of ASCII as in Java, and `\D`, `\W`, `\S`.
    init?(escaped letter: Unicode.Scalar) {
        let (digits, spaces): ([ClosedRange<UInt32>], [ClosedRange<UInt32>]) = ([48...57], [9...13, 32...32])
        let words = digits + [65...90, 95...95, 97...122]
        switch letter {
        case "d", "D": ranges = digits
        case "w", "W": ranges = words
        case "s", "S": ranges = spaces
        default: return nil
        }
        isInverted = ("A"..."Z").contains(letter)
    }
}
