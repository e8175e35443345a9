/// Damages bytes as transfers, editors and programs do.
package struct Mutation<Generator: RandomNumberGenerator> {
    private var generator: Generator
    /// Pieces of other inputs, to insert where they do not belong.
    private let pieces: [[UInt8]]

    package init(using generator: Generator, pieces: [[UInt8]] = []) {
        self.generator = generator
        self.pieces = pieces + Self.telling.map { Array($0.utf8) }
    }

    /// Text that readers stumble over.
    private static var telling: [String] {
        [
            "\"", ",", ";", "\t", "\n", "\r", "\r\n", "\0", "-", ".", "e999", "NaN", "null", "true", "[", "]",
            "{", "}",
            ":", "\"\"", "\\", "\\u0000", "\\ud800", "\u{FEFF}", "2020-02-30", "9999-12-31", "-999", "1e-400",
            "<",
            "basel", "bern", "birch", "18446744073709551616", "\u{202E}", "'", "=1+1", "[[[[[[[[",
            "\"station\":\"bern\",",
        ]
    }

    /// The bytes after one to six damages.
    package mutating func damage(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...6, using: &generator) { damageOnce(&bytes) }
        return bytes
    }

    private mutating func damageOnce(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes = pieces.randomElement(using: &generator) ?? [] }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 1...60, using: &generator))
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: bytes[place] = .random(in: 0...255, using: &generator)
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
        case 4: bytes.insert(.random(in: 0...255, using: &generator), at: place)
        case 5: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
        case 6: swapStretches(of: &bytes)
        case 7: changeDigit(of: &bytes, from: place)
        default: if place > 0 { bytes.removeSubrange(place...) }
        }
    }

    /// Swaps two stretches, such as two cells or two rows.
    private mutating func swapStretches(of bytes: inout [UInt8]) {
        guard bytes.count > 8 else { return }
        let length = Int.random(in: 1...min(40, bytes.count / 4), using: &generator)
        let one = Int.random(in: 0...(bytes.count - 2 * length), using: &generator)
        let other = Int.random(in: (one + length)...(bytes.count - length), using: &generator)
        for step in 0..<length { bytes.swapAt(one + step, other + step) }
    }

    private mutating func changeDigit(of bytes: inout [UInt8], from place: Int) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let found = bytes[place...].firstIndex(where: digits.contains) else { return }
        bytes[found] = .random(in: digits, using: &generator)
    }

    /// The bytes in chunks of any lengths, some of them empty.
    package mutating func chunks(of bytes: [UInt8]) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var start = 0
        let longest = Int.random(in: 1...max(1, bytes.count), using: &generator)
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 0...longest, using: &generator))
            chunks.append(Array(bytes[start..<end]))
            start = end
        }
        return chunks
    }

    /// A whole number in a range.
    package mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    /// One of several.
    package mutating func choice<Value>(of values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }
}
