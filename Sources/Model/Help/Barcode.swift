/// The number under the bars of a product: a GTIN of 8, 12, 13 or 14 digits, whose last one checks the others.
package struct Barcode: Hashable, Sendable {
    /// The digits, without blanks; of a short code the number of twelve digits that it stands for.
    package let digits: String

    /// Reads a number as it is printed or typed: blanks and hyphens between its digits do not matter.
    ///
    /// - Returns: `nil` if it is no such number, or its last digit says that one was mistyped.
    package init?(_ text: String) {
        guard text.utf8.count <= 40 else { return nil }
        let kept = text.filter { $0 != " " && $0 != "-" }
        guard [8, 12, 13, 14].contains(kept.utf8.count), kept.utf8.allSatisfy({ 48...57 ~= $0 })
        else { return nil }
        let isWhole = Self.isChecked(kept)
        let long = Self.long(kept).flatMap { Self.isChecked($0) ? $0 : nil }
        // Eight digits that both kinds allow: EAN-8 numbers with a zero in front are those of a shop for its own goods (GS1
        // General Specifications, 1.4.3), which no catalogue has, and those with a one are given to products.
        if let long, !isWhole || kept.hasPrefix("0") {
            digits = long
        } else if isWhole {
            digits = kept
        } else {
            return nil
        }
    }

    /// Whether the last digit fits the others: from the right, every second one counts three times (GS1 General
    /// Specifications, 7.9).
    private static func isChecked(_ digits: String) -> Bool {
        let sum = digits.utf8.reversed().enumerated()
            .reduce(0) { $0 + (Int($1.element) - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
        return sum % 10 == 0
    }

    /// The number of twelve digits for which a short code of the kind UPC-E stands (GS1 General Specifications,
    /// 5.2.2.4.2).
    ///
    /// - Returns: `nil` if eight digits do not begin with a number system of such codes, or there are others.
    private static func long(_ short: String) -> String? {
        guard short.utf8.count == 8, let system = short.first, "01".contains(system), let check = short.last
        else { return nil }
        let five = short.dropFirst().prefix(5)
        let kind = short.dropFirst(6).prefix(1)
        let body =
            switch kind {
            case "0", "1", "2": "\(five.prefix(2))\(kind)0000\(five.suffix(3))"
            case "3": "\(five.prefix(3))00000\(five.suffix(2))"
            case "4": "\(five.prefix(4))00000\(five.suffix(1))"
            default: "\(five)0000\(kind)"
            }
        return "\(system)\(body)\(check)"
    }
}
