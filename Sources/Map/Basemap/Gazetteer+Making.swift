import Geography

extension Gazetteer {
    /// Builds a gazetteer of towns, which takes seconds.
    package init(_ places: [NamedPlace]) {
        let places = places.filter { !$0.name.isEmpty }.sorted {
            ($0.population, $1.name, $1.country) > ($1.population, $0.name, $0.country)
        }
        var writer = GazetteerWriter(places.map(\.population))
        for (number, place) in places.enumerated() { writer.add(place, number) }
        do {
            try self.init(bytes: writer.file)
        } catch {
            preconditionFailure("the file that was made cannot be read")
        }
    }
}

/// Builds the file of a gazetteer.
private struct GazetteerWriter {
    private struct Word {
        /// The first eight bytes, most significant first: they decide the order of nearly all words.
        let key: UInt64
        let place: Int
        let rank: Int
    }

    /// The factor by which a town counts less under a name other than its own.
    private static let otherNames = 10.0

    /// The towns by rank.
    private let order: [Int]
    /// The ranks of each town's own name and of its other names.
    private var ranks: [(own: Int, other: Int)]
    private var towns: [UInt8] = []
    private var words: [Word] = []
    private var text: [UInt8] = [0]

    /// Ranks towns by population; the order of `populations` breaks ties.
    init(_ populations: [Int]) {
        let names = populations.enumerated().flatMap { town, population in
            [true, false].map { isOwn in
                (town: town, isOwn: isOwn, weight: Double(population) / (isOwn ? 1 : Self.otherNames))
            }
        }.sorted { ($0.weight, $1.town, $0.isOwn ? 1 : 0) > ($1.weight, $0.town, $1.isOwn ? 1 : 0) }
        order = names.map(\.town)
        ranks = Array(repeating: (0, 0), count: populations.count)
        for (rank, name) in names.enumerated() {
            if name.isOwn { ranks[name.town].own = rank } else { ranks[name.town].other = rank }
        }
    }

    mutating func add(_ place: NamedPlace, _ number: Int) {
        let own = Spelling.all(of: place.name)
        let others = Set(place.otherNames.filter(Spelling.isLatin).flatMap(Spelling.all)).subtracting(own)
        for spelling in own.sorted() { add(spelling, rank: ranks[number].own) }
        for spelling in others.sorted() { add(spelling, rank: ranks[number].other) }
        let (longitude, latitude) = (place.position.longitude, place.position.latitude)
        append(Int((longitude * GazetteerFile.precision).rounded()), to: &towns)
        append(Int((latitude * GazetteerFile.precision).rounded()), to: &towns)
        append(place.population, to: &towns)
        append(text.count, to: &towns)
        towns += Array((place.country + "    ").utf8.prefix(4))
        text += Array(place.name.utf8) + [0]
    }

    private mutating func add(_ spelling: String, rank: Int) {
        let start = text.count
        let bytes = Array(spelling.utf8)
        text += bytes + [0]
        for offset in bytes.indices where offset == 0 || bytes[offset - 1] == UInt8(ascii: " ") {
            let key = bytes[offset...].prefix(8).enumerated().reduce(UInt64(0)) { key, byte in
                key | UInt64(byte.element) << (56 - 8 * byte.offset)
            }
            words.append(Word(key: key, place: start + offset, rank: rank))
        }
    }

    var file: [UInt8] {
        var bytes = GazetteerFile.mark
        append(towns.count / GazetteerFile.townSize, to: &bytes)
        append(words.count, to: &bytes)
        append(text.count, to: &bytes)
        bytes += towns
        for town in order { append(town, to: &bytes) }
        for word in words.sorted(by: isBefore) {
            append(word.place, to: &bytes)
            append(word.rank, to: &bytes)
        }
        return bytes + text
    }

    private func isBefore(_ one: Word, _ other: Word) -> Bool {
        guard one.key == other.key else { return one.key < other.key }
        var offset = 0
        while text[one.place + offset] == text[other.place + offset] {
            guard text[one.place + offset] != 0 else { return one.place < other.place }
            offset += 1
        }
        return text[one.place + offset] < text[other.place + offset]
    }

    private func append(_ number: Int, to bytes: inout [UInt8]) {
        let bits = UInt32(bitPattern: Int32(clamping: number))
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(bits >> shift & 0xFF)) }
    }
}
