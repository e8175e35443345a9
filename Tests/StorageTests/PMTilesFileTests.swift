import Foundation
import Geography
import SampleTesting
import SeededTesting
import Testing

@testable import Storage

/// A reader of PMTiles that follows the specification and does nothing else.
private struct Reader {
    let bytes: [UInt8]

    func number(at place: Int) -> Int {
        (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
    }

    /// A tile's bytes, found from the root directory through the leaves.
    func tile(_ number: UInt64) -> [UInt8]? {
        var (start, length) = (self.number(at: 8), self.number(at: 16))
        for _ in 0..<4 {
            let entries = directory(start, length)
            guard let entry = entries.last(where: { $0.number <= number }) else { return nil }
            if entry.run > 0 {
                guard number < entry.number + entry.run else { return nil }
                let place = self.number(at: 56) + Int(entry.offset)
                return Array(bytes[place..<place + Int(entry.length)])
            }
            (start, length) = (self.number(at: 40) + Int(entry.offset), Int(entry.length))
        }
        return nil
    }

    /// The content of a gzip file with stored blocks only.
    func unwrapped(_ start: Int, _ length: Int) -> [UInt8] {
        var content: [UInt8] = []
        var place = start + 10
        while place < start + length - 8 {
            let size = Int(bytes[place + 1]) | Int(bytes[place + 2]) << 8
            content += bytes[place + 5..<place + 5 + size]
            place += 5 + size
        }
        return content
    }

    func directory(_ start: Int, _ length: Int) -> [PMTilesEntry] {
        let bytes = unwrapped(start, length)
        var place = 0
        func next() -> UInt64 {
            var (number, shift) = (UInt64(0), UInt64(0))
            while true {
                let byte = bytes[place]
                place += 1
                number |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return number }
                shift += 7
            }
        }
        let count = Int(next())
        var last: UInt64 = 0
        let numbers = (0..<count).map { _ in
            last += next()
            return last
        }
        let runs = (0..<count).map { _ in next() }
        let lengths = (0..<count).map { _ in next() }
        var offsets: [UInt64] = []
        for index in 0..<count {
            let stored = next()
            offsets.append(stored == 0 ? offsets[index - 1] + lengths[index - 1] : stored - 1)
        }
        return (0..<count).map {
            PMTilesEntry(number: numbers[$0], run: runs[$0], offset: offsets[$0], length: lengths[$0])
        }
    }
}

@Suite struct PMTilesFileTests {
    private let folder: TemporaryFolder
    private let archive: TileArchive

    init() throws {
        folder = try TemporaryFolder()
        archive = try TileArchive(path: folder.path("a.mbtiles"), metadata: ["name": "Birch"], identity: [])
    }

    private func packed() throws -> Reader {
        let file = URL(filePath: folder.path("a.pmtiles"))
        try PMTilesFile.write(archive, .init(box: BoundingBox(5, 45, 11, 48), zooms: 0...9), to: file)
        return Reader(bytes: Array(try Data(contentsOf: file)))
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `every tile is found through root and leaves, and no other`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var expected: [UInt64: [UInt8]] = [:]
        var tiles: [TileArchive.Tile] = []
        // The third seed makes enough tiles to need leaves.
        let count = seed == 3 ? 6_000 : 200
        for place in 0..<count {
            let side = 1 << 9
            let address = TileAddress(
                zoom: 9, column: place % side, row: place / side + Int.random(in: 0...1, using: &generator))!
            let picture = UInt64.random(in: 0..<(seed == 2 ? 3 : 1 << 40), using: &generator)
            let png = Array("picture \(picture)".utf8)
            expected[address.hilbertNumber] = png
            tiles.append(.init(address: address, tag: "t", png: png))
        }
        try archive.keep(tiles)
        let reader = try packed()
        #expect((reader.number(at: 48) > 0) == (seed == 3), "leaves only where they are needed")
        #expect(reader.number(at: 72) == expected.count)
        for (number, png) in expected.shuffled(using: &generator).prefix(200) {
            #expect(reader.tile(number) == png, "\(number)")
        }
        for _ in 0..<200 {
            let number = UInt64.random(in: 0..<400_000, using: &generator)
            if expected[number] == nil { #expect(reader.tile(number) == nil, "\(number)") }
        }
    }

    @Test func `the header describes the file's content`() throws {
        try archive.keep([.init(address: TileAddress(zoom: 0, column: 0, row: 0)!, tag: "t", png: [1, 2, 3])])
        let reader = try packed()
        #expect(String(decoding: reader.bytes[0..<7], as: UTF8.self) == "PMTiles" && reader.bytes[7] == 3)
        #expect(Array(reader.bytes[96..<102]) == [1, 2, 1, 2, 0, 9])
        let west = reader.bytes[102..<106].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(west == 50_000_000)
        let metadata = reader.unwrapped(reader.number(at: 24), reader.number(at: 32))
        #expect(String(decoding: metadata, as: UTF8.self) == #"{"name":"Birch"}"#)
        #expect(reader.number(at: 56) + reader.number(at: 64) == reader.bytes.count)
    }

    @Test(arguments: [0, 1, 9, 65_535, 65_536, 200_000])
    func `decompressing gzip restores the data`(count: Int) async throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let file = URL(filePath: folder.path("bytes.gz"))
        try Data(Gzip.stored(bytes)).write(to: file)
        let gunzip = try await ChildProcess.run(URL(filePath: "/bin/gunzip"), [file.path])
        #expect(gunzip.status == 0, "\(gunzip.output)")
        #expect(Array(try Data(contentsOf: URL(filePath: folder.path("bytes")))) == bytes)
    }
}
