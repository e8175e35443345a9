package import Foundation
import GRDB
package import Geography

/// Packs the tiles of an archive into one file in the format PMTiles, version 3, for servers that know
/// nothing of maps.
///
/// A client finds a tile with two or three range requests
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
package struct PMTilesFile: Sendable {
    /// The area and the zooms that the header states.
    package struct Extent: Sendable {
        package let box: BoundingBox
        package let zooms: ClosedRange<Int>

        package init(box: BoundingBox, zooms: ClosedRange<Int>) {
            self.box = box
            self.zooms = zooms
        }
    }

    /// The longest root directory.
    ///
    /// "The root directory must be contained in the first 16,384 bytes", and the header takes 127 of them.
    private static let longestRoot = 16_384 - headerLength
    private static let headerLength = 127
    /// The number of entries per leaf to start with.
    ///
    /// It grows when the root would be too long.
    private static let leaf = 4_096

    private let root: [UInt8]
    private let leaves: [UInt8]
    private let counts: (tiles: Int, entries: Int)
    /// The pictures in the order of the file, each one once.
    private let pictures: [TileArchive.Entry]

    init(entries: [TileArchive.Entry], leaf: Int = Self.leaf) {
        var offsets: [Int64: UInt64] = [:]
        var end: UInt64 = 0
        var pictures: [TileArchive.Entry] = []
        var directory: [PMTilesEntry] = []
        for entry in entries.sorted(by: { $0.number < $1.number }) {
            let offset = offsets[entry.picture] ?? end
            if offset == end {
                offsets[entry.picture] = end
                end += UInt64(entry.length)
                pictures.append(entry)
            }
            if let last = directory.last, last.offset == offset, last.number + last.run == entry.number {
                directory[directory.count - 1].run += 1
            } else {
                directory.append(
                    PMTilesEntry(
                        number: entry.number, run: 1, offset: offset, length: UInt64(entry.length)))
            }
        }
        self.pictures = pictures
        counts = (entries.count, directory.count)
        (root, leaves) = Self.directories(of: directory, leaf: leaf)
    }

    /// The root directory with all entries, or with one entry per leaf when there are too many.
    private static func directories(
        of entries: [PMTilesEntry], leaf: Int
    ) -> (root: [UInt8], leaves: [UInt8]) {
        let flat = Gzip.stored(PMTilesEntry.directory(of: entries))
        guard flat.count > longestRoot else { return (flat, []) }
        var leaves: [UInt8] = []
        var root: [PMTilesEntry] = []
        for start in stride(from: 0, to: entries.count, by: leaf) {
            let run = Array(entries[start..<min(start + leaf, entries.count)])
            let bytes = Gzip.stored(PMTilesEntry.directory(of: run))
            root.append(
                PMTilesEntry(
                    number: entries[start].number, run: 0, offset: UInt64(leaves.count),
                    length: UInt64(bytes.count)))
            leaves += bytes
        }
        let bytes = Gzip.stored(PMTilesEntry.directory(of: root))
        return bytes.count > longestRoot ? directories(of: entries, leaf: 2 * leaf) : (bytes, leaves)
    }

    private func header(_ extent: Extent, metadata: Int) -> [UInt8] {
        var bytes = Array("PMTiles".utf8) + [3]
        func put(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
        let size = pictures.reduce(0) { $0 + $1.length }
        var place = Self.headerLength
        for length in [root.count, metadata, leaves.count, size] {
            put(UInt64(place))
            put(UInt64(length))
            place += length
        }
        for count in [counts.tiles, counts.entries, pictures.count] { put(UInt64(count)) }
        // Clustered; directories in gzip; tiles uncompressed; PNG.
        bytes += [1, 2, 1, 2, UInt8(extent.zooms.lowerBound), UInt8(extent.zooms.upperBound)]
        let box = extent.box
        let (west, east) = box.crossesAntimeridian ? (-180, 180) : (box.west, box.east)
        for edge in [west, box.south, east, box.north] { put(Self.stored(edge)) }
        bytes.append(UInt8(extent.zooms.lowerBound))
        for middle in [(west + east) / 2, (box.south + box.north) / 2] { put(Self.stored(middle)) }
        return bytes
    }

    /// Degrees in units of 10⁻⁷.
    private static func stored(_ degrees: Double) -> Int32 { Int32((degrees * 1e7).rounded()) }

    /// Writes a file, which replaces any earlier one once it is complete.
    package static func write(
        _ archive: TileArchive, _ extent: Extent, to file: URL
    ) throws {
        let packed = PMTilesFile(entries: try archive.entries())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let metadata = Gzip.stored(Array(try encoder.encode(try archive.metadata())))
        let new = file.appendingPathExtension("new")
        try Data(packed.header(extent, metadata: metadata.count) + packed.root).write(to: new)
        let handle = try FileHandle(forWritingTo: new)
        do {
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: metadata)
            try handle.write(contentsOf: packed.leaves)
            for picture in packed.pictures { try handle.write(contentsOf: archive.picture(picture)) }
            try handle.synchronize()
        }
        // Foundation replaces only files that exist.
        guard rename(new.path, file.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
        }
    }
}

/// A run of tiles with the same picture; an entry with a run of 0 is a leaf.
struct PMTilesEntry {
    let number: UInt64
    var run: UInt64
    let offset: UInt64
    let length: UInt64

    /// A directory of entries in the order of their numbers, column by column.
    static func directory(of entries: [PMTilesEntry]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt64(entries.count), to: &bytes)
        var last: UInt64 = 0
        for entry in entries {
            append(entry.number - last, to: &bytes)
            last = entry.number
        }
        for entry in entries { append(entry.run, to: &bytes) }
        for entry in entries { append(entry.length, to: &bytes) }
        var end: UInt64?
        for entry in entries {
            // 0 means directly after the previous entry.
            append(entry.offset == end ? 0 : entry.offset + 1, to: &bytes)
            end = entry.offset + entry.length
        }
        return bytes
    }

    /// Appends a number in groups of seven bits, lowest group first.
    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

extension TileArchive {
    /// A tile and the picture that it shows.
    struct Entry {
        /// Its position on the Hilbert curve.
        let number: UInt64
        let picture: Int64
        /// The length of the picture in bytes.
        let length: Int
    }

    func entries() throws -> [Entry] {
        try queue.read { database in
            try Row.fetchCursor(
                database,
                sql: """
                    SELECT zoom_level, tile_column, tile_row, images.rowid, length(tile_data)
                    FROM map JOIN images ON images.tile_id = map.tile_id
                    """
            ).compactMap { row in
                TileAddress(zoom: row[0], column: row[1], rowFromSouth: row[2]).map {
                    Entry(number: $0.hilbertNumber, picture: row[3], length: row[4])
                }
            }.reduce(into: []) { $0.append($1) }
        }
    }

    func picture(_ entry: Entry) throws -> Data {
        try queue.read { database in
            let request = SQLRequest<Data>(
                literal: "SELECT tile_data FROM images WHERE rowid = \(entry.picture)", cached: true)
            guard let picture = try request.fetchOne(database) else {
                preconditionFailure("an entry names a picture of its own archive")
            }
            return picture
        }
    }

    func metadata() throws -> [String: String] {
        try queue.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM metadata")
            return Dictionary(rows.map { ($0["name"] as String, $0["value"] as String) }) { $1 }
        }
    }
}
