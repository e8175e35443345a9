import Geography

extension Gazetteer {
    /// Makes a gazetteer of towns; this takes a second or two.
    package init(_ places: [Place]) {
        let places = places.filter { !$0.name.isEmpty }.sorted {
            ($0.population, $1.name, $1.country) > ($1.population, $0.name, $0.country)
        }
        var writer = GazetteerWriter()
        for (number, place) in places.enumerated() { writer.add(place, number) }
        do {
            try self.init(bytes: writer.file)
        } catch {
            preconditionFailure("the file that was made cannot be read")
        }
    }
}

/// Puts the file of a gazetteer together.
private struct GazetteerWriter {
    private struct Word {
        /// The first eight bytes, the first as the highest: they settle the order of nearly all words.
        let key: UInt64
        let place: Int
        let town: Int
    }

    private var towns: [UInt8] = []
    private var words: [Word] = []
    private var text: [UInt8] = [0]

    mutating func add(_ place: Place, _ number: Int) {
        let names = [place.name] + place.otherNames.filter(Spelling.isLatin)
        for spelling in Set(names.flatMap(Spelling.all)).sorted() { add(spelling, of: number) }
        let (longitude, latitude) = (place.position.longitude, place.position.latitude)
        append(Int((longitude * GazetteerFile.precision).rounded()), to: &towns)
        append(Int((latitude * GazetteerFile.precision).rounded()), to: &towns)
        append(place.population, to: &towns)
        append(text.count, to: &towns)
        towns += Array((place.country + "    ").utf8.prefix(4))
        text += Array(place.name.utf8) + [0]
    }

    private mutating func add(_ spelling: String, of town: Int) {
        let start = text.count
        let bytes = Array(spelling.utf8)
        text += bytes + [0]
        for offset in bytes.indices where offset == 0 || bytes[offset - 1] == UInt8(ascii: " ") {
            let key = bytes[offset...].prefix(8).enumerated().reduce(UInt64(0)) { key, byte in
                key | UInt64(byte.element) << (56 - 8 * byte.offset)
            }
            words.append(Word(key: key, place: start + offset, town: town))
        }
    }

    var file: [UInt8] {
        var bytes = GazetteerFile.mark
        append(towns.count / GazetteerFile.townSize, to: &bytes)
        append(words.count, to: &bytes)
        append(text.count, to: &bytes)
        bytes += towns
        for word in words.sorted(by: isBefore) {
            append(word.place, to: &bytes)
            append(word.town, to: &bytes)
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
