import Foundation
import Geography
import SampleTesting
import Server
import Testing

@testable import Basemap

/// The world that `scripts/setup` fetches into `var/basemap`.
enum InstalledBasemap {
    static let absence: Comment = "needs the data that scripts/setup fetches into var/basemap"

    private static let installation = BasemapInstallation(folder: repository.appending(path: "var/basemap"))

    static var isThere: Bool { installation.hasSource || installation.isConverted }

    /// The converted data; the first test that needs them converts them, as the first start does.
    static let data = Result { try installation.data() ?? installation.build() }
}
