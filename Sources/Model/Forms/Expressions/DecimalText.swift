/// Numbers as texts, without exponents, as XPath writes them (XPath 1.0, sections 3.5 and 4.2).
package enum DecimalText {
    /// The number as the shortest text that means it: “0.1”, “-3”, “NaN”.
    package static func of(_ number: Double) -> String {
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        guard number != 0 else { return "0" }
        let (digits, point) = parts(of: number.magnitude)
        let sign = number < 0 ? "-" : ""
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        guard point < digits.count else {
            return sign + digits + String(repeating: "0", count: point - digits.count)
        }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// The number that a text means; not a number unless it is digits with at most one point and a minus before them.
    package static func number(_ text: String) -> Double {
        var rest = Substring(text)
        while let scalar = rest.unicodeScalars.first, ExpressionLexer.isSpace(scalar) {
            rest.unicodeScalars.removeFirst()
        }
        while let scalar = rest.unicodeScalars.last, ExpressionLexer.isSpace(scalar) {
            rest.unicodeScalars.removeLast()
        }
        let digits = rest.utf8.first == UInt8(ascii: "-") ? rest.utf8.dropFirst() : rest.utf8[...]
        let points = digits.count { $0 == UInt8(ascii: ".") }
        guard points <= 1, digits.count > points,
            digits.allSatisfy({
                $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            })
        else { return .nan }
        // Swift reads neither “.5” nor “5.”.
        let (sign, text) = (rest.utf8.count > digits.count ? "-0" : "0", String(Substring(digits)))
        return Double(sign + text + (text.utf8.last == UInt8(ascii: ".") ? "0" : "")) ?? .nan
    }

    /// The number rounded to so many decimal places, halves away from zero, as its shortest text shows it.
    static func rounded(_ number: Double, places: Int) -> Double {
        guard number.isFinite, number != 0 else { return number }
        let (digits, point) = parts(of: number.magnitude)
        let kept = point + places
        guard kept < digits.count else { return number }
        guard kept >= 0 else { return 0 }
        var figures = digits.utf8.prefix(kept).map { $0 - UInt8(ascii: "0") }
        var carries = Array(digits.utf8)[kept] >= UInt8(ascii: "5")
        for index in figures.indices.reversed() where carries {
            carries = figures[index] == 9
            figures[index] = carries ? 0 : figures[index] + 1
        }
        let text = (carries ? "1" : "") + figures.map(String.init).joined()
        let magnitude = Double("\(text.isEmpty ? "0" : text)e\(-places)") ?? 0
        return number < 0 ? -magnitude : magnitude
    }

    /// The digits of a positive number, of which the first and the last are not 0, and where its point is among them.
    private static func parts(of number: Double) -> (digits: String, point: Int) {
        let halves = "\(number)".split(separator: "e")
        let mantissa = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        let exponent = halves.count > 1 ? Int(halves[1]) ?? 0 : 0
        var digits = Substring(mantissa.joined())
        var point = mantissa[0].count + exponent
        while digits.first == "0" {
            digits.removeFirst()
            point -= 1
        }
        while digits.last == "0" { digits.removeLast() }
        return (String(digits), point)
    }
}
