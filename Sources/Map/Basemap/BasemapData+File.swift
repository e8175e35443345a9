package import Foundation

/// The file of converted data: little-endian numbers, in the order of the fields.
///
/// The file holds `BBM2`, the version; the number of bands; four sets of lines for each band (the numbers of
/// lines and points, the counts, the points); the number of names; and for each name its kind, position,
/// weight and text.
extension BasemapData {
    /// The first four bytes, which change with the file format.
    private static let mark = Array("BBM2".utf8)

    init(bands: [Band], names: [Name]) {
        var writer = ByteWriter()
        for band in bands {
            for set in band.sets { writer.append(set) }
        }
        for name in names { writer.append(name) }
        self.init(bands: bands, names: names, version: String(writer.hash, radix: 16))
    }

    /// The bytes of the file.
    package var file: Data {
        var writer = ByteWriter()
        writer.bytes = Self.mark
        writer.append(bands.count)
        for band in bands {
            for set in band.sets { writer.append(set) }
        }
        writer.append(names.count)
        for name in names { writer.append(name) }
        return Data(writer.bytes)
    }

    /// Reads a file.
    ///
    /// - Throws: ``BasemapFileMistake`` when the bytes are not such a file.
    package init(file: Data) throws(BasemapFileMistake) {
        var reader = ByteReader(bytes: Array(file))
        guard Array(try reader.take(4)) == Self.mark else { throw BasemapFileMistake() }
        var bands: [Band] = []
        for _ in 0..<(try reader.count()) {
            bands.append(
                Band(
                    coasts: try reader.lines(), countries: try reader.lines(), provinces: try reader.lines(),
                    rivers: try reader.lines())
            )
        }
        var names: [Name] = []
        for _ in 0..<(try reader.count()) { names.append(try reader.name()) }
        guard !bands.isEmpty else { throw BasemapFileMistake() }
        self.init(bands: bands, names: names)
    }
}

/// The bytes are not a basemap file, or only a part of one.
package struct BasemapFileMistake: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String {
        "the converted basemap is damaged; `breathe basemap build` makes it anew"
    }
}

private struct ByteWriter {
    var bytes: [UInt8] = []

    /// FNV-1a with 64 bits (draft-eastlake-fnv).
    var hash: UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    mutating func append(_ number: Int) { append(Int32(clamping: number)) }

    mutating func append(_ number: Int32) {
        let bits = UInt32(bitPattern: number)
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(bits >> shift & 0xFF)) }
    }

    mutating func append(_ set: LineSet) {
        append(set.counts.count)
        append(set.points.count)
        for count in set.counts { append(count) }
        for point in set.points {
            append(point.x)
            append(point.y)
        }
    }

    mutating func append(_ name: BasemapData.Name) {
        append(Int(name.kind.rawValue))
        append(name.point.x)
        append(name.point.y)
        append(name.weight)
        let text = Array(name.text.utf8)
        append(text.count)
        bytes += text
    }
}

private struct ByteReader {
    let bytes: [UInt8]
    var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) throws(BasemapFileMistake) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - place else { throw BasemapFileMistake() }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func number() throws(BasemapFileMistake) -> Int {
        guard bytes.count - place >= 4 else { throw BasemapFileMistake() }
        defer { place += 4 }
        let (one, two) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
        let (three, four) = (UInt32(bytes[place + 2]), UInt32(bytes[place + 3]))
        return Int(Int32(bitPattern: one | two << 8 | three << 16 | four << 24))
    }

    mutating func count() throws(BasemapFileMistake) -> Int {
        let count = try number()
        guard count >= 0 else { throw BasemapFileMistake() }
        return count
    }

    mutating func point() throws(BasemapFileMistake) -> WorldPoint {
        WorldPoint(x: Int32(truncatingIfNeeded: try number()), y: Int32(truncatingIfNeeded: try number()))
    }

    mutating func lines() throws(BasemapFileMistake) -> LineSet {
        let lineCount = try count()
        let pointCount = try count()
        // Each line takes four bytes and each point eight: counts that exceed the rest of the file are
        // rejected.
        guard 4 * lineCount + 8 * pointCount <= bytes.count - place
        else { throw BasemapFileMistake() }
        var counts: [Int] = []
        for _ in 0..<lineCount { counts.append(try number()) }
        guard counts.allSatisfy({ $0 > 0 }), counts.reduce(0, +) == pointCount else {
            throw BasemapFileMistake()
        }
        var points: [WorldPoint] = []
        points.reserveCapacity(pointCount)
        for _ in 0..<pointCount { points.append(try point()) }
        return LineSet(points: points, counts: counts)
    }

    mutating func name() throws(BasemapFileMistake) -> BasemapData.Name {
        guard let kind = BasemapData.Name.Kind(rawValue: UInt8(clamping: try number()))
        else { throw BasemapFileMistake() }
        let point = try point()
        let weight = try number()
        let text = String(decoding: try take(try count()), as: UTF8.self)
        return BasemapData.Name(text: text, kind: kind, point: point, weight: weight)
    }
}
