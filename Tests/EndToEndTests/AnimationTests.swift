import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct AnimationTests {
    private func run(_ workspace: Workspace, _ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(
            ["tiles", "animate", "--bbox", "5.5,45.5,11,48"] + arguments + [
                "--database", workspace.database.path, "--resources", Program.root.path,
            ], in: workspace.folder)
    }

    @Test func `a season becomes an animated picture with a frame a day`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.done(
                "import", "--feed", "swiss-14stations", workspace.file("birch.csv", birchSeason))
            let order = ["--layer", "birch", "--from", "2020-04-07", "--to", "2020-04-09", "--zoom", "6"]
            let moving = try await run(workspace, order + ["--delay", "300ms", "birch.png"])
            #expect(moving.status == 0, "\(moving.errors)")
            let bytes = try Data(contentsOf: workspace.folder.appending(path: "birch.png"))
            let control = try #require(bytes.range(of: Data("acTL".utf8)))
            #expect(bytes[control.upperBound + 3] == 3)

            let frames = try await run(workspace, order + ["--frames", "days"])
            #expect(frames.status == 0, "\(frames.errors)")
            let folder = workspace.folder.appending(path: "days")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["2020-04-07.png", "2020-04-08.png", "2020-04-09.png"])
            let pictures = try names.map {
                try Picture(Array(try Data(contentsOf: folder.appending(path: $0))))
            }
            #expect(try Picture(Array(bytes)).size == pictures[0].size)
            // Bern was very high on the 8th, and unknown on the 7th. The header has 58 pixels.
            let legend = try await RunningService.during(workspace) { service in
                try await service.get("/tiles/birch/legend.json").json
            }
            let map = (x: (540 - 251) / 2, y: 58)
            let bern = (x: map.x + Int((7.424 - 5.5) / 360 * 16_384) + 7, y: map.y + 78)
            let before = Picture.level(of: pictures[0][bern.x, bern.y], legend)
            let then = Picture.level(of: pictures[1][bern.x, bern.y], legend)
            #expect(before == "none" || before == "low", "the paper, not a level: \(before ?? "")")
            #expect(then == "high" || then == "veryHigh", "\(then ?? "")")
        }
    }

    @Test(arguments: [
        (
            ["--layer", "moss", "--from", "2020-04-07", "--to", "2020-04-09", "x.png"], 1,
            "no layer is called"
        ),
        (["--layer", "birch", "--from", "2020-04-09", "--to", "2020-04-07", "x.png"], 64, "is after --to"),
        (["--layer", "birch", "--from", "2000-04-09", "--to", "2020-04-07", "x.png"], 1, "more than 732"),
        (["--layer", "birch", "--from", "2020-04-07", "--to", "2020-04-09"], 64, "--frames"),
        (
            ["--layer", "birch", "--from", "2020-04-07", "--to", "2020-04-09", "--zoom", "14", "x.png"], 1,
            "choose a lower zoom"
        ),
        (
            ["--layer", "birch", "--from", "2020-04-07", "--to", "2020-04-09", "--delay", "soon", "x.png"],
            64,
            "10ms to 60s"
        ),
    ])
    func `an invalid animation is refused with the reason`(
        order: [String], status: Int32, reason: String
    ) async throws {
        try await Workspace.temporary { workspace in
            let outcome = try await run(workspace, order)
            #expect(outcome.status == status, "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }
}
