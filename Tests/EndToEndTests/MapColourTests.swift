import Foundation
import SampleTesting
import Testing

/// Compares the map in three browser engines with tiles and legend, by
/// `Tests/SampleTesting/Scripts/map_colours.py`.
@Suite(.takingTurns) struct MapColourTests {
    private static let day = "2026-04-16"
    /// One station for each level, far enough apart that each is alone around itself.
    private static let stations = [
        (id: "north-west", longitude: 4.85, latitude: 47.55, birch: 900, level: "veryHigh"),
        (id: "north-east", longitude: 6.45, latitude: 47.55, birch: 150, level: "high"),
        (id: "south-west", longitude: 4.85, latitude: 46.45, birch: 30, level: "moderate"),
        (id: "south-east", longitude: 6.15, latitude: 46.05, birch: 5, level: "low"),
    ]

    @Test(.enabled(if: Ground.isThere, Ground.absence))
    func `Chromium, Firefox and WebKit show the legend's colours in light and dark mode`()
        async throws
    {
        try await Workspace.temporary { workspace in
            for station in Self.stations {
                try await workspace.addStation(station.id, station.longitude, station.latitude)
            }
            let rows = Self.stations.map { "\($0.id),birch,\(Self.day),\($0.birch)" }
            let outcome = try await workspace.importPlain(rows)
            try #require(outcome.status == 0, "\(outcome.errors)")
            let environment = ["BREATHE_BASEMAP": Ground.folder.path]
            try await RunningService.during(workspace, environment: environment) { service in
                let places = Self.stations.map { "\($0.longitude),\($0.latitude),\($0.level)" }
                let outcome = try await Python.play(
                    "map_colours.py", [service.address, Self.day] + places)
                #expect(outcome.status == 0, "\(outcome.output)")
            }
        }
    }
}
