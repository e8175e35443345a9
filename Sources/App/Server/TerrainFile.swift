package import Foundation
package import Geography
import Inflation

/// The file of altitudes that `scripts/setup` fetches and `scripts/terrain` makes: a table of `Terrain` as gzip.
package struct TerrainFile: Sendable {
    /// The most bytes of a table: 1 arc minute around the world.
    private static let mostBytes = 21_600 * 10_800 + Terrain.headerSize

    /// Whom to name for the altitudes.
    package static let credit = "Mapzen, pvlib"

    private let url: URL

    package init(_ url: URL) { self.url = url }

    /// Whether there is a table.
    package var isThere: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Reads the table.
    ///
    /// - Returns: `nil` if there is none.
    /// - Throws: `ConfigurationMistake` that names the file, if it is damaged or cannot be read.
    package func table() throws -> Terrain? {
        guard isThere else { return nil }
        do {
            return try Terrain(inflated(Array(Data(contentsOf: url))))
        } catch let damage as Terrain.Damage {
            throw mistake("\(damage)")
        } catch let damage as InflationError {
            throw mistake("\(damage)")
        } catch {
            throw mistake("it cannot be read")
        }
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        var inflater = try GzipInflater()
        inflater.feed(bytes)
        var table: [UInt8] = []
        while let piece = try inflater.next() {
            table += piece
            guard table.count <= Self.mostBytes else { throw InflationError.swollen }
        }
        try inflater.finish()
        return table
    }

    private func mistake(_ reason: String) -> ConfigurationMistake {
        ConfigurationMistake(
            """
            the table of altitudes \(url.path) is damaged (\(reason)); scripts/terrain makes it anew, and \
            without the file the map knows no altitude
            """)
    }

    /// Describes the table in words.
    package func summary() throws -> String {
        try table() == nil ? "none, so the map knows no altitude; scripts/setup fetches it" : url.path
    }
}
