import Allergens
import ArgumentParser
import Foundation
import Geography
import Observations
import Rendering
import Server
import Storage

struct TilesExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export the tiles of a region to an MBTiles or PMTiles file.",
        discussion: """
            The file opens in GDAL, QGIS and phone apps. Empty tiles are left out, and identical ones are \
            stored once.

            To resume an interrupted export, run the same command again: it only draws tiles that are \
            missing from the file or whose readings have changed. A file with another layer, day, box, scale \
            or zooms is refused.

            A file holds one layer. With several --layers, each gets a file of its own, out-LAYER.mbtiles. A \
            mix such as birch+grass is one layer.

            A name that ends in .pmtiles selects PMTiles, which any web server can serve. Its tiles are \
            first written to NAME.part, from which an interrupted export resumes.
            """)

    @Option(help: "The layers, separated by commas.") var layers: String
    @Option(
        parsing: .unconditional, help: "The region as west,south,east,north in degrees (default: the world).")
    var bbox = "-180,-90,180,90"
    @Option(help: "The zooms, such as 0-8.") var zooms: String
    @Option(help: "The day as YYYY-MM-DD (default: today in UTC).") var date: String?
    @Flag(help: "Draw tiles of 512 pixels instead of 256.") var double = false
    @Flag(help: "Allow more than ten million tiles.") var force = false
    @OptionGroup var common: CommonOptions
    @Argument(help: "The file to write.", completion: .file(extensions: ["mbtiles", "pmtiles"])) var out:
        String

    /// The most tiles.
    ///
    /// Ten million take hours and tens of gigabytes; a larger number is probably a mistyped zoom.
    private static let limit = 10_000_000

    func run() async throws {
        guard let ending = [".mbtiles", ".pmtiles"].first(where: out.hasSuffix)
        else { throw ValidationError("\(out) must end in .mbtiles or .pmtiles") }
        let names = layers.split(separator: ",").map(String.init)
        guard !names.isEmpty, Set(names).count == names.count
        else { throw ValidationError("--layers must name each layer only once") }
        let (box, zooms) = (try TileRegion.box(bbox), try TileRegion.zooms(zooms))
        let day = try date.map(Day.parsed) ?? CivilDate(at: Date(), in: .gmt)
        let network = try await common.network()
        let orders = try names.map { name in
            TileExport.Order(
                layer: try Self.layer(named: name, in: network), day: day, box: box, zooms: zooms,
                scale: double ? 2 : 1)
        }
        let count = TileCover(box, zooms: zooms).count
        Output.note("\(count) tiles per layer")
        guard force || count * orders.count <= Self.limit else {
            throw Failure(
                "\(count * orders.count) tiles are more than \(Self.limit): choose fewer zooms or a smaller box, or use --force"
            )
        }
        let export = TileExport(network: network)
        for order in orders {
            let file = orders.count == 1 ? out : "\(out.dropLast(ending.count))-\(order.layer)\(ending)"
            try await write(order, to: file, by: export)
        }
    }

    /// Returns the canonical name of a layer.
    ///
    /// A mix has one name in any order.
    private static func layer(named name: String, in network: Network) throws -> String {
        do {
            return try network.layers.mapLayer(named: name).id
        } catch {
            throw Failure(error.reason)
        }
    }

    private func write(_ order: TileExport.Order, to file: String, by export: TileExport) async throws {
        let count = max(order.tiles.count, 1)
        let line = ProgressLine()
        defer { line.end() }
        do {
            func show(_ done: Int) { line.show(order.layer, share: Double(done) / Double(count)) }
            let url = URL(filePath: file)
            let summary: TileExport.Summary
            if file.hasSuffix(".pmtiles") {
                summary = try await export.pack(order, to: url, progress: show)
            } else {
                summary = try await export.write(order, to: url, progress: show)
            }
            line.end()
            print(
                "\(file): \(summary.drawn) drawn, \(summary.unchanged) unchanged, \(summary.empty) empty; "
                    + "\(summary.pictures) distinct pictures")
        } catch let refusal as TileArchiveRefusal {
            throw Failure("\(file): \(refusal.reason); choose another file, or remove it")
        }
    }
}
