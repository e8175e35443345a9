import Allergens
import Foundation
import SampleTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportTests {
    @Test(
        .enabled(
            if: RealFiles.has("meteoswiss"), "needs the real measurements: set BREATHE_DATA to their folder"),
        arguments: [
            ("swiss-14stations", "swiss-14stations/measurements.derived.csv", 15_081, 15_081, 0),
            ("meteoswiss-daily", "meteoswiss/pollen_D_recent_PBS.csv", 178, 1_199, 47),
            ("meteoswiss-daily", "meteoswiss/pollen_D_historical_PBS.csv", 11_356, 79_486, 6),
            ("meteoswiss-hourly", "meteoswiss/pollen_H_recent_PBS.csv", 4_282, 29_959, 15),
            ("meteoswiss-hourly", "meteoswiss/pollen_H_historical_PBS.csv", 0, 0, 0),
        ])
    func `a real file is imported once, and a second time changes nothing`(
        feed: String, file: String, rows: Int, accepted: Int, missing: Int
    ) async throws {
        try await Workspace.temporary { workspace in
            let file = RealFiles.path(file)
            let first = try await workspace.done("import", "--feed", feed, file)
            #expect(
                first.output.hasPrefix(
                    "\(file): \(rows) rows; accepted \(accepted), replaced 0, unchanged 0, "
                        + "missing \(missing), rejected 0"), "\(first.output.prefix(500))")
            // One line reports on the file, and one on each suspect value.
            #expect((first.lines.count - 1) * 1_000 <= accepted, "\(first.output.prefix(2_000))")
            let exported = try await workspace.export()
            let second = try await workspace.done("import", "--feed", feed, "--json", file)
            let report = try second.json[0]
            #expect(report["file"] == .text(file))
            #expect(report["rows"] == .number(Double(rows)))
            #expect(report["accepted"] == 0)
            #expect(report["replaced"] == 0)
            #expect(report["unchanged"] == .number(Double(accepted)))
            #expect(report["missing"] == .number(Double(missing)))
            #expect(report["rejectedRows"] == [])
            #expect(try await workspace.export() == exported)
        }
    }

    @Test(
        .enabled(
            if: RealFiles.has("meteoswiss"), "needs the real measurements: set BREATHE_DATA to their folder"))
    func `the fourteen Swiss stations colour the map of their season`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.done(
                "import", "--feed", "swiss-14stations",
                RealFiles.path("swiss-14stations/measurements.derived.csv"))
            try await RunningService.during(workspace) { service in
                let april = try await service.get("/tiles/birch/7/66/45.png?date=2020-04-08")
                let january = try await service.get("/tiles/birch/7/66/45.png?date=2020-01-15")
                let legend = try await service.get("/tiles/birch/legend.json")
                let season = try Picture(april.bytes).shares(of: ["high", "veryHigh"], legend: legend.json)
                #expect(season > 0.5)
                let winter = try Picture(january.bytes).shares(of: ["none", "low"], legend: legend.json)
                #expect(winter == 1)
                let stations = try await service.get("/v1/stations?allergen=birch&date=2020-04-08")
                let readings = stations.json["features"].elements.map { $0["properties"]["reading"] }
                #expect(readings.count { $0 != nil } == 14)
                #expect(stations.text.contains(#""attribution":"Source: MeteoSwiss""#))
            }
        }
    }

    @Test func `rejected rows are listed, and the status is 2`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let file = try workspace.file(
                "mixed.csv",
                """
                station,allergen,day,value
                basel,birch,2020-04-08,312
                basel,birch,2020-04-09,-4
                basel,moonflower,2020-04-08,1
                paris,birch,2020-04-08,1
                basel,birch,2020-02-30,1
                """)
            let outcome = try await workspace.breathe("import", "--feed", "plain", file)
            #expect(outcome.status == 2)
            #expect(
                outcome.lines.first
                    == "\(file): 5 rows; accepted 1, replaced 0, unchanged 0, missing 0, rejected 4")
            for words in [
                "line 3, value “-4”", "line 4, allergen “moonflower”", "line 5, station “paris”",
                "line 6, day “2020-02-30”",
            ] {
                #expect(outcome.output.contains(words))
            }
            let json = try await workspace.breathe("import", "--json", "--feed", "plain", file)
            #expect(json.status == 2)
            let rows = try json.json[0]["rejectedRows"]
            #expect(rows.elements.map { $0["line"] } == [3, 4, 5, 6])
            #expect(rows.elements.map { $0["column"] } == ["value", "allergen", "station", "day"])
        }
    }

    @Test func `an unknown file or feed fails with status 1 and its name`() async throws {
        try await Workspace.temporary { workspace in
            let file = try await workspace.breathe("import", "--feed", "plain", "nowhere.csv")
            #expect(file.status == 1)
            #expect(file.errors.contains("nowhere.csv"))
            let feed = try await workspace.breathe("import", "--feed", "moon", "nowhere.csv")
            #expect(feed.status == 1)
            #expect(feed.errors.contains("moon"))
            #expect(file.output + feed.output == "")
        }
    }

    @Test func `a correction by command replaces the value`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            try await workspace.importPlain(["basel,birch,2020-04-08,312"])
            let second = try await workspace.importPlain(["basel,birch,2020-04-08,300"])
            #expect(second.output.contains("accepted 0, replaced 1, unchanged 0"))
            #expect(
                try await workspace.export() == [
                    "station,allergen,day,value,unit,quality",
                    "basel,birch,2020-04-08,300.0,grains/m3,confirmed",
                ])
        }
    }

    @Test func `history raises no alerts`() async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("basel", 7.58, 47.56)
            let token = try await workspace.account("anna")
            try await RunningService.during(workspace) { service in
                let fence = try await service.post("/v1/me/fences", circle(7.58, 47.56), bearer: token)
                #expect(fence.status == 201)
                try await workspace.importPlain([
                    "basel,birch,2020-04-08,900", "basel,birch,\(today.adding(days: -2)),900",
                ])
                let inbox = try await service.get("/v1/me/alerts", bearer: token)
                #expect(inbox.json["alerts"] == [])
            }
        }
    }
}
