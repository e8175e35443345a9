/// Values as bytes of a text file.
extension [UInt8] {
    /// Adds a whole number in decimal digits.
    package mutating func append(decimal number: Int) {
        guard number < 0 || number > 9 else { return append(UInt8(ascii: "0") + UInt8(number)) }
        if number < 0 { append(UInt8(ascii: "-")) }
        let start = count
        var rest = number.magnitude
        while rest > 0 {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }

    /// Adds the shortest decimal number that means the same; `number` is finite.
    package mutating func append(decimal number: Double) {
        // Most numbers of air have one decimal, for which whole numbers are faster than a search.
        let tenths = number * 10
        guard tenths.magnitude < 1e12, tenths == tenths.rounded(), tenths / 10 == number else {
            return append(contentsOf: "\(number)".utf8)
        }
        let whole = Int(tenths)
        if whole < 0 { append(UInt8(ascii: "-")) }
        append(decimal: Int(whole.magnitude / 10))
        guard whole % 10 != 0 else { return }
        append(UInt8(ascii: "."))
        append(UInt8(ascii: "0") + UInt8(whole.magnitude % 10))
    }

    /// Adds a day as `YYYY-MM-DD`.
    package mutating func append(year: Int, month: Int, day: Int) {
        for (number, width) in [(year, 1_000), (month, 10), (day, 10)] {
            if width == 10 { append(UInt8(ascii: "-")) }
            var place = width
            while place > 0 {
                append(UInt8(ascii: "0") + UInt8(number / place % 10))
                place /= 10
            }
        }
    }
}
