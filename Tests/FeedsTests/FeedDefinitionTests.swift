import Foundation
import Geography
import Observations
import Testing

@testable import Feeds

@Suite struct FeedDefinitionTests {
    @Test func `every definition of the repository is valid and names its data's source`() throws {
        let names = try FeedDefinition.names(in: feeds)
        #expect(
            names == [
                "ambee-pollen",
                "dwd",
                "google-pollen",
                "met-norway",
                "meteoswiss-daily",
                "meteoswiss-hourly",
                "meteoswiss-stations",
                "meteoswiss-weather-daily",
                "meteoswiss-weather-hourly",
                "open-meteo-air-quality",
                "open-meteo-forecast",
                "open-meteo-pollen",
                "open-meteo-pollutants",
                "openaq-locations",
                "openaq-measurements",
                "openaq-sensors",
                "plain",
                "plain-weather",
                "polleninformation",
                "sensor-community",
                "swiss-14stations",
                "swiss-14stations-model",
            ])
        for name in names {
            let definition = try FeedDefinition.named(name, in: feeds)
            #expect(definition.name == name)
            #expect(!definition.title.isEmpty && !definition.source.isEmpty && !definition.licence.isEmpty)
            #expect(!definition.notes.isEmpty)
        }
    }

    @Test func `the Swiss feeds share their stations`() throws {
        let daily = try FeedDefinition.named("meteoswiss-daily", in: feeds)
        let manual = try FeedDefinition.named("swiss-14stations", in: feeds)
        #expect(daily.stations.map(\.id) == manual.stations.map(\.id))
        #expect(daily.stations.count == 17)
        let basel = try #require(daily.stations.first { $0.id == .basel })
        #expect(basel.name == "Basel")
        #expect(basel.position.latitude == 47.5618)
        #expect(basel.altitude == 256)
        #expect(basel.timeZone.identifier == "Europe/Zurich")
        #expect(basel.attribution == "Source: MeteoSwiss")
    }

    @Test(arguments: [
        (#""title": "T""#, #""title": 7"#, "title: must be a text"),
        (#""title": "T","#, "", "title: this member is needed"),
        (
            #""title": "T""#, #""titel": "T""#,
            "titel: unknown member; allowed are title, source, licence, "
                + "attribution, notes, format, encoding, separators, network, columns, forms, allergens, ignored, "
                + "fixed, missing, linesAbove, year, numbers, stationNames, questions, timeZone, regions, prefix, "
                + "stations, readings, grid, weather, degrees, pull"
        ),
        ("utf-8", "latin", "encoding: “latin” is unknown; allowed are utf-8, windows-1252"),
        (#"[","]"#, #"["::"]"#, "separators: must be a list of some of comma, semicolon, tab and |"),
        (
            #""day":"#, #""date":"#,
            "columns.date: unknown member; allowed are station, allergen, day, time, value, unit, "
                + "forecast, issued, valid, quality, hours, note, longitude, latitude, mean_of"
        ),
        (#""day": ["day"]"#, #""day": []"#, "columns.day: at least one name is needed"),
        (#""day": ["day"],"#, "", "columns: the column of day or time is needed"),
        (#", "value": ["value"]"#, "", "columns: the column of value is needed"),
        (#"["value"]"#, #"["Day"]"#, "the column day has two meanings"),
        (
            #""encoding""#, #""forms": ["ISO"], "encoding""#,
            "forms: “ISO” is unknown; allowed are YYYY-MM-DD, "
                + "RFC 3339, YYYYMMDDhhmmss, DD.MM.YYYY hh:mm, YYYYMMDD, D.M.YYYY, D/M/YYYY, M/D/YYYY, "
                + "YYYY/M/D, D-M-YYYY, D MONTH, D MONTH YYYY, YYYY-MM-DD hh:mm, YYYY-MM-DD hh:mm:ss"
        ),
        (#""encoding""#, #""network": "alps", "encoding""#, "network: “alps” is unknown; allowed are valley"),
        ("}}", "", "The given data was not valid JSON."),
    ])
    func `a mistake in a definition is reported with its place and the permitted values`(
        original: String, mistake: String, message: String
    ) throws {
        let text = #"""
            {"title": "T", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [","],
             "columns": {"station": ["station"], "allergen": ["allergen"], "day": ["day"], "value": ["value"]}}
            """#
        #expect(text.contains(original))
        let found = try mistakeFound(in: text.replacing(original, with: mistake), network: Self.network)
        #expect(found == "feed.json: \(message)")
    }

    @Test func `an unknown allergen is reported with the measured allergens`() throws {
        let found = try mistakeFound(
            in: #"""
                {"title": "T", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [","],
                 "columns": {"station": ["station"], "day": ["day"]}, "allergens": {"x": "brich"}}
                """#, network: Self.network)
        #expect(
            found?.hasPrefix(
                "feed.json: allergens.x: “brich” is not measured by stations; allowed are hazel, alder")
                == true)
    }

    private static let network = #"""
        {"title": "T", "source": "S", "licence": "L", "timeZone": "UTC",
         "stations": [{"id": "a", "name": "A", "longitude": 1, "latitude": 2, "spellings": ["A"]}]}
        """#

    @Test(arguments: [
        (#""latitude": 2"#, #""latitude": 95"#, "stations[0].latitude: 95.0 must be -90 to 90"),
        (#""longitude": 1"#, #""longitude": "east""#, "stations[0].longitude: must be a number"),
        (#""id": "a""#, #""id": "A b""#, "stations[0].id: “A b” must be 1 to 40 of a–z, 0–9, - and _"),
        ("UTC", "Swiss time", "timeZone: “Swiss time” is no time zone, such as Europe/Zurich"),
        (#"["A"]"#, #"["A", "a"]"#, "stations: the spelling a stands there twice"),
    ])
    func `a mistake in a list of stations is reported with its place`(
        original: String, mistake: String, message: String
    ) throws {
        let feed = #"""
            {"title": "T", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [","], "network": "valley",
             "columns": {"station": ["station"], "allergen": ["allergen"], "day": ["day"], "value": ["value"]}}
            """#
        #expect(Self.network.contains(original))
        #expect(try mistakeFound(in: feed, network: Self.network) == nil)
        let network = Self.network.replacing(original, with: mistake)
        #expect(try mistakeFound(in: feed, network: network) == "valley.json: \(message)")
    }

    @Test func `an unknown feed is reported with the known ones`() throws {
        let mistake = #expect(throws: DefinitionMistake.self) {
            try FeedDefinition.named("../plain", in: feeds)
        }
        let names = try FeedDefinition.names(in: feeds).joined(separator: ", ")
        #expect(mistake?.description == "../plain.json: no such feed; there are \(names)")
    }

    /// Writes a definition and a network into a folder of their own and reads them.
    private func mistakeFound(in feed: String, network: String) throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in [("feeds/feed.json", feed), ("networks/valley.json", network)] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        do {
            _ = try FeedDefinition.named("feed", in: folder.appending(path: "feeds"))
            return nil
        } catch let mistake as DefinitionMistake {
            return mistake.description
        }
    }
}
