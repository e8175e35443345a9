import Foundation
import Geography
import Observations
import Testing

@testable import Feeds

@Suite struct PullDefinitionTests {
    private static let network = #"""
        {"title": "T", "source": "S", "licence": "L", "timeZone": "UTC",
         "stations": [{"id": "a", "name": "A", "longitude": 7.583931, "latitude": -47.5, "spellings": ["AAA"]},
                      {"id": "b", "name": "B", "longitude": 0.00001, "latitude": 2, "spellings": ["B ö"]}]}
        """#

    private static let plain = #"""
        {"url": "https://data.example/{station}/day.csv", "contentTypes": ["text/csv"],
         "schedule": {"timeZone": "Europe/Berlin", "published": ["11:00"]}}
        """#

    /// Reads a feed with a member `pull`.
    private func feed(_ pull: String, network: Bool = true) throws -> FeedDefinition {
        try read(
            #"""
            {"title": "T", "source": "S", "licence": "L", "encoding": "utf-8", "separators": [","],
             \#(network ? #""network": "valley","# : "")
             "columns": {"station": ["station"], "allergen": ["allergen"], "day": ["day"], "value": ["value"]},
             "pull": \#(pull)}
            """#)
    }

    private func read(_ text: String) throws -> FeedDefinition {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feeds-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in [("feeds/feed.json", text), ("networks/valley.json", Self.network)] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        return try FeedDefinition.named("feed", in: folder.appending(path: "feeds"))
    }

    private let noon = Date(timeIntervalSince1970: 1_586_347_200)

    @Test func `a station's file is requested by its identifier or by the provider's name for it`() throws {
        let feed = try feed(Self.plain)
        #expect(feed.pullTargets.map(\.name) == ["a", "b"])
        let own = try self.feed(
            Self.plain.replacing(#""contentTypes""#, with: #""stations": ["aaa", "B ö"], "contentTypes""#))
        let requests = own.pullTargets.compactMap { own.request(for: $0, at: noon, environment: [:]) }
        #expect(
            requests.map(\.url.absoluteString) == [
                "https://data.example/aaa/day.csv", "https://data.example/B%20%C3%B6/day.csv",
            ])
    }

    @Test func `addresses, queries and headers have placeholders, and secrets come from the environment`()
        throws
    {
        let feed = try feed(
            #"""
            {"url": "https://API.example/v1/{day}",
             "query": {"lat": "{latitude}", "lon": "{longitude}", "note": "a+b&c", "key": {"environment": "POLLEN_KEY"}},
             "headers": {"X-Station": "{station}", "Authorization": {"environment": "POLLEN_TOKEN"}},
             "contentTypes": ["Application/JSON"], "schedule": {"timeZone": "UTC", "everyMinutes": 60}}
            """#)
        #expect(feed.pull?.host == "api.example")
        #expect(feed.pull?.contentTypes == ["application/json"])
        #expect(feed.pull?.environmentVariables == ["POLLEN_KEY", "POLLEN_TOKEN"])
        let target = try #require(feed.pullTargets.first)
        #expect(feed.request(for: target, at: noon, environment: [:]) == nil)
        #expect(
            feed.request(for: target, at: noon, environment: ["POLLEN_KEY": "k", "POLLEN_TOKEN": ""]) == nil)
        let request = try #require(
            feed.request(for: target, at: noon, environment: ["POLLEN_KEY": "k/+ä", "POLLEN_TOKEN": "t"]))
        #expect(
            request.url.absoluteString
                == "https://API.example/v1/2020-04-08?key=k/%2B%C3%A4&lat=-47.5&lon=7.583931&note=a%2Bb%26c")
        #expect(
            request.publicURL
                == "https://API.example/v1/2020-04-08?lat=-47.5&lon=7.583931&note=a%2Bb%26c")
        #expect(request.headers.map(\.0) == ["Authorization", "X-Station"])
        #expect(request.headers.map(\.1) == ["t", "a"])
        #expect(request.secrets.sorted() == ["k/+ä", "t"])
    }

    @Test func `midnight is added to the publication times, unless a longer file fills the gaps then`()
        throws
    {
        func moments(_ pull: String) throws -> [[String]] {
            try feed(pull).pullTargets.map { target in
                var moment = noon
                return (0..<2).map { _ in
                    moment = target.schedule.next(after: moment)
                    return moment.formatted(.iso8601)
                }
            }
        }
        let (midnight, eleven) = ("2020-04-08T22:00:00Z", "2020-04-09T09:00:00Z")
        #expect(try moments(Self.plain).first == [midnight, eleven])
        let never = Self.plain.replacing(#""contentTypes""#, with: #""nightly": false, "contentTypes""#)
        #expect(try moments(never).first == [eleven, "2020-04-10T09:00:00Z"])
        let long = Self.plain.replacing(
            #""contentTypes""#,
            with: #""catchUpURL": "https://data.example/{station}/year.csv", "contentTypes""#)
        #expect(try feed(long).pullTargets.map(\.name) == ["a", "b", "a, catch-up", "b, catch-up"])
        #expect(try moments(long).first == [eleven, "2020-04-10T09:00:00Z"])
        #expect(try moments(long).last == [midnight, "2020-04-09T22:00:00Z"])
    }

    @Test(arguments: [
        (
            "https://data.example/{station}", "ftp://data.example/{station}",
            "pull.url: must be an https address"
        ),
        (
            "https://data.example/{station}", "https://{station}.example/x",
            "pull.url: must be an https address"
        ),
        (
            "https://data.example/{station}", "https://user@data.example/{station}",
            "pull.url: must be an https"
        ),
        ("{station}/day.csv", "{station}?day=1", "pull.url: must be an https address"),
        (
            "{station}", "{place}",
            "pull.url: “https://data.example/{place}/day.csv” holds a place that is not filled"
        ),
        (#""text/csv""#, "", "pull.contentTypes: must be a list of types"),
        (#""contentTypes""#, #""host": 1, "contentTypes""#, "pull.host: unknown member; allowed are url"),
        (
            #""contentTypes""#, #""megabytes": 257, "contentTypes""#,
            "pull.megabytes: must be a whole number from 1 to"
        ),
        (
            #""contentTypes""#, #""timeoutSeconds": 0, "contentTypes""#,
            "pull.timeoutSeconds: must be a whole number"
        ),
        (
            #""contentTypes""#, #""query": {"apiKey": "s3cret"}, "contentTypes""#,
            "pull.query: apiKey is a secret"
        ),
        (
            #""contentTypes""#, #""headers": {"Authorization": "x"}, "contentTypes""#,
            "pull.headers: Authorization is a"
        ),
        (
            #""contentTypes""#, #""headers": {"Host": "x"}, "contentTypes""#,
            "pull.headers: the header “Host” cannot"
        ),
        (
            #""contentTypes""#, #""query": {"k": {"environment": "BREATHE_PORT"}}, "contentTypes""#,
            "pull.query.k.environment: “BREATHE_PORT” must be of A–Z"
        ),
        (
            #""contentTypes""#, #""stations": ["AAA", "x"], "contentTypes""#,
            "pull.stations: “x” is no station of the"
        ),
        (
            #""contentTypes""#, #""stations": ["AAA", "AAA"], "contentTypes""#,
            "pull.stations: a name stands there twice"
        ),
        (
            #""contentTypes""#, #""callsPerDay": 3, "contentTypes""#,
            "pull.callsPerDay: 3 are allowed, and the schedule"
        ),
        (
            #""contentTypes""#, #""catchUpURL": "https://other.example/{station}", "contentTypes""#,
            "pull.catchUpURL: must lead to the same host as url"
        ),
        ("Europe/Berlin", "Berlin", "pull.schedule.timeZone: “Berlin” is no time zone"),
    ])
    func `a mistake is reported with its place and the permitted values`(
        original: String, mistake: String, message: String
    ) throws {
        #expect(Self.plain.contains(original))
        let found = #expect(throws: DefinitionMistake.self) {
            _ = try feed(Self.plain.replacing(original, with: mistake))
        }
        #expect(found?.description.hasPrefix("feed.json: \(message)") == true, "\(found?.description ?? "")")
    }

    @Test func `a feed asks about an operator's own places, and each answer is for the place in question`()
        throws
    {
        let places = #"""
            {"url": "https://data.example/v1", "query": {"lat": "{latitude}", "lon": "{longitude}"},
             "places": [{"name": "home", "longitude": 7.5, "latitude": 47}, {"name": "hill", "longitude": 8, "latitude": 46.25}],
             "contentTypes": ["text/csv"], "schedule": {"timeZone": "UTC", "published": ["11:00"]}}
            """#
        let feed = try feed(places)
        #expect(feed.pullTargets.map(\.name) == ["home", "hill"])
        #expect(feed.pullTargets.map(\.asked.position?.latitude) == [47, 46.25])
        #expect(
            feed.pullTargets.compactMap { feed.request(for: $0, at: noon, environment: [:])?.url.query() }
                == ["lat=47&lon=7.5", "lat=46.25&lon=8"])
        let none = places.replacing(/"places": \[[^\n]*\]/, with: #""places": []"#)
        #expect(try self.feed(none).pullTargets == [])
        for (original, mistake, message) in [
            ("47}", "97}", "pull.places[0]: 7.5, 97.0 is no longitude"),
            ("hill", "home", "pull.stations: a name stands there twice"),
            ("{latitude}", "1", "pull.places: is for addresses with {longitude} and {latitude}"),
            (
                #""places""#, #""stations": ["a"], "places""#,
                "pull: stations, places and area exclude each other"
            ),
        ] {
            let found = #expect(throws: DefinitionMistake.self) {
                _ = try self.feed(places.replacing(original, with: mistake))
            }
            #expect(
                found?.description.hasPrefix("feed.json: \(message)") == true, "\(found?.description ?? "")")
        }
    }

    @Test func `the cells of an area are asked for a hundred at a time`() throws {
        let area = #"""
            {"url": "https://data.example/v1", "contentTypes": ["application/json"],
             "area": {"west": 7.01, "south": 47.01, "east": 8.19, "north": 47.99, "degrees": 0.1},
             "query": {"lat": "{latitude}", "lon": "{longitude}"},
             "schedule": {"timeZone": "UTC", "everyMinutes": 720}}
            """#
        let feed = try feed(area)
        // Twelve columns and ten rows of cells.
        #expect(feed.pullTargets.map(\.name) == ["cells 1", "cells 2"])
        let lists = try feed.pullTargets.map { target in
            let request = try #require(feed.request(for: target, at: noon, environment: [:]))
            let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            return parts.map { ($0.value ?? "").split(separator: ",") }
        }
        #expect(lists.map { $0.map(\.count) } == [[100, 100], [20, 20]])
        #expect(lists[0][0].first == "47.05" && lists[0][1].prefix(2) == ["7.05", "7.15"])
        #expect(lists[1][0].last == "47.95" && lists[1][1].last == "8.15")
        for (original, mistake, message) in [
            ("0.1}", "0.001}", "pull.area.degrees: 0.001 must be 0.01 to 5"),
            ("0.1}", "0.01}", "pull.area: holds 11"),
            ("8.19", "6.9", "pull.area: west to east and south to north"),
            ("{latitude}", "1", "pull.area: is for addresses with {longitude} and {latitude}"),
        ] {
            let found = #expect(throws: DefinitionMistake.self) {
                _ = try self.feed(area.replacing(original, with: mistake))
            }
            #expect(
                found?.description.hasPrefix("feed.json: \(message)") == true, "\(found?.description ?? "")")
        }
    }

    @Test func `a provider's name for a station may have an identifier of our own`() throws {
        let feed = try feed(
            Self.plain.replacing(
                #""contentTypes""#, with: #""stations": {"70": "sensor-70", "8": "a"}, "contentTypes""#))
        #expect(feed.pullTargets.map(\.name) == ["70", "8"])
        #expect(feed.pullTargets.map(\.asked.station?.rawValue) == ["sensor-70", "a"])
        #expect(feed.pullTargets.map(\.asked.position?.longitude) == [nil, 7.583931])
        let found = #expect(throws: DefinitionMistake.self) {
            _ = try self.feed(
                Self.plain.replacing(
                    #""contentTypes""#, with: #""stations": {"70": "A b"}, "contentTypes""#))
        }
        #expect(found?.keyPath == "pull.stations")
    }

    @Test func `stations' places require stations`() throws {
        for place in ["{station}", "{latitude}"] {
            let found = #expect(throws: DefinitionMistake.self) {
                _ = try feed(Self.plain.replacing("{station}", with: place), network: false)
            }
            #expect(found?.keyPath == "pull.url")
        }
        #expect(try feed(Self.plain.replacing("{station}", with: "all")).pullTargets.map(\.name) == [""])
    }

    @Test func `a feed that is fetched writes only its own stations`() throws {
        let all = Self.plain.replacing("{station}", with: "all")
        let rows = #expect(throws: DefinitionMistake.self) { _ = try feed(all, network: false) }
        #expect(rows?.description.hasPrefix("feed.json: pull.url: needs a network") == true)
        for (place, isOwn) in [
            (#"{"station": "s[i].id"}"#, false), (#"{"station": "s[i].id", "prefix": "x"}"#, false),
            (#"{"station": "s[i].id", "prefix": "-"}"#, false),
            (#"{"station": "s[i].id", "prefix": "x-"}"#, true), (#"{"asked": "station"}"#, true),
            (#"{"station": {"fixed": "hill"}}"#, true),
        ] {
            let document = Self.document(reading: place, pull: all)
            if isOwn {
                #expect(try read(document).pullTargets.count == 1)
            } else {
                let found = #expect(throws: DefinitionMistake.self) { _ = try read(document) }
                #expect(found?.reason.contains("a prefix of the stations") == true, "\(place)")
            }
        }
        let network = Self.document(reading: #"{"station": "s[i].id"}"#, pull: all, network: true)
        #expect(try read(network).pullTargets.count == 1)
    }

    @Test func `a network's document cannot refer to a station that the network does not list`() throws {
        let definition = try read(
            Self.document(
                reading: #"{"station": "s[i].id"}"#, pull: Self.plain.replacing("{station}", with: "all"),
                network: true))
        var reader = FeedReader(definition: definition, stations: knownStations, now: .eveningOfApril)
        var batches: [Submission] = []
        let text = #"{"s": [{"id": "aaa", "v": 3}, {"id": "basel", "v": 4}]}"#
        try reader.read(text.utf8) { batches.append($0) }
        try reader.finish { batches.append($0) }
        #expect(batches.flatMap(\.readings).map(\.station.rawValue) == ["a"])
        #expect(batches.flatMap(\.tally.rejected).map(\.rejection) == [.unknownStation])
        #expect(batches.map(\.tally.unknownStationCount) == [1])
    }

    @Test func `a definition lists every file that it was read from`() throws {
        func names(_ feed: String) throws -> [String] {
            try FeedDefinition.named(feed, in: feeds).files.map(\.lastPathComponent)
        }
        #expect(try names("meteoswiss-daily") == ["meteoswiss-daily.json", "swisspollen.json"])
        #expect(try names("dwd") == ["dwd.json", "dwd.json", "germany.geojson"])
        #expect(try names("plain") == ["plain.json"])
    }

    private static func document(reading place: String, pull: String, network: Bool = false) -> String {
        #"""
        {"title": "T", "source": "S", "licence": "L", "format": "json", \#(network ? #""network": "valley","# : "")
         "readings": [{"value": "s[i].v", "place": \#(place), "allergen": {"fixed": "birch"},
                       "day": {"today": true}, "unit": {"fixed": "grains/m3"}, "basis": "measured"}],
         "pull": \#(pull)}
        """#
    }

    @Test func `the Swiss feeds fetch every active station, and fill the hours' gaps at night`()
        throws
    {
        let daily = try FeedDefinition.named("meteoswiss-daily", in: feeds)
        #expect(daily.pullTargets.count == 16)
        let basel = try #require(daily.pullTargets.first { $0.name == "pbs" })
        #expect(
            daily.request(for: basel, at: noon, environment: [:])?.url.absoluteString
                == "https://data.geo.admin.ch/ch.meteoschweiz.ogd-pollen/pbs/ogd-pollen_pbs_d_recent.csv")
        let hourly = try FeedDefinition.named("meteoswiss-hourly", in: feeds)
        #expect(hourly.pullTargets.count == 32)
        let night = try #require(hourly.pullTargets.first { $0.name == "pbs, catch-up" })
        #expect(
            hourly.request(for: night, at: noon, environment: [:])?.url.lastPathComponent
                == "ogd-pollen_pbs_h_recent.csv")
    }

    @Test(arguments: [
        (
            "openaq-locations", #""stations": {}"#, #""stations": {"2178": "openaq-2178"}"#,
            "https://api.openaq.org/v3/locations/2178"
        ),
        (
            "openaq-sensors", #""stations": {}"#, #""stations": {"2178": "openaq-2178"}"#,
            "https://api.openaq.org/v3/locations/2178/sensors"
        ),
        (
            "openaq-measurements", #""stations": {}"#, #""stations": {"3917": "openaq-2178"}"#,
            "https://api.openaq.org/v3/sensors/3917/measurements?datetime_from=2020-04-08T00:00:00Z&limit=1000"
        ),
        (
            "polleninformation", #""places": []"#,
            #""places": [{"name": "Vienna", "longitude": 16.37, "latitude": 48.2}]"#,
            "https://www.polleninformation.at/api/forecast/public?apikey=k&country=AT&lang=en&latitude=48.2&longitude=16.37"
        ),
    ])
    func `a provider with keys is asked for the places that the operator names`(
        name: String, none: String, some: String, address: String
    ) throws {
        #expect(try FeedDefinition.named(name, in: feeds).pullTargets.isEmpty)
        let text = try String(contentsOf: feeds.appending(path: "\(name).json"), encoding: .utf8)
        #expect(text.contains(none))
        let feed = try read(text.replacing(none, with: some))
        let variables = try #require(feed.pull?.environmentVariables)
        let target = try #require(feed.pullTargets.first)
        let keys = Dictionary(uniqueKeysWithValues: variables.map { ($0, "k") })
        let request = try #require(feed.request(for: target, at: noon, environment: keys))
        #expect(request.url.absoluteString == address)
        #expect(request.secrets == ["k"] && !request.publicURL.contains("=k"))
    }
}
