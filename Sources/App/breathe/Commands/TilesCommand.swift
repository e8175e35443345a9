import ArgumentParser
import Foundation
import Geography
import Observations

struct TilesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiles", abstract: "Export tiles for a GIS, or as an animation.",
        subcommands: [TilesExport.self, TilesAnimate.self])
}

/// Parses regions and zooms from the command line.
enum TileRegion {
    /// Parses `west,south,east,north`.
    static func box(_ text: String) throws -> BoundingBox {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 4, let west = parts[0], let south = parts[1], let east = parts[2],
            let north = parts[3],
            let box = BoundingBox(west: west, south: south, east: east, north: north)
        else {
            throw ValidationError(
                "\(text) is not west,south,east,north in degrees; "
                    + "west may exceed east across the antimeridian")
        }
        return box
    }

    /// Parses one zoom, or a range of zooms such as `0-8`.
    static func zooms(_ text: String) throws -> ClosedRange<Int> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        let allowed = TileAddress.zooms
        guard (1...2).contains(parts.count), let first = parts[0], let last = parts[parts.count - 1],
            first <= last, allowed.contains(first), allowed.contains(last)
        else {
            throw ValidationError(
                "\(text) is not a zoom or a range such as 0-8, "
                    + "from \(allowed.lowerBound) to \(allowed.upperBound)")
        }
        return first...last
    }
}
