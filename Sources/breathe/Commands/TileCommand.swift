import Allergens
import ArgumentParser
import Atlas
import Foundation
import Geography
import Rendering
import Server

struct TileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "tile", abstract: "Draw one map tile.")

    @Argument(help: "The layer: an allergen, a group, overall, or a mix such as birch+grass.") var layer:
        String
    @Argument(help: "The zoom.") var z: Int
    @Argument(help: "The column.") var x: Int
    @Argument(help: "The row, from the north.") var y: Int
    @Option(help: "The day as YYYY-MM-DD (default: today).") var date: String?
    @Option(help: "Where to write the PNG.", completion: .file()) var out: String
    @Flag(help: "512 pixels instead of 256.") var double = false
    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard let address = TileAddress(zoom: z, column: x, row: y) else {
            let zooms = TileAddress.zooms
            throw ValidationError(
                "there is no tile \(z)/\(x)/\(y): zooms go from \(zooms.lowerBound) to \(zooms.upperBound), columns and rows to 2^z − 1"
            )
        }
        let today = CivilDate(at: Date(), in: .gmt)
        let day = try date.map(Day.parsed) ?? today
        let network = try common.network()
        let drawn: TileService.Tile
        do {
            drawn = try await network.tiles.tile(
                address, scale: double ? 2 : 1, layer: try network.layers.layer(named: layer), day: day,
                today: today)
        } catch let error as LayerError {
            throw Failure(error.reason)
        }
        try Data(drawn.png).write(to: URL(filePath: out))
    }
}

/// Days on the command line.
enum Day {
    static func parsed(_ text: String) throws -> CivilDate {
        guard let day = CivilDate(text)
        else { throw ValidationError("\(text) is not a day of the calendar as YYYY-MM-DD") }
        return day
    }
}
