import Observations

/// The powers of ten that `Double` represents exactly and that the fast path needs.
private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

extension Span<UInt8> {
    /// Parses a decimal number with a point.
    func number(of cell: Cell) throws(ReadingRejection) -> Double {
        if let number = plainNumber(of: cell) { return number }
        return try FeedNumber.parse(String(decoding: bytes(of: cell), as: UTF8.self))
    }

    /// Parses digits with at most one point, up to 15 digits.
    ///
    /// Such a number is a quotient of two integers that `Double` represents exactly, so one division rounds
    /// correctly. Everything else takes the slow path.
    private func plainNumber(of cell: Cell) -> Double? {
        guard cell.end - cell.start <= 16 else { return nil }
        var digits = 0
        var count = 0
        var decimals = -1
        for index in cell.start..<cell.end {
            let byte = self[index]
            if byte == UInt8(ascii: "."), decimals < 0 {
                decimals = 0
                continue
            }
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            digits = digits * 10 + Int(digit)
            count += 1
            if decimals >= 0 { decimals += 1 }
        }
        guard (1...15).contains(count) else { return nil }
        return decimals > 0 ? Double(digits) / powersOfTen[decimals] : Double(digits)
    }
}

/// Numbers as feeds write them.
enum FeedNumber {
    /// Parses any decimal number: sign, digits, point, exponent.
    ///
    /// It distinguishes “NaN” and “Inf” from other text.
    static func parse(_ text: String) throws(ReadingRejection) -> Double {
        let unsigned = text.lowercased().drop { $0 == "+" || $0 == "-" }
        guard !["nan", "inf", "infinity"].contains(unsigned) else { throw .notFinite }
        guard text.utf8.allSatisfy(isPart), let number = Double(text) else { throw .notANumber }
        guard number.isFinite else { throw .notFinite }
        // Normalise minus zero to zero.
        return number + 0.0
    }

    /// Whether a byte may be part of a decimal number.
    ///
    /// Hexadecimal digits, which `Double` also accepts, may not.
    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
