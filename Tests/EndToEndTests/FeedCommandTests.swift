import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct FeedCommandTests {
    @Test func `the mistakes of a wrong definition are listed one by one, with status 1`() async throws {
        try await Workspace.temporary { workspace in
            let file = try workspace.file(
                "mine.json",
                """
                {"title": "T", "source": "S", "format": "json",
                 "readings": [{"value": "a[i].v", "place": {"asked": "station"}, "allergen": "a[i].n",
                   "day": {"path": "a[i].d", "form": "YYYY-MM-DD"}, "scale": "richter", "basis": "measured"}]}
                """)
            let outcome = try await workspace.breathe("feed", "check", file)
            #expect(outcome.status == 1)
            #expect(
                Set(outcome.lines) == [
                    "mine.json: licence: this member is needed",
                    "mine.json: readings[0].scale: “richter” is unknown; allowed are dwd, upi, ean, ambee, words",
                ])
        }
    }

    @Test func `the check of a custom definition shows what it reads from a sample`() async throws {
        try await Workspace.temporary { workspace in
            let definition = try workspace.file(
                "mine.json",
                """
                {"title": "Mine", "source": "S", "licence": "L", "format": "json",
                 "readings": [{"value": "a[i].v", "place": {"asked": "station"}, "allergen": "a[i].n",
                   "day": {"path": "a[i].d", "form": "YYYY-MM-DD"}, "scale": "words", "basis": "measured"}]}
                """)
            let sample = try workspace.file(
                "sample.json",
                """
                {"a": [{"v": "strong", "n": "birch", "d": "2020-04-08"}, {"v": "hazy", "n": "oak", "d": "2020-04-08"}]}
                """)
            let outcome = try await workspace.breathe(
                "feed", "check", definition, "--sample", sample, "--station", "basel")
            #expect(outcome.status == 2)
            #expect(
                outcome.lines == [
                    "mine.json: Mine: no mistakes",
                    "2 entries: 0 stations, 0 concentrations, 1 classes, 0 missing, 1 rejected",
                    "  basel  birch  2020-04-08  high  (words)  high  measured",
                    "  entry 2, a[1].v “hazy”: no class of the scale words; allowed are none, low, moderate, high, veryHigh",
                ])
        }
    }

    @Test(
        arguments: [
            "Fecha;Abedul;Total\n1.3.2024;12,5;40\n2.3.2024;3;9\n",
            "Station X\nexported today\n\nDate;Bouleau\n20240301;12,5\n20240302;3\n",
            "date,Birch (Betula)\r\n2024-03-01,\"12,5\"\r\n2024-03-02,\"3\"\r\n",
            "data|betulla\n1 marzo 2024|12,5\n2 mar. 2024|3\n",
            "Day,Betula\n3/1/2024,12.5\n3/31/2024,7\n3/2/2024,3\n",
        ])
    func `a file of an unknown format is drafted, answered for and imported`(text: String) async throws {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("bern", 7.42, 46.95)
            let sample = try workspace.file("counts 2024.csv", text)
            let definition = workspace.folder.appending(path: "mine.json")
            try await workspace.done("feed", "draft", sample, "--to", definition.path)
            let early = try await workspace.breathe(
                "import", "--feed", definition.path, "--station", "bern", sample)
            #expect(early.status == 1, "a definition with questions is not imported")
            var members = try #require(
                try JSONSerialization.jsonObject(with: Data(contentsOf: definition)) as? [String: Any])
            #expect((members["questions"] as? [String])?.isEmpty == false)
            members["questions"] = nil
            members["source"] = "Us"
            members["licence"] = "CC BY 4.0"
            try JSONSerialization.data(withJSONObject: members).write(to: definition)
            try await workspace.done("import", "--feed", definition.path, "--station", "bern", sample)
            let rows = try await workspace.export()
            #expect(rows.contains { $0.hasPrefix("bern,birch,2024-03-01,12.5") }, "\(rows)")
            #expect(rows.contains { $0.hasPrefix("bern,birch,2024-03-02,3") }, "\(rows)")
        }
    }

    @Test func `the classes of a region are imported and shown where no station reaches`() async throws {
        try await Workspace.temporary { workspace in
            let answer = try workspace.file(
                "s31fg.json",
                """
                {"last_update":"2020-04-08 11:00 Uhr","content":[{"region_id":50,"partregion_id":-1,
                 "Pollen":{"Birke":{"today":"2-3","tomorrow":"-1"}}}]}
                """)
            let outcome = try await workspace.done("import", "--feed", "dwd", answer)
            #expect(
                outcome.output
                    == "\(answer): 2 rows; accepted 1, replaced 0, unchanged 0, missing 1, rejected 0\n")
            let air = try await workspace.done("air", "--date", "2020-04-08", "13.4", "52.5")
            #expect(
                air.lines.last
                    == "birch: class 2-3 of dwd, high (forecast 2020-04-08, Brandenburg und Berlin)")
        }
    }
}
