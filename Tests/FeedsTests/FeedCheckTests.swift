import Foundation
import Testing

@testable import Feeds

@Suite struct FeedCheckTests {
    @Test func `every mistake of a definition is reported with its place and the permitted values`() throws {
        let found = try mistakes(
            in: #"""
                {"title": 7, "source": "S", "licnce": "L", "format": "json", "timeZone": "Berlin",
                 "allergens": {"Birke": "brich", "Erle": "alder"},
                 "readings": [
                   {"value": "a[i]..b", "place": {"region": "a[i].r", "degrees": 1}, "allergen": 7,
                    "day": {"path": "d", "form": "ISO"}, "scale": "richter", "basis": "guessed", "extra": 1},
                   {"value": "a[i].{plant}", "place": {"station": "a[j].s"}, "allergen": "{plant}",
                    "time": {"path": "a[i].t", "form": "RFC 3339"}, "unit": {"fixed": "furlong"}, "basis": "measured"}]}
                """#)
        #expect(
            found.map(\.keyPath).sorted() == [
                "allergens.Birke", "licence", "licnce", "readings[0].allergen", "readings[0].basis",
                "readings[0].day.form", "readings[0].extra", "readings[0].place", "readings[0].scale",
                "readings[0].value", "readings[1].unit", "timeZone", "title",
            ])
        let reasons = Dictionary(uniqueKeysWithValues: found.map { ($0.keyPath, $0.reason) })
        #expect(
            reasons["readings[0].scale"] == "“richter” is unknown; allowed are dwd, upi, ean, ambee, words")
        #expect(
            reasons["readings[0].basis"]
                == "“guessed” is unknown; allowed are measured, forecast, modelled, simulated")
        #expect(
            reasons["readings[1].unit"]?.contains("allowed are grains/m3, spores/m3, ug/m3, mg/m3, ppb, ppm")
                == true)
        #expect(
            reasons["readings[0].value"]?.hasPrefix("“a[i]..b” is no path; allowed is a path such as") == true
        )
        #expect(reasons["allergens.Birke"]?.contains("family:tree") == true)
    }

    @Test(arguments: [
        (
            #""place": {"asked": "station"}"#, #""place": {"station": "a[j].s"}"#,
            "readings[0]: place: “a[j].s” has the name j, which the path of value does not have; it has i"
        ),
        (
            #""basis": "measured""#, #""basis": "forecast""#,
            "readings[0].basis: concentrations of stations must be measured; give a region or a cell otherwise"
        ),
        (
            #""unit": {"fixed": "ug/m3"}"#, #""scale": "ean""#,
            "readings[0].time: classes are for a day; give day instead of time"
        ),
        (
            #""unit": {"fixed": "ug/m3"}"#, #""unit": "u", "scale": "ean""#,
            "readings[0]: give unit for concentrations or scale for classes, one of the two"
        ),
        (
            #""place": {"asked": "station"}"#, #""place": {"region": "a[i].r"}"#,
            "regions: the list of the regions that the readings speak of is needed"
        ),
        (
            #""format": "json""#, #""format": "json", "columns": {}"#,
            "columns: is not for the format json, which has timeZone, regions, stations, readings, "
                + "weather, allergens, ignored"
        ),
        (
            #""format": "json""#, #""format": "xml""#,
            "format: “xml” is unknown; allowed are csv, json, stations"
        ),
        (
            #""format": "json""#, #""format": "json", "regions": "mars""#,
            "regions: “mars” is unknown; allowed are dwd"
        ),
    ])
    func `contradictions in a definition are reported`(original: String, mistake: String, message: String)
        throws
    {
        let text = #"""
            {"title": "T", "source": "S", "licence": "L", "format": "json",
             "readings": [{"value": "a[i].v", "place": {"asked": "station"}, "allergen": "a[i].n",
               "time": {"path": "a[i].t", "form": "RFC 3339"}, "unit": {"fixed": "ug/m3"}, "basis": "measured"}]}
            """#
        #expect(text.contains(original))
        #expect(try mistakes(in: text).isEmpty)
        #expect(
            try mistakes(in: text.replacing(original, with: mistake)).map(\.description)
                == ["checked.json: \(message)"])
    }

    @Test func `a file that is not JSON has one mistake`() throws {
        #expect(try mistakes(in: "{").map(\.reason) == ["The given data was not valid JSON."])
    }

    /// Writes a definition into a file of its own and checks it together with the repository's feeds.
    private func mistakes(in text: String) throws -> [DefinitionMistake] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "checked.json")
        try Data(text.utf8).write(to: file)
        do {
            _ = try FeedDefinition.check(file, beside: feeds)
            return []
        } catch let mistakes as DefinitionMistakes {
            return mistakes.mistakes
        }
    }
}
