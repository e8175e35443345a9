import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Feeds

/// Reads a text with a definition that has some additional members.
private func read(_ text: String, with members: String, station: Station.ID? = .bern) throws -> Outcome {
    let folder = try TemporaryFolder()
    let file = try folder.file(
        "mine.json",
        holding: """
            {"title": "T", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [";"], \(members)}
            """)
    let definition = try withExtendedLifetime(folder) { try FeedDefinition.check(file, beside: feeds) }
    var reader = FeedReader(
        definition: definition, stations: knownStations, now: .eveningOfApril,
        asked: AskedPlace(station: station))
    var outcome = Outcome()
    // Byte by byte, so that the header comes in pieces.
    for byte in text.utf8 { try reader.read([byte]) { outcome.add($0) } }
    outcome.totals = try reader.finish { outcome.add($0) }
    return outcome
}

@Suite struct CSVGrammarTests {
    private let wide = #""columns": {"day": ["day"]}, "allergens": {"b": "birch"}"#

    @Test(arguments: [
        ("YYYYMMDD", "20240229"), ("D.M.YYYY", "29.2.2024"), ("D/M/YYYY", "29/02/2024"),
        ("M/D/YYYY", "2/29/2024"), ("YYYY/M/D", "2024/2/29"), ("D-M-YYYY", "29-02-2024"),
        ("D MONTH YYYY", "29 de febrero de 2024"), ("D MONTH YYYY", "29. Februar 2024"),
        ("D MONTH YYYY", "29 févr. 2024"), ("YYYY-MM-DD hh:mm:ss", "2024-02-29 00:00:00"),
        ("YYYY-MM-DD hh:mm", "2024-02-29 00:00"),
    ])
    func `a day is read in its form, and an impossible one is rejected`(form: String, day: String) throws {
        let impossible = day.replacing("29", with: "31")
        let outcome = try read("day;b\n\(day);7\n\(impossible);8\n", with: wide + #", "forms": ["\#(form)"]"#)
        #expect(outcome.value(.bern, "birch", "2024-02-29") == 7)
        #expect(outcome.rejected.map(\.value) == [impossible])
    }

    @Test func `a day without a year is in the year of the definition`() throws {
        let members = wide + #", "forms": ["D MONTH"], "year": 2014"#
        let outcome = try read("day;b\n1 Abri.;7\n2 Jui;8\n", with: members)
        #expect(outcome.value(.bern, "birch", "2014-04-01") == 7)
        #expect(outcome.rejected.map(\.value) == ["2 Jui"], "juin and juillet begin alike")
        #expect(throws: DefinitionMistakes.self) { _ = try read("", with: wide + #", "year": 2014"#) }
        #expect(throws: DefinitionMistakes.self) { _ = try read("", with: wide + #", "forms": ["D MONTH"]"#) }
    }

    @Test(arguments: [
        ("1234,5", "12,5", 12.5), ("1.234,5", "1.234,5", 1234.5), ("1,234.5", "1,234.5", 1234.5),
        ("1'234.5", "1'495.00", 1495), ("1 234,5", "1 234,5", 1234.5), ("1.234,5", "1234,5", 1234.5),
    ])
    func `a number is read in its form`(form: String, text: String, value: Double) throws {
        let outcome = try read("day;b\n2024-03-01;\(text)\n", with: wide + #", "numbers": "\#(form)""#)
        #expect(outcome.value(.bern, "birch", "2024-03-01") == value)
    }

    @Test(arguments: [("1234,5", "12.5"), ("1.234,5", "1.23"), ("1,234.5", "12,34"), ("1234,5", "1,2,3")])
    func `a number in another form is rejected`(form: String, text: String) throws {
        let outcome = try read("day;b\n2024-03-01;\(text)\n", with: wide + #", "numbers": "\#(form)""#)
        #expect(outcome.readings == [])
        #expect(outcome.rejected.count == 1)
    }

    @Test func `lines above the header and other columns are skipped if the definition says so`() throws {
        let text = "BILBAO;;\nprinted 2024\n\nx;day;;b;\n1;2024-03-01;;7;\n"
        let outcome = try read(text, with: wide + #", "linesAbove": 2, "ignored": {"*": "other"}"#)
        #expect(outcome.value(.bern, "birch", "2024-03-01") == 7)
        #expect(outcome.lines == [5])
        #expect(throws: FeedFailure.self) { _ = try read(text, with: wide + #", "ignored": {"*": "other"}"#) }
        #expect(throws: FeedFailure.self) { _ = try read(text, with: wide + #", "linesAbove": 2"#) }
    }

    @Test func `a long table uses its own names for stations and allergens`() throws {
        let columns = #""columns": {"station": ["s"], "allergen": ["a"], "day": ["d"], "value": ["v"]}"#
        let names =
            #""stationNames": {"PGE": "basel"}, "allergens": {"B 1": "birch"}, "ignored": {"all": "sum"}"#
        let text =
            "s;a;d;v\npge;b 1;2024-03-01;7\nPGE;ALL;2024-03-01;9\nPGE;Erle;2024-03-01;3\nX;Erle;2024-03-01;3\n"
        let outcome = try read(text, with: "\(columns), \(names)")
        #expect(outcome.value(.basel, "birch", "2024-03-01") == 7)
        #expect(outcome.value(.basel, "alder", "2024-03-01") == 3)
        #expect(outcome.totals.tally.missing == 1)
        #expect(outcome.rejected.map(\.value) == ["X"])
    }

    @Test func `a file without a station needs to be told its station`() throws {
        let text = "day;b\n2024-03-01;7\n"
        #expect(try read(text, with: wide).readings.map(\.station) == [.bern])
        #expect(throws: FeedFailure.noStation) { _ = try read(text, with: wide, station: nil) }
    }
}
