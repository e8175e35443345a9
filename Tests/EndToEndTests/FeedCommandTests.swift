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
            let begun = ContinuousClock.now
            let definition = workspace.folder.appending(path: "mine.json")
            try await workspace.done("feed", "draft", sample, "--to", definition.path)
            let early = try await workspace.breathe(
                "import", "--feed", definition.path, "--station", "bern", sample)
            #expect(early.status == 1, "a definition with questions is not imported")
            try answerQuestions(in: definition)
            try await workspace.done("import", "--feed", definition.path, "--station", "bern", sample)
            let rows = try await workspace.export()
            #expect(rows.contains { $0.hasPrefix("bern,birch,2024-03-01,12.5") }, "\(rows)")
            #expect(rows.contains { $0.hasPrefix("bern,birch,2024-03-02,3") }, "\(rows)")
            try await expectOnTheMap("12.5 grains/m3", "bern", in: workspace)
            // An operator has five minutes from the first look to the map; commands leave nearly all for the answers.
            #expect(ContinuousClock.now - begun < .seconds(300))
        }
    }

    /// Answers what a draft asks, as an operator does who changes nothing else in it.
    private func answerQuestions(in definition: URL) throws {
        var members = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: definition)) as? [String: Any])
        let questions = try #require(members["questions"] as? [String])
        #expect((1...3).contains(questions.count), "\(questions)")
        members["questions"] = nil
        members["source"] = "Us"
        members["licence"] = "CC BY 4.0"
        try JSONSerialization.data(withJSONObject: members).write(to: definition)
    }

    /// Expects a value of the birch on 1 March 2024 at Bern's place, and colours in the tile there.
    private func expectOnTheMap(_ value: String, _ station: String, in workspace: Workspace) async throws {
        let air = try await workspace.done("air", "--date", "2024-03-01", "7.42", "46.95")
        let birch = air.lines.first { $0.hasPrefix("birch: ") }
        #expect(birch?.contains(value) == true && birch?.contains("\(station) 0 km") == true, "\(air.output)")
        let tile = workspace.folder.appending(path: "tile.png")
        try await workspace.done(
            "tile", "birch", "7", "66", "45", "--date", "2024-03-01", "--out", tile.path)
        // A tile without colours has fewer than 200 bytes.
        #expect(try Data(contentsOf: tile).count > 500)
    }

    @Test func `a table of several stations is drafted with their names, answered for and on the map`()
        async throws
    {
        try await Workspace.temporary { workspace in
            try await workspace.addStation("bern-sud", 7.42, 46.95)
            try await workspace.addStation("genf", 6.14, 46.2)
            let sample = try workspace.file(
                "network.csv",
                """
                Ort;Datum;Art;Wert
                Bern Süd;01.03.2024;Birke;12,5
                Bern Süd;01.03.2024;Gräser;k.A.
                Genf;01.03.2024;Erle;7
                Genf;01.03.2024;Summe;19
                Bern Süd;02.03.2024;Birke;3

                """)
            let definition = workspace.folder.appending(path: "network.json")
            let drafted = try await workspace.done("feed", "draft", sample, "--to", definition.path)
            #expect(drafted.errors.contains("stationNames"), "\(drafted.errors)")
            try answerQuestions(in: definition)
            try await workspace.done("import", "--feed", definition.path, sample)
            let rows = try await workspace.export()
            #expect(rows.contains { $0.hasPrefix("genf,alder,2024-03-01,7") }, "\(rows)")
            try await expectOnTheMap("12.5 grains/m3", "bern-sud", in: workspace)
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
