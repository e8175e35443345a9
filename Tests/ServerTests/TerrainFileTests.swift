import API
import Foundation
import Geography
import SampleTesting
import Testing

@testable import Server

@Suite struct TerrainFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The table of a world of 4 × 2 cells at 100 m, as gzip made by Python.
    private static let table = Data(
        base64Encoded: "H4sIAAAAAAACAwtxDQpy9PQzZGFgYmBgMGJgggIANbTDCxgAAAA=")!

    private func file(_ data: Data) throws -> TerrainFile {
        let url = URL(filePath: folder.path("altitudes.gz"))
        try data.write(to: url)
        return TerrainFile(url)
    }

    @Test func `a table is read, and there is none without a file`() throws {
        let terrain = try #require(try file(Self.table).table())
        #expect(terrain.altitude(east: 8, north: 47) == 100)
        #expect(try TerrainFile(URL(filePath: folder.path("none.gz"))).table() == nil)
    }

    @Test func `a damaged file is named, and what to do about it`() throws {
        var changed = Self.table
        changed[changed.count - 6] ^= 1
        for data in [Data(), Data("no gzip".utf8), Self.table.dropLast(4), changed] {
            let file = try file(data)
            let mistake = #expect(throws: ConfigurationMistake.self) { try file.table() }
            #expect(mistake?.description.contains("altitudes.gz is damaged") == true)
            #expect(mistake?.description.contains("scripts/terrain") == true)
        }
    }

    @Test func `the map credits the altitudes where there is a table of them`() throws {
        let configuration = try ServerConfiguration(
            flags: [
                .basemap: folder.path("none"), .terrain: folder.path("altitudes.gz"),
                .basemapURL: "https://tile.example/{z}/{x}/{y}.png", .basemapAttribution: "Somebody",
            ], environment: [:])
        func credit() throws -> String {
            try #require(BasemapService(configuration, terrain: nil).background).attribution
        }
        #expect(try credit() == "Somebody")
        _ = try file(Self.table)
        #expect(try credit() == "Somebody · Mapzen, pvlib")
    }
}
