import Drawing
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct TilesExportTests {
    private func filled(_ body: (Workspace) async throws -> Void) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.done(
                "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
            try await body(workspace)
        }
    }

    private static let arguments = [
        "tiles", "export", "--bbox", "5,45,11,48", "--date", "2020-04-08", "--layers", "birch",
    ]

    /// Every tile of a file, as any reader sees them.
    private func tiles(_ name: String, in workspace: Workspace) async throws -> [String] {
        let sqlite = URL(filePath: "/usr/bin/sqlite3")
        let outcome = try await Program.run(
            [
                name,
                "SELECT zoom_level, tile_column, tile_row, hex(tile_data) FROM tiles ORDER BY 1, 2, 3",
            ], in: workspace.folder, file: sqlite)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.lines
    }

    private func run(_ workspace: Workspace, _ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(
            arguments + ["--database", workspace.database.path, "--resources", Program.root.path],
            in: workspace.folder)
    }

    @Test func `a region may begin west of Greenwich`() async throws {
        try await filled { workspace in
            let outcome = try await run(
                workspace,
                [
                    "tiles", "export", "--bbox", "-10,45,11,48", "--date", "2020-04-08", "--layers", "birch",
                    "--zooms", "0-4", "west.mbtiles",
                ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try await tiles("west.mbtiles", in: workspace).count > 4)
        }
    }

    @Test func `GDAL opens the exported file and sees the tiles that are served`() async throws {
        try await filled { workspace in
            let outcome = try await run(workspace, Self.arguments + ["--zooms", "0-7", "birch.mbtiles"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("tiles per layer"))
            let info = try await GeospatialTool.run("gdalinfo", ["birch.mbtiles"], in: workspace.folder)
            #expect(info.output.contains("Driver: MBTiles"))
            for line in ["ZOOM_LEVEL=7", "date=2020-04-08", "minzoom=0", "type=overlay", "format=png"] {
                #expect(info.output.contains(line), "\(line)")
            }
            let corner = try await GeospatialTool.run(
                "gdal_translate",
                [
                    "-q", "-of", "PNG", "-projwin", "626172.136", "6261721.357", "939258.204", "5948635.289",
                    "birch.mbtiles", "tile.png",
                ], in: workspace.folder)
            #expect(corner.status == 0, "\(corner.errors)")
            let found = try Picture(
                Array(try Data(contentsOf: workspace.folder.appending(path: "tile.png"))))
            let served = try await RunningService.during(workspace) { service in
                try Picture(try await service.get("/tiles/birch/7/66/44.png?date=2020-04-08").bytes)
            }
            #expect(found.size == served.size)
            // GDAL shows nothing beyond 48° N, where the exported region ends. It picks the nearest pixel of
            // a region with rounded edges, which may be the next one.
            let places = (150..<256).flatMap { row in (1..<255).map { (column: $0, row: row) } }
            let equal = places.count { place in
                (-1...1).contains { found[place.column + $0, place.row] == served[place.column, place.row] }
            }
            #expect(Double(equal) / Double(places.count) > 0.99)
        }
    }

    @Test func `an export that failed in the middle continues, with the same result as an uninterrupted one`()
        async throws
    {
        try await filled { workspace in
            let order = Self.arguments + ["--zooms", "0-10"]
            let whole = try await run(workspace, order + ["whole.mbtiles"])
            #expect(whole.status == 0, "\(whole.errors)")
            let file = workspace.folder.appending(path: "whole.mbtiles")
            let size = try #require(
                try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
            // The file may reach half that size; the shell takes the limit in blocks of 512 bytes.
            let cut = try await Program.run(
                ["-c", "ulimit -f \(size / 1_024) && exec \"$@\"", "sh", Program.file.path] + order + [
                    "cut.mbtiles", "--database", workspace.database.path, "--resources", Program.root.path,
                ], in: workspace.folder, file: URL(filePath: "/bin/sh"))
            #expect(cut.status != 0)
            let before = try await tiles("cut.mbtiles", in: workspace)
            let expected = try await tiles("whole.mbtiles", in: workspace)
            #expect(
                !before.isEmpty && before.count < expected.count, "the first export should stop in the middle"
            )
            let resumed = try await run(workspace, order + ["cut.mbtiles"])
            #expect(resumed.output.contains(" \(before.count) unchanged"), "\(resumed.output)")
            #expect(try await tiles("cut.mbtiles", in: workspace) == expected)
        }
    }

    @Test func `only tiles whose readings changed are drawn again`() async throws {
        try await filled { workspace in
            try await workspace.addStation("nairobi", 36.8, -1.3)
            try await workspace.importPlain(["nairobi,birch,2020-04-08,80"])
            let order = [
                "tiles", "export", "--date", "2020-04-08", "--layers", "birch", "--zooms", "5", "w.mbtiles",
            ]
            let first = try await run(workspace, order)
            #expect(first.status == 0, "\(first.errors)")
            let again = try await run(workspace, order)
            #expect(again.output.contains("w.mbtiles: 0 drawn"), "\(again.output)")
            try await workspace.importPlain(["nairobi,birch,2020-04-08,500"])
            let third = try await run(workspace, order)
            let drawn = try #require(third.output.firstMatch(of: /: (\d+) drawn, (\d+) unchanged/))
            #expect((Int(drawn.1) ?? 0) > 0 && (Int(drawn.2) ?? 0) > 0, "\(third.output)")
        }
    }

    @Test func `each layer has a file of its own`() async throws {
        try await filled { workspace in
            let outcome = try await run(
                workspace,
                Self.arguments.dropLast() + ["birch,grass+birch", "--zooms", "5", "out.mbtiles"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let birch = try await tiles("out-birch.mbtiles", in: workspace)
            #expect(!birch.isEmpty)
            // There is no grass in these readings, but the mix has a tag of its own.
            #expect(try await tiles("out-birch+grass.mbtiles", in: workspace).count == birch.count)
        }
    }

    @Test func `PMTiles are a single file at the end`() async throws {
        try await filled { workspace in
            let outcome = try await run(workspace, Self.arguments + ["--zooms", "0-5", "birch.pmtiles"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
            #expect(names.filter { $0.hasPrefix("birch.pmtiles") } == ["birch.pmtiles"])
            let bytes = try Data(contentsOf: workspace.folder.appending(path: "birch.pmtiles"))
            #expect(bytes.prefix(8) == Data("PMTiles".utf8) + [3])
        }
    }

    @Test(arguments: [
        (["--layers", "grass", "--zooms", "0-5", "out.mbtiles"], 1, "its layer is birch, not grass"),
        (["--layers", "birch", "--zooms", "0-6", "out.mbtiles"], 1, "its maxzoom is 5, not 6"),
        (["--layers", "moss", "--zooms", "0-5", "other.mbtiles"], 1, "no layer is called"),
        (["--layers", "birch", "--zooms", "0-22", "other.mbtiles"], 1, "more than 10000000"),
        (["--layers", "birch", "--zooms", "5-3", "other.mbtiles"], 64, "5-3"),
        (["--layers", "birch", "--zooms", "0-23", "other.mbtiles"], 64, "0 to 22"),
        (["--layers", "birch", "--zooms", "0-5", "other.zip"], 64, ".mbtiles"),
        (["--layers", "birch", "--zooms", "0-5", "--bbox", "5,48,11,45", "other.mbtiles"], 64, "5,48,11,45"),
        (["--layers", "birch", "--zooms", "0-5", "--date", "2020-02-30", "other.mbtiles"], 64, "2020-02-30"),
    ])
    func `an impossible export is refused with the reason`(
        order: [String], status: Int32, reason: String
    ) async throws {
        try await filled { workspace in
            let good = ["tiles", "export", "--layers", "birch", "--zooms", "0-5", "out.mbtiles"]
            #expect(try await run(workspace, good + ["--date", "2020-04-08"]).status == 0)
            let outcome = try await run(
                workspace,
                ["tiles", "export"] + order + (order.contains("--date") ? [] : ["--date", "2020-04-08"]))
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
            #expect(
                !FileManager.default.fileExists(
                    atPath: workspace.folder.appending(path: "other.mbtiles").path))
        }
    }
}
