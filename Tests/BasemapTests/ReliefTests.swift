import Drawing
import Foundation
import Geography
import Testing

@testable import Basemap

@Suite struct ReliefTests {
    /// A ridge from north to south at 10° E, 2,000 m high and a degree wide at each side.
    private static let ridge = Result {
        try Terrain.made { longitude, _ in max(0, 2000 * (1 - abs(longitude - 10))) }
    }

    private func shade(
        _ longitude: Double, _ latitude: Double, on terrain: Terrain, zoom: Int
    ) throws -> Float {
        let side = Double(256 << zoom)
        let left = Int(WebMercator.x(longitude: longitude) * side)
        let top = Int(WebMercator.y(latitude: latitude) * side)
        return try #require(
            Relief(terrain: terrain).shades(
                left: left, top: top, width: 1, height: 1, scale: 1, zoom: zoom
            ).first)
    }

    @Test(arguments: Relief.zooms) func `slopes towards the sun are light and others dark`(zoom: Int) throws {
        let ridge = try Self.ridge.get()
        #expect(try shade(9.5, 45, on: ridge, zoom: zoom) > 0.05)
        #expect(try shade(10.5, 45, on: ridge, zoom: zoom) < -0.05)
        #expect(try shade(20, 45, on: ridge, zoom: zoom) == 0)
    }

    @Test func `slopes to the north are light and those to the south dark`() throws {
        let wall = try Terrain.made { _, latitude in max(0, 2000 * (1 - abs(latitude - 45))) }
        #expect(try shade(9, 45.5, on: wall, zoom: 5) > 0.05)
        #expect(try shade(9, 44.5, on: wall, zoom: 5) < -0.05)
    }

    @Test func `ground below the sea is flat, and a single step of the table hardly shows`() throws {
        let trench = try Terrain.made { longitude, _ in longitude < 10 ? -28 : -364 }
        #expect(try shade(10, 45, on: trench, zoom: 5) == 0)
        let terrace = try Terrain.made { longitude, _ in longitude < 10 ? 112 : 140 }
        let shade = try shade(10, 45, on: terrace, zoom: 7)
        #expect(shade > 0 && BasemapStyle.light.land(shade: shade) == BasemapStyle.light.land)
    }

    @Test func `tiles with altitudes have a tag of their own, and only land is shaded`() throws {
        let data = try BasemapData(Samples(towns: [], waters: []))
        let tile = TileAddress(holding: Coordinate(longitude: 9, latitude: 46)!, zoom: 6)
        let (flat, shaded) = (BasemapTiles(data: data), BasemapTiles(data: data, terrain: try .hills()))
        #expect(
            flat.tag(tile, scale: 1, style: .light) != shaded.tag(tile, scale: 1, style: .light))
        let grounds = try [flat, shaded].map { tiles in
            try tiles.renderer.canvas(tile, columns: 1, rows: 1, scale: 1, style: .light).pixels()
        }
        var changed = 0
        for (before, after) in zip(grounds[0], grounds[1]) where before != after {
            changed += 1
            #expect(before != BasemapStyle.light.water)
        }
        #expect(changed > 10_000)
    }
}

extension Terrain {
    /// Hills everywhere, a degree apart.
    static func hills() throws -> Terrain {
        try made { longitude, latitude in
            1000 + 1000 * sin(longitude * 7) * sin(latitude * 5)
        }
    }

    /// A table of 5 arc minutes, with the altitude in metres at each longitude and latitude.
    static func made(_ altitude: (_ longitude: Double, _ latitude: Double) -> Double) throws -> Terrain {
        let (columns, rows) = (4320, 2160)
        var table = Array("TERRAIN1".utf8)
        for number in [UInt16(columns), UInt16(rows), UInt16(bitPattern: -450), 28] {
            table += [UInt8(number & 0xFF), UInt8(number >> 8)]
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let metres = altitude(
                    (Double(column) + 0.5) / 12 - 180, 90 - (Double(row) + 0.5) / 12)
                table.append(UInt8(min(max((metres + 450) / 28, 0), 255)))
            }
        }
        return try Terrain(table)
    }
}
