import Allergens
import ArgumentParser
import Drawing
import Foundation
import Geography
import Observations
import Rendering
import Server

struct TilesAnimate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "animate", abstract: "Export a season as an animation.",
        discussion: """
            Writes an animated PNG, which every browser plays, or with --frames one PNG per day to a folder. \
            A filled dot is a station with a reading that counts on that day, and an empty dot is a station \
            without one. Areas that no station reaches are left blank.
            """)

    @Option(help: "The layer, or a mix such as birch+grass.") var layer: String
    @Option(parsing: .unconditional, help: "The region as west,south,east,north in degrees.") var bbox: String
    @Option(help: "The first day as YYYY-MM-DD.") var from: String
    @Option(help: "The last day as YYYY-MM-DD.") var to: String
    @Option(help: "The zoom (default: the highest with at most 1,100 pixels per side).") var zoom: Int?
    @Option(help: "How long a day is shown, such as 200ms or 1s.") var delay = "200ms"
    @Option(help: "A folder for one PNG per day, instead of an animation.", completion: .directory)
    var frames: String?
    @OptionGroup var common: CommonOptions
    @Argument(help: "The file to write.", completion: .file(extensions: ["png"])) var out: String?

    /// The size in pixels: wide enough for a screen, with a season within some megabytes.
    private static let side = 1_100
    /// The largest size that a zoom may request: four times a large screen.
    private static let largestSide = 8_192
    /// The most days: two years.
    private static let mostDays = 732
    /// How long the last day is shown in milliseconds, to mark the end of the season.
    private static let pause = 2_000

    func validate() throws {
        guard (out == nil) != (frames == nil)
        else { throw ValidationError("give either a file to write, or a folder with --frames") }
    }

    func run() async throws {
        let box = try TileRegion.box(bbox)
        let milliseconds = try Self.milliseconds(delay)
        if let zoom { _ = try TileRegion.zooms("\(zoom)") }
        let window = zoom.map { MapWindow(box, zoom: $0) } ?? MapWindow(box, upTo: Self.side)
        guard max(window.width, window.height) <= Self.largestSide else {
            throw Failure(
                "the picture would have \(window.width) × \(window.height) pixels, but at most \(Self.largestSide) per side are allowed; choose a lower zoom"
            )
        }
        let order = SeasonAnimation.Order(layer: layer, days: try days(), window: window)
        guard order.count <= Self.mostDays
        else { throw Failure("\(order.count) days are more than \(Self.mostDays); choose a shorter span") }
        let network = try await common.network()
        let animation: SeasonAnimation
        do {
            animation = try await SeasonAnimation(order, network: network)
        } catch let error as LayerError {
            throw Failure(error.reason)
        }
        if let out {
            try await write(animation, order, to: out, milliseconds: milliseconds)
        } else if let frames {
            try await write(animation, order, into: frames)
        }
    }

    private func days() throws -> ClosedRange<CivilDate> {
        let (first, last) = (try Day.parsed(from), try Day.parsed(to))
        guard first <= last else { throw ValidationError("--from \(from) is after --to \(to)") }
        return first...last
    }

    private func write(
        _ animation: SeasonAnimation, _ order: SeasonAnimation.Order, to file: String, milliseconds: Int
    ) async throws {
        let line = ProgressLine()
        defer { line.end() }
        var picture: AnimatedPNG?
        var done = 0
        try await animation.draw { day in
            done += 1
            var growing =
                picture
                ?? AnimatedPNG(
                    width: day.width, height: day.height, colours: animation.colours)
            // Cleared, so that the growing picture is not copied.
            picture = nil
            growing.append(
                day.pixels,
                milliseconds: done == order.count ? max(milliseconds, Self.pause) : milliseconds)
            picture = growing
            line.show(layer, share: Double(done) / Double(order.count))
        }
        guard let bytes = picture?.file() else { return }
        try Data(bytes).write(to: URL(filePath: file))
        line.end()
        print("\(file): \(order.count) days, \(bytes.count / 1_000) kB")
    }

    private func write(
        _ animation: SeasonAnimation, _ order: SeasonAnimation.Order, into folder: String
    ) async throws {
        let line = ProgressLine()
        defer { line.end() }
        let folder = URL(filePath: folder, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var done = 0
        try await animation.draw { day in
            done += 1
            var picture = AnimatedPNG(
                width: day.width, height: day.height, colours: animation.colours)
            picture.append(day.pixels, milliseconds: Self.pause)
            try Data(picture.file()).write(to: folder.appending(path: "\(day.day).png"))
            line.show(layer, share: Double(done) / Double(order.count))
        }
        line.end()
        print("\(folder.relativePath): \(order.count) days")
    }

    private static func milliseconds(_ text: String) throws -> Int {
        let isMilliseconds = text.hasSuffix("ms")
        let number = Double(text.dropLast(isMilliseconds ? 2 : 1))
        guard text.hasSuffix("s"), let number, case let value = number * (isMilliseconds ? 1 : 1_000),
            (10...60_000).contains(value)
        else { throw ValidationError("\(text) is not a duration from 10ms to 60s") }
        return Int(value)
    }
}
