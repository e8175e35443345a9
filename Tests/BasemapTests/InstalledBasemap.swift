import Foundation
import SampleTesting
import Server
import Testing

@testable import Basemap

/// The world that `scripts/setup` downloads into `var/basemap`.
enum InstalledBasemap {
    static let absence: Comment = "needs the data that scripts/setup fetches into var/basemap"

    private static let installation = BasemapInstallation(folder: repository.appending(path: "var/basemap"))

    static var isThere: Bool { installation.hasSource || installation.isConverted }

    /// The converted data; the first test that needs them converts them, as the program does at its first start.
    static let data = Result { try (try? installation.data()) ?? installation.build() }
}

/// The towns that `scripts/setup` downloads into `var/basemap`.
enum InstalledGazetteer {
    private static let folder = repository.appending(path: "var/basemap")

    static let places = Result {
        try GeoNames.places(
            towns: Data(contentsOf: folder.appending(path: "cities.json")),
            countries: Data(contentsOf: folder.appending(path: "countries.json")))
    }

    static let gazetteer = Result { Gazetteer(try places.get()) }

    static var isThere: Bool {
        FileManager.default.isReadableFile(atPath: folder.appending(path: "cities.json").path)
    }
}
