package import Geography

/// The main towns of the world, found by the first letters of the words of their names.
///
/// It is searched in its file format and is thread-safe. A search visits only the words that match the rarest
/// search word.
package struct Gazetteer: Sendable {
    /// A town.
    package struct Town: Hashable, Sendable {
        /// The name in GeoNames, which is not translated.
        package let name: String
        /// The ISO 3166-1 code of its country, two capital letters.
        package let country: String
        package let position: Coordinate
        package let population: Int

        /// The name for addresses: its words in small letters without diacritics, with hyphens between.
        package var slug: String { Spelling.folded(name).replacing(" ", with: "-") }
    }

    /// The distance in metres within which a town says where a position is.
    package static let nearness = 25_000.0

    let file: GazetteerFile

    /// Reads a file that ``init(_:)`` has built.
    ///
    /// - Throws: ``GazetteerMistake`` when the bytes are not such a file.
    package init(bytes: [UInt8]) throws(GazetteerMistake) { file = try GazetteerFile(bytes: bytes) }

    /// The bytes of the file.
    package var bytes: [UInt8] { file.bytes }

    /// The number of towns.
    package var count: Int { file.townCount }

    /// The towns that a text may mean: exact matches first, then the largest.
    ///
    /// A town counts as a tenth as large under a name other than its own. A user who starts typing Basel does
    /// not mean El Paso, although one of its many other names starts that way.
    ///
    /// Every word of the text must be the start of a word in one of the town's names. Case and diacritics do
    /// not matter; `ü` also matches `ue`. If there is no such town, one word may differ by one letter, by one that
    /// is missing or too much, or by two that have changed places: ``Misspelling``.
    ///
    /// - Parameters:
    ///   - text: A name or the start of one; without letters, nothing is found.
    ///   - limit: The highest number of towns.
    /// - Returns: The towns, in that order.
    package func towns(named text: String, limit: Int) -> [Town] {
        let phrase = Spelling.folded(text)
        guard !phrase.isEmpty, limit > 0 else { return [] }
        let exact = wholes(Array(phrase.utf8), limit: limit)
        let words = Set(phrase.split(separator: " ")).map { Array($0.utf8) }
        let found = exact + beginnings(words, limit: limit)
        return towns(ofRanks: found.isEmpty ? almost(words, limit: limit) : found, limit: limit)
    }

    /// Whether a text starts no name, so that ``towns(named:limit:)`` finds towns only if one of its words is
    /// misspelt.
    package func isMisspelt(_ text: String) -> Bool {
        let phrase = Spelling.folded(text)
        guard !phrase.isEmpty else { return false }
        let words = Set(phrase.split(separator: " ")).map { Array($0.utf8) }
        return wholes(Array(phrase.utf8), limit: 1).isEmpty && beginnings(words, limit: 1).isEmpty
    }

    private func towns(ofRanks ranks: [Int], limit: Int) -> [Town] {
        var seen: Set<Int> = []
        return ranks.map(file.town(ofRank:)).filter { seen.insert($0).inserted }.prefix(limit).map(file.town)
    }

    /// The towns of exactly a name, the largest first; under names that are not its own, a town counts as a tenth as
    /// large.
    ///
    /// - Parameters:
    ///   - name: The name; case, diacritics and what stands between its words do not matter.
    ///   - limit: The highest number of towns.
    /// - Returns: The towns, in that order.
    package func towns(called name: String, limit: Int) -> [Town] {
        let phrase = Spelling.folded(name)
        guard !phrase.isEmpty, limit > 0 else { return [] }
        return towns(ofRanks: wholes(Array(phrase.utf8), limit: limit), limit: limit)
    }

    /// The town nearest to a position, if one lies within `radius` metres.
    ///
    /// It visits all towns, which takes a fraction of a millisecond.
    package func town(nearestTo position: Coordinate, within radius: Double) -> Town? {
        let box = BoundingBox(around: position, radius: radius)
        let centre = UnitVector(position)
        let found = (0..<file.townCount).compactMap { number -> (number: Int, chord: Double)? in
            let place = file.position(ofTown: number)
            guard box.contains(place) else { return nil }
            return (number, UnitVector(place).squaredChord(to: centre))
        }
        guard let nearest = found.min(by: { $0.chord < $1.chord }),
            nearest.chord <= Earth.squaredChord(ofDistance: radius)
        else { return nil }
        return file.town(nearest.number)
    }

    /// The ranks of names that match a phrase exactly.
    private func wholes(_ phrase: [UInt8], limit: Int) -> [Int] {
        var found = SmallestNumbers(limit: 2 * limit)
        for word in file.words(from: phrase + [0]) where file.beginsSpelling(word) {
            found.insert(file.rank(ofWord: word))
        }
        return found.numbers
    }

    /// The ranks of names that have a word starting with each of some words, one of which is misspelt.
    private func almost(_ words: [[UInt8]], limit: Int) -> [Int] {
        var found = SmallestNumbers(limit: 2 * limit)
        for place in words.indices {
            var tried = words
            for word in Misspelling.corrections(of: words[place]) {
                tried[place] = word
                for rank in beginnings(tried, limit: limit) { found.insert(rank) }
            }
        }
        return found.numbers
    }

    /// The ranks of names that have a word starting with each of some words.
    private func beginnings(_ words: [[UInt8]], limit: Int) -> [Int] {
        let ranges = words.map { (word: $0, range: file.words(from: $0)) }.sorted {
            $0.range.count < $1.range.count
        }
        guard let rarest = ranges.first else { return [] }
        let others = ranges.dropFirst().map(\.word)
        // A town may be found by its own name and by another one.
        var found = SmallestNumbers(limit: 2 * limit)
        for word in rarest.range {
            let rank = file.rank(ofWord: word)
            guard found.wants(rank), others.allSatisfy({ file.spelling(ofWord: word, hasWordFrom: $0) })
            else { continue }
            found.insert(rank)
        }
        return found.numbers
    }
}

/// Collects the smallest of some numbers, each once.
private struct SmallestNumbers {
    private let limit: Int
    /// In ascending order.
    private(set) var numbers: [Int] = []

    init(limit: Int) {
        self.limit = limit
        numbers.reserveCapacity(limit + 1)
    }

    /// Whether a number would be among the smallest.
    func wants(_ number: Int) -> Bool {
        guard let last = numbers.last, numbers.count == limit else { return true }
        return number < last
    }

    mutating func insert(_ number: Int) {
        guard wants(number), !numbers.contains(number) else { return }
        numbers.insert(number, at: numbers.firstIndex { $0 > number } ?? numbers.endIndex)
        if numbers.count > limit { numbers.removeLast() }
    }
}
