import Foundation
import Geography
import SampleTesting
import Testing

@testable import API
@testable import Server

/// The world map that `scripts/setup` downloads into `var/basemap`.
private let downloaded = BasemapInstallation(folder: repository.appending(path: "var/basemap"))

/// In which provinces places are.
@Suite struct InstalledProvincesTests {
    @Test(
        .enabled(if: downloaded.hasSource, "needs the data that scripts/setup fetches into var/basemap"),
        arguments: [
            (7.58, 47.56, "Basel-Stadt", "CH"), (8.96, 46, "Ticino", "CH"), (11.57, 48.14, "Bayern", "DE"),
            (2.35, 48.86, "Paris", "FR"), (-118.24, 34.05, "California", "US"),
        ])
    func `a place is in its province and country`(
        longitude: Double, latitude: Double, name: String, country: String
    ) throws {
        let provinces = try #require(try downloaded.provinces())
        let position = try #require(Coordinate(longitude: longitude, latitude: latitude))
        #expect(try provinces.province(at: position) == Subdivision(name: name, country: country))
        #expect(try provinces.province(at: Coordinate(-30, 40)) == nil, "the Atlantic is in none")
    }

    @Test func `there are no provinces without their file`() throws {
        let empty = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        #expect(try BasemapInstallation(folder: empty).provinces() == nil)
    }
}
