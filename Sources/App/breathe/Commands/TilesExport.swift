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
        commandName: "export", abstract: "Write the tiles of a region into a file of MBTiles or PMTiles.",
        discussion: """
            The file opens in GDAL, QGIS and telephones. Tiles that show nothing are left out, and equal ones are \
            kept once.

            An export that was interrupted goes on when the same command is run again: only tiles are drawn that \
            are not in the file, or whose readings changed since. A file with another layer, day, box or scale, or \
            with other zooms, is refused.

            A file holds one layer: with several --layers each makes a file of its own, out-LAYER.mbtiles. A mix such \
            as birch+grass is one layer.

            A name that ends in .pmtiles gets PMTiles, which a web server hands out without knowing of maps. Its tiles \
            are drawn into NAME.part, with which an interrupted export goes on.
            """)

    @Option(help: "The layers, separated by commas.") var layers: String
    @Option(
        parsing: .unconditional, help: "The region as west,south,east,north in degrees (default: the world).")
    var bbox = "-180,-90,180,90"
    @Option(help: "The zooms, as in 0-8.") var zooms: String
    @Option(help: "The day as YYYY-MM-DD (default: today in UTC).") var date: String?
    @Flag(help: "512 pixels instead of 256.") var double = false
    @Flag(help: "Draw even more than ten million tiles.") var force = false
    @OptionGroup var common: CommonOptions
    @Argument(help: "The file to write.", completion: .file(extensions: ["mbtiles", "pmtiles"])) var out:
        String

    /// The most tiles.
    ///
    /// Ten million take hours and tens of gigabytes; a larger number is probably a mistyped zoom.
    private static let limit = 10_000_000

    func run() async throws {
        guard let ending = [".mbtiles", ".pmtiles"].first(where: out.hasSuffix)
        else { throw ValidationError("\(out) does not end in .mbtiles or .pmtiles") }
        let names = layers.split(separator: ",").map(String.init)
        guard !names.isEmpty, Set(names).count == names.count
        else { throw ValidationError("--layers names each layer once") }
        let (box, zooms) = (try TileRegion.box(bbox), try TileRegion.zooms(zooms))
        let day = try date.map(Day.parsed) ?? CivilDate(at: Date(), in: .gmt)
        let network = try common.network()
        let orders = try names.map { name in
            TileExport.Order(
                layer: try Self.layer(named: name, in: network), day: day, box: box, zooms: zooms,
                scale: double ? 2 : 1)
        }
        let count = TileCover(box, zooms: zooms).count
        Output.note("\(count) tiles of each layer")
        guard force || count * orders.count <= Self.limit else {
            throw Failure(
                "\(count * orders.count) tiles are more than \(Self.limit): choose fewer zooms or a smaller box, or say --force"
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
                "\(file): \(summary.drawn) drawn, \(summary.unchanged) were there, \(summary.empty) show nothing; "
                    + "\(summary.pictures) pictures")
        } catch let refusal as TileArchiveRefusal {
            throw Failure("\(file): \(refusal.reason); choose another file, or remove it")
        }
    }
}
