import Allergens
import ArgumentParser
import Foundation
import Geography
import Maps
import Rendering
import Server

struct TileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tile", abstract: "Draw one map tile.")

    @Argument(
        help: "The layer: an allergen, a group, overall, a mix such as birch+grass, stations or alerts.")
    var layer: String
    @Argument(help: "The zoom.") var z: Int
    @Argument(help: "The column.") var x: Int
    @Argument(help: "The row, from the north.") var y: Int
    @Option(help: "The day as YYYY-MM-DD (default: today).") var date: String?
    @Option(
        help: "The allergen, group or mix whose stations or alerts are shown (default: all).")
    var allergen: String?
    @Option(help: "The style: smooth, stepped, banded or isolines (default: the layer's own).")
    var style: String?
    @Option(help: "The colours: the name of a file in tiles/ramps (default: the layer's own).")
    var ramp: String?
    @Option(help: "The PNG file to write.", completion: .file()) var out: String
    @Flag(help: "Draw tiles of 512 pixels instead of 256.") var double = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard let address = TileAddress(zoom: z, column: x, row: y) else {
            let zooms = TileAddress.zooms
            throw ValidationError(
                "there is no tile \(z)/\(x)/\(y): zooms go from \(zooms.lowerBound) to \(zooms.upperBound), columns and rows to 2^z − 1"
            )
        }
        let now = Date()
        let today = CivilDate(at: now, in: .gmt)
        let day = try date.map(Day.parsed) ?? today
        let network = try await common.network()
        let drawn: TileService.Tile
        do {
            let scale = double ? 2 : 1
            drawn =
                switch try network.layers.mapLayer(named: layer, style: style, ramp: ramp) {
                case .field(let layer):
                    try await network.tiles.tile(
                        address, scale: scale, layer: layer, day: day, today: today)
                case .markers(let layer):
                    try await network.markers.tile(
                        address, scale: scale, layer: layer,
                        allergens: try allergen.map { try network.layers.layer(named: $0).allergens },
                        day: day, now: now)
                }
        } catch let error as LayerError {
            throw Failure(error.reason)
        }
        try Data(drawn.png).write(to: URL(filePath: out))
    }
}

/// Parses days from the command line.
enum Day {
    static func parsed(_ text: String) throws -> CivilDate {
        guard let day = CivilDate(text)
        else { throw ValidationError("\(text) is not a valid date as YYYY-MM-DD") }
        return day
    }
}
