import Geography

/// The file of a gazetteer: little-endian 32-bit numbers, and text.
///
/// The file holds in this order:
/// - `BGZ1`, and the numbers of towns, of words and of bytes of text.
/// - For each town, the largest first: its longitude and latitude in hundred-thousandths of a degree, its
///   population, the offset of its name in the text, and its country in two letters and two spaces.
/// - For each rank, the best first: its town. Each town has two ranks, one for its own name and one for its
///   other names.
/// - For each word of a spelling: its offset and the rank of the name. Words are ordered by the text from the
///   word to the end of the spelling.
/// - The text: a zero, then spellings and names, each followed by a zero.
struct GazetteerFile: Sendable {
    /// The first four bytes, which change with the file format.
    static let mark = Array("BGZ1".utf8)
    /// The bytes before the towns, and the bytes of a town, of a rank and of a word.
    static let (headSize, townSize, rankSize, wordSize) = (16, 20, 4, 8)
    /// The fractions of a degree.
    static let precision = 100_000.0

    let bytes: [UInt8]
    let townCount: Int
    let wordCount: Int
    private let rankStart: Int
    private let wordStart: Int
    private let textStart: Int

    init(bytes: [UInt8]) throws(GazetteerMistake) {
        guard bytes.count > Self.headSize, bytes.prefix(4).elementsEqual(Self.mark) else {
            throw GazetteerMistake()
        }
        self.bytes = bytes
        townCount = Self.number(at: 4, in: bytes)
        wordCount = Self.number(at: 8, in: bytes)
        rankStart = Self.headSize + townCount * Self.townSize
        wordStart = rankStart + 2 * townCount * Self.rankSize
        textStart = wordStart + wordCount * Self.wordSize
        let textSize = Self.number(at: 12, in: bytes)
        guard textSize > 0, textStart + textSize == bytes.count, bytes[textStart] == 0, bytes.last == 0,
            isWhole(textSize)
        else { throw GazetteerMistake() }
    }

    /// Whether all offsets and indices are within the file.
    private func isWhole(_ textSize: Int) -> Bool {
        (0..<townCount).allSatisfy { town in
            let place = Self.headSize + town * Self.townSize
            return number(at: place + 12) < textSize && position(at: place) != nil
        }
            && (0..<2 * townCount).allSatisfy { town(ofRank: $0) < townCount }
            && (0..<wordCount).allSatisfy { word in
                let place = wordStart + word * Self.wordSize
                return (1..<textSize).contains(number(at: place)) && number(at: place + 4) < 2 * townCount
            }
    }

    private static func number(at place: Int, in bytes: [UInt8]) -> Int {
        Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16
            | Int(bytes[place + 3]) << 24
    }

    private func number(at place: Int) -> Int { Self.number(at: place, in: bytes) }

    private func position(at place: Int) -> Coordinate? {
        Coordinate(longitude: degrees(at: place), latitude: degrees(at: place + 4))
    }

    private func degrees(at place: Int) -> Double {
        Double(Int32(truncatingIfNeeded: number(at: place))) / Self.precision
    }

    func position(ofTown number: Int) -> Coordinate {
        guard let position = position(at: Self.headSize + number * Self.townSize)
        else { preconditionFailure("the file was looked through") }
        return position
    }

    func town(_ number: Int) -> Gazetteer.Town {
        let place = Self.headSize + number * Self.townSize
        return Gazetteer.Town(
            name: text(from: textStart + self.number(at: place + 12)),
            country: String(decoding: bytes[place + 16..<place + 18], as: UTF8.self),
            position: position(ofTown: number),
            population: self.number(at: place + 8))
    }

    private func text(from place: Int) -> String {
        String(decoding: bytes[place...].prefix { $0 != 0 }, as: UTF8.self)
    }

}

/// The sorted words of all spellings.
extension GazetteerFile {
    /// The offset of a word in the file.
    private func place(ofWord word: Int) -> Int { textStart + number(at: wordStart + word * Self.wordSize) }

    /// The rank of the name that a word belongs to.
    func rank(ofWord word: Int) -> Int { number(at: wordStart + word * Self.wordSize + 4) }

    /// The town whose name has a rank.
    func town(ofRank rank: Int) -> Int { number(at: rankStart + rank * Self.rankSize) }

    /// Whether a word is the first of its spelling.
    func beginsSpelling(_ word: Int) -> Bool { bytes[place(ofWord: word) - 1] == 0 }

    /// The words that start with some bytes; a word includes the rest of its spelling.
    func words(from prefix: [UInt8]) -> Range<Int> {
        firstWord { compare(prefix, to: $0) >= 0 }..<firstWord { compare(prefix, to: $0) > 0 }
    }

    /// The first word that satisfies a condition, which all later words satisfy too.
    private func firstWord(where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, wordCount)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Below zero when a word sorts before a prefix, above zero when it sorts after it, and zero when it
    /// starts with it.
    private func compare(_ prefix: [UInt8], to word: Int) -> Int {
        let start = place(ofWord: word)
        for (offset, byte) in prefix.enumerated() {
            // The zero at the end of a spelling is smaller than any letter, so nothing beyond it is read.
            let other = bytes[start + offset]
            guard other == byte else { return other < byte ? -1 : 1 }
        }
        return 0
    }

    /// Whether the spelling of a word has a word that starts with some bytes.
    func spelling(ofWord word: Int, hasWordFrom prefix: [UInt8]) -> Bool {
        var start = place(ofWord: word)
        while bytes[start - 1] != 0 { start -= 1 }
        var isStart = true
        while bytes[start] != 0 {
            if isStart, begins(with: prefix, at: start) { return true }
            isStart = bytes[start] == UInt8(ascii: " ")
            start += 1
        }
        return false
    }

    private func begins(with prefix: [UInt8], at start: Int) -> Bool {
        for (offset, byte) in prefix.enumerated() where bytes[start + offset] != byte { return false }
        return true
    }
}

/// The bytes are not a gazetteer file, or only a part of one.
package struct GazetteerMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String { "the gazetteer is damaged; `breathe basemap build` makes it anew" }
}
