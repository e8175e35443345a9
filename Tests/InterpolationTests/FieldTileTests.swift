import Geography
import Observations
import SeededTesting
import Testing

@testable import Interpolation

@Suite struct FieldTileTests {
    /// All pixels of a tile, row by row.
    private func pixels(_ tile: FieldTile) -> (grades: [Float], confidences: [Float]) {
        var band = FieldBand()
        var grades: [Float] = []
        var confidences: [Float] = []
        for number in 0..<tile.bands {
            tile.read(band: number, into: &band)
            grades += band.grades
            confidences += band.confidences
        }
        return (grades, confidences)
    }

    /// The position of a pixel's centre.
    private func position(_ tile: TileAddress, _ column: Int, _ row: Int, side: Int) -> Coordinate {
        let size = Double(1 << tile.zoom)
        let x = (Double(tile.column) + (Double(column) + 0.5) / Double(side)) / size
        let y = (Double(tile.row) + (Double(row) + 0.5) / Double(side)) / size
        return Coordinate(longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: y))!
    }

    @Test(arguments: UInt64(0)..<10)
    func `four tiles and their common square agree to the bit`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let zoom = 2 + Int(seed)
        // Few and many, so that some stations yield to their neighbours.
        let samples = randomSamples(
            seed % 2 == 0 ? 300 : 3_000, longitudes: 2...14, latitudes: 42...52, oldest: 2, using: &generator)
        let field = birchField(samples)
        let centre = try #require(
            Coordinate(
                longitude: .random(in: 4...12, using: &generator),
                latitude: .random(in: 44...50, using: &generator)))
        let holding = TileAddress(holding: centre, zoom: zoom)
        let scale = 1 + Int(seed % 2)
        let first = try #require(TileAddress(zoom: zoom, column: holding.column & ~1, row: holding.row & ~1))
        let square = pixels(try #require(FieldTile(field, tile: first, scale: scale, span: 2)))
        let side = 256 * scale
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let tile = try #require(
                TileAddress(zoom: zoom, column: first.column + right, row: first.row + down))
            guard let alone = FieldTile(field, tile: tile, scale: scale).map(pixels) else { continue }
            for row in 0..<side {
                let start = ((row + down * side) * 2 + right) * side
                #expect(alone.grades[row * side..<(row + 1) * side] == square.grades[start..<start + side])
                #expect(
                    alone.confidences[row * side..<(row + 1) * side]
                        == square.confidences[start..<start + side])
            }
        }
    }

    @Test(arguments: UInt64(0)..<6)
    func `tiles agree to the bit when few of many stations have reported yet`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = randomSamples(3_000, longitudes: 4...12, latitudes: 43...50, using: &generator)
            .enumerated().map { place, fresh in
                let position = fresh.position
                let age = place % 20 == 0 ? 0 : 2
                return sample(
                    fresh.station.rawValue, position.longitude, position.latitude, fresh.value, age: age)
            }
        let field = birchField(samples)
        let holding = TileAddress(
            holding: try #require(Coordinate(longitude: 8, latitude: 46.5)), zoom: 5 + Int(seed))
        let first = try #require(
            TileAddress(zoom: holding.zoom, column: holding.column & ~1, row: holding.row & ~1))
        let square = pixels(try #require(FieldTile(field, tile: first, scale: 1, span: 2)))
        for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let tile = try #require(
                TileAddress(zoom: first.zoom, column: first.column + right, row: first.row + down))
            let alone = pixels(try #require(FieldTile(field, tile: tile, scale: 1)))
            for row in 0..<256 {
                let start = ((row + down * 256) * 2 + right) * 256
                #expect(
                    alone.confidences[row * 256..<(row + 1) * 256] == square.confidences[start..<start + 256])
            }
        }
    }

    @Test(arguments: UInt64(0)..<8)
    func `the lattice has the slow way's values at its nodes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let samples = randomSamples(
            seed < 4 ? 200 : 900, longitudes: 2...14, latitudes: 42...52, oldest: 1, using: &generator)
        let field = birchField(samples)
        let tile = TileAddress(
            holding: try #require(Coordinate(longitude: 8, latitude: 47)), zoom: 5 + Int(seed % 5))
        let lattice = Lattice(tile, reach: field.reach)
        let nodes = NodeGrid(lattice, field: field, ranks: field.index.ranks(reaching: tile.fieldBounds))
        for row in stride(from: -1, through: lattice.cells + 1, by: 3) {
            for column in stride(from: -1, through: lattice.cells + 1, by: 3) {
                // A node is the north-western corner of its cell's first pixel.
                let size = Double(1 << tile.zoom) * Double(lattice.cells)
                let x = (Double(tile.column * lattice.cells + column)) / size
                let y = (Double(tile.row * lattice.cells + row)) / size
                let node = try #require(
                    Coordinate(longitude: WebMercator.longitude(x: x), latitude: WebMercator.latitude(y: y)))
                let value = nodes[column, row]
                guard let slow = slowEstimate(samples, at: node), slow.confidence > 0.001 else {
                    #expect(value.confidence < 0.002)
                    continue
                }
                #expect(value.known == 1)
                #expect(abs(value.grade - Grade.of(slow.concentration, within: field.bounds)) < 0.02)
                #expect(abs(Double(value.confidence) - slow.confidence) < 1e-3)
            }
        }
    }

    @Test(arguments: [(0, 1), (2, 1), (3, 2), (4, 1), (5, 1), (6, 2), (8, 1), (12, 1), (22, 2)])
    func `the pixel of a station has its grade and full confidence`(zoom: Int, scale: Int) throws {
        var generator = SeededGenerator(seed: 7)
        let samples = randomSamples(60, longitudes: -180...180, latitudes: -80...80, using: &generator)
        let field = birchField(samples)
        let side = 256 * scale
        for sample in samples.prefix(8) {
            let tile = TileAddress(holding: sample.position, zoom: zoom)
            let size = Double(side << zoom)
            let column = Int(WebMercator.x(longitude: sample.position.longitude) * size) - tile.column * side
            let row = Int(WebMercator.y(latitude: sample.position.latitude) * size) - tile.row * side
            let shown = pixels(try #require(FieldTile(field, tile: tile, scale: scale)))
            #expect(shown.grades[row * side + column] == Grade.of(sample.value, within: field.bounds))
            #expect(shown.confidences[row * side + column] == 1)
        }
    }

    @Test func `between stations a tile stays close to the estimates`() throws {
        var generator = SeededGenerator(seed: 3)
        let samples = randomSamples(120, longitudes: 2...14, latitudes: 42...52, using: &generator)
        let field = birchField(samples)
        let tile = TileAddress(holding: try #require(Coordinate(longitude: 8, latitude: 47)), zoom: 7)
        let shown = pixels(try #require(FieldTile(field, tile: tile, scale: 1)))
        var differences: [Float] = []
        for row in stride(from: 0, to: 256, by: 5) {
            for column in stride(from: 0, to: 256, by: 5) {
                let estimate = try #require(field.estimate(at: position(tile, column, row, side: 256)))
                let exact = Grade.of(estimate.concentration, within: field.bounds)
                differences.append(abs(shown.grades[row * 256 + column] - exact))
            }
        }
        differences.sort()
        // A shade is a fifth of a grade.
        #expect(differences[differences.count / 2] < 0.02)
        #expect(differences[differences.count * 95 / 100] < 0.2)
    }

    @Test func `tiles on both sides of the antimeridian meet without a seam`() throws {
        let field = birchField([sample("taveuni", 179.95, -16.8, 40), sample("labasa", 179.4, -16.4, 400)])
        let place = try #require(Coordinate(longitude: 179.99, latitude: -16.8))
        let west = TileAddress(holding: place, zoom: 6)
        let east = try #require(TileAddress(zoom: 6, column: 0, row: west.row))
        let left = pixels(try #require(FieldTile(field, tile: west, scale: 1)))
        let right = pixels(try #require(FieldTile(field, tile: east, scale: 1)))
        for row in stride(from: 0, to: 256, by: 1) {
            let (last, first) = (row * 256 + 255, row * 256)
            #expect(abs(left.confidences[last] - right.confidences[first]) < 0.05)
            guard left.confidences[last] > 0, right.confidences[first] > 0 else { continue }
            #expect(abs(left.grades[last] - right.grades[first]) < 0.5)
        }
        #expect(right.confidences.contains { $0 > 0.9 })
    }

    @Test func `where more than half is computed the tile is striped`() throws {
        let field = birchField([
            sample("bern", 7.42, 46.95, 40), sample("basel", 7.58, 47.56, 40, basis: .simulated),
        ])
        let side = 256
        func confidences(around sample: DayValue) throws -> [Float] {
            let tile = TileAddress(holding: sample.position, zoom: 9)
            let size = Double(side << 9)
            let column = Int(WebMercator.x(longitude: sample.position.longitude) * size) - tile.column * side
            let row = Int(WebMercator.y(latitude: sample.position.latitude) * size) - tile.row * side
            let shown = pixels(try #require(FieldTile(field, tile: tile, scale: 1))).confidences
            return (-8..<8).map { shown[row * side + min(max(column + $0, 0), side - 1)] }
        }
        #expect(
            try confidences(around: field.samples.first { $0.station.rawValue == "bern" }!).allSatisfy {
                $0 == 1
            })
        let striped = try confidences(around: field.samples.first { $0.station.rawValue == "basel" }!)
        #expect(striped.count { $0 == 1 } == 14)
        #expect(striped.count { $0 == Stripes.share } == 2)
    }

    @Test func `a tile out of reach of every station does not exist`() throws {
        let field = birchField([sample("basel", 7.58, 47.56, 312)])
        let tile = TileAddress(holding: try #require(Coordinate(longitude: 100, latitude: 10)), zoom: 6)
        #expect(FieldTile(field, tile: tile, scale: 1) == nil)
    }
}
