import Foundation

/// How much is in a package, as its label says.
package enum FoodAmount: Hashable, Sendable {
    case grams(Double)
    case millilitres(Double)

    /// What a unit is in grams or millilitres; the same units as in Alter Eco.
    private static let units: [String: @Sendable (Double) -> FoodAmount] = [
        "g": { .grams($0) }, "kg": { .grams(1_000 * $0) }, "lb": { .grams(453.592_37 * $0) },
        "oz": { .grams(28.349_523_125 * $0) }, "ml": { .millilitres($0) }, "cl": { .millilitres(10 * $0) },
        "dl": { .millilitres(100 * $0) }, "l": { .millilitres(1_000 * $0) },
    ]

    /// Units that no package has a thousand of.
    private static let large: Set = ["kg", "lb", "oz", "dl", "l"]

    /// Reads the first number with a known unit, such as “400 g” or “0,5 L”; of “6 x 33 cl” it is that of one piece.
    ///
    /// - Returns: `nil` if there is none, it is nothing, or it may be read in two ways.
    package init?(label: String) {
        let number =
            #/([0-9]+(?:[.,'’\u{A0}\u{202F}][0-9]+|\x20[0-9]{3}(?![0-9]))*)\s*([A-Za-z]{1,3})(?!\p{L})/#
        for match in label.matches(of: number) {
            let unit = match.2.lowercased()
            guard let make = Self.units[unit] else { continue }
            guard let value = Self.value(of: match.1, before: unit), value.isFinite else { return nil }
            guard value > 0 else { continue }
            self = make(value)
            return
        }
        return nil
    }

    /// The value of digits with marks between them.
    ///
    /// A mark that differs from those before it is that of the decimals, and those before it group thousands: “1,234.5”,
    /// “1.234,5”, “1’234.5”. A single point or comma before three digits is a kilogram to some and a gram to others, as in
    /// “1.000 g”, unless no package has a thousand of the unit, or a zero or four digits stand before it. A blank may
    /// also stand between two numbers, as in “6 250 g”, unless a zero follows it.
    ///
    /// - Returns: `nil` if the marks make no number, or two.
    private static func value(of run: Substring, before unit: String) -> Double? {
        let marks = run.filter { !$0.isNumber }
        let groups = run.split { !$0.isNumber }
        guard let last = marks.last else { return Double(run) }
        let isPoint = last == "." || last == ","
        if isPoint, marks.count == 1 {
            let isGroup = groups[1].count == 3 && groups[0].count <= 3 && !groups[0].hasPrefix("0")
            return isGroup && !large.contains(unit) ? nil : Double("\(groups[0]).\(groups[1])")
        }
        let hasDecimals = isPoint && !marks.dropLast().contains(last)
        let whole = hasDecimals ? groups.dropLast() : groups[...]
        guard areThousands(whole, by: Set(hasDecimals ? marks.dropLast() : marks[...])) else { return nil }
        let digits = whole.joined(separator: "")
        return Double(hasDecimals ? "\(digits).\(groups[groups.count - 1])" : digits)
    }

    /// Whether groups of digits are those of thousands, parted by one kind of mark.
    private static func areThousands(_ groups: ArraySlice<Substring>, by marks: Set<Character>) -> Bool {
        guard marks.count == 1, let first = groups.first, first.count <= 3, !first.hasPrefix("0") else {
            return false
        }
        let isBlank = marks.contains(" ")
        return groups.dropFirst().allSatisfy { $0.count == 3 && (!isBlank || $0.hasPrefix("0")) }
    }
}
