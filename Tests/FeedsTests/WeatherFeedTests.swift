import Allergens
import Foundation
import Geography
import Observations
import SampleTesting
import Testing

@testable import Feeds

/// The weather in tables and documents.
@Suite struct WeatherFeedTests {
    private static let now = Date(timeIntervalSince1970: 1_637_750_000)

    private func recording(_ name: String) throws -> Data {
        try Data(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "RecordedFiles/\(name).json"))
    }

    private func table(_ text: String, as feed: String, at now: Date = .noonOfJune) throws -> Submission {
        var reader = FeedReader(definition: try .named(feed, in: feeds), stations: [:], now: now)
        var batches: [Submission] = []
        try reader.read(text.utf8) { batches.append($0) }
        try reader.finish { batches.append($0) }
        return batches[0]
    }

    @Test func `the answer of Open-Meteo gives the hours and days of a point, in the stored units`() throws {
        let batch = try document(recording("open-meteo-forecast"), as: "open-meteo-forecast", at: Self.now)
        #expect(batch.complaints == [])
        let site = try #require(batch.weatherSites.first)
        #expect(batch.weatherSites.count == 1)
        #expect(site.id.rawValue == "open-meteo-forecast_13.4_52.5" && site.kind == .grid)
        #expect(site.timeZone.identifier == "Europe/Berlin")
        #expect(batch.weather.count == 48 + 2)
        // 2021-11-24T01:00 in Berlin is midnight in UTC.
        let midnight = Date(timeIntervalSince1970: 1_637_712_000)
        let hour = try #require(batch.weather.first { $0.period == .hour(ending: midnight) })
        #expect(hour.values[.temperature] == 6.8)
        #expect(hour.values[.humidity] == 95)
        #expect(abs(try #require(hour.values[.windSpeed]) - 10.9 / 3.6) < 0.001)
        #expect(hour.values[.pressure] == 1_025.7)
        #expect(hour.issued == Self.now)
        let day = try #require(batch.weather.first { $0.period == .day(CivilDate("2021-11-24")!) })
        #expect(day.values[.temperatureMax] == 7.6 && day.values[.temperatureMin] == 5.5)
        #expect(day.values[.precipitation] == 0.19)
        #expect(day.values[.weatherCode] == 61 && !day.values.isThunderstorm)
    }

    @Test func `the answer of MET Norway says when it was issued, and rain belongs to the hour after`() throws
    {
        let now = try Date("2024-10-02T08:30:00Z", strategy: .iso8601)
        let batch = try document(recording("met-norway"), as: "met-norway", at: now)
        #expect(batch.complaints == [])
        #expect(batch.tally.missing == 1)
        let nine = try Date("2024-10-02T09:00:00Z", strategy: .iso8601)
        let hour = try #require(batch.weather.first { $0.period == .hour(ending: nine) })
        #expect(hour.issued == (try Date("2024-10-02T08:19:19Z", strategy: .iso8601)))
        #expect(hour.values[.temperature] == 20.6 && hour.values[.windSpeed] == 10)
        #expect(hour.values[.cloudCover] == 84.4 && hour.values[.precipitation] == 0)
        let eight = batch.weather.first { $0.period == .hour(ending: nine.addingTimeInterval(-3_600)) }
        #expect(eight?.values[.precipitation] == nil)
    }

    @Test func `the unit that a document states precedes that of the definition`() throws {
        let text = #"""
            {"latitude":47.5,"longitude":7.5,"timezone":"GMT","utc_offset_seconds":0,
             "hourly_units":{"temperature_2m":"°F","wind_speed_10m":"mp/h","precipitation":"barrel"},
             "hourly":{"time":["2026-06-28T12:00"],"temperature_2m":[50],"wind_speed_10m":[10],
                       "precipitation":[1],"relative_humidity_2m":[140]},
             "daily":{"time":[]}}
            """#
        let batch = try document(text, as: "open-meteo-forecast")
        #expect(batch.weather.map { $0.values[.temperature] } == [10])
        #expect(batch.weather.map { $0.values[.windSpeed] } == [4.4704])
        #expect(
            batch.complaints == [
                "hourly.relative_humidity_2m[0] “140”: outside 0 to 100 %, which never occurs",
                "hourly_units.precipitation “barrel”: unknown unit; known are °C, °F, K, %, 1, okta, mm, in, "
                    + "m/s, km/h, mph, kn, hPa, Pa, h, min, s, wmo code",
            ])
    }

    @Test func `a station's days are measured, and impossible cells are refused one by one`() throws {
        let batch = try table(
            """
            station;termin;nat_abbr;tre200d0;tre200dn;rre150d0;sre000d0
            75;20151230000000;BAS;4.4;99;3.1;
            75;20991231000000;BAS;1;1;1;1
            75;20151231000000;XYZ;1;1;1;1
            """, as: "meteoswiss-weather-daily")
        #expect(batch.weatherSites.map(\.id.rawValue) == ["smn-bas"])
        #expect(batch.weather.count == 1)
        #expect(batch.weather[0].issued == nil)
        #expect(batch.weather[0].values[.temperature] == 4.4)
        #expect(batch.weather[0].values[.temperatureMin] == nil)
        #expect(batch.weather[0].values[.precipitation] == 3.1)
        #expect(batch.tally.missing == 1)
        #expect(
            batch.complaints == [
                "tre200dn “99”: outside -95 to 60 °C, which never occurs",
                "termin “20991231000000”: in the future; at the station it is 2026-06-28",
                "nat_abbr “XYZ”: no station has this identifier",
            ])
        #expect(batch.tally.rejected.map(\.line) == [2, 3, 4])
    }

    @Test func `of two kinds of a day's rain, that of the calendar day is read`() throws {
        let batch = try table(
            "stn;time;rre150d0;rka150d0\nGVE;19940101;9.2;8.7\n", as: "meteoswiss-weather-daily")
        #expect(batch.weather.map { $0.values[.precipitation] } == [8.7])
    }

    @Test func `a table of a grid is a forecast, and repeated values are refused`() throws {
        let batch = try table(
            """
            time,longitude,latitude,issued,temperature,windSpeed
            2026-06-28T13:00:00Z,7.61,47.52,2026-06-28T06:00:00Z,21.5,3
            2026-06-28T13:00:00Z,7.61,47.52,2026-06-28T06:00:00Z,21.5,3
            2026-06-28T14:00:00Z,7.61,47.52,,22.5,
            2026-06-28T14:00:00Z,190,47.52,,22.5,
            2026-08-01T14:00:00Z,7.61,47.52,,22.5,
            """, as: "plain-weather")
        #expect(batch.weatherSites.map(\.id.rawValue) == ["plain-weather_7.6_47.5"])
        #expect(
            batch.weather.map(\.issued) == [
                try Date("2026-06-28T06:00:00Z", strategy: .iso8601), .noonOfJune,
            ])
        #expect(
            batch.complaints == [
                "temperature “21.5”: the same station, allergen and time stand in line 2 already",
                "windSpeed “3”: the same station, allergen and time stand in line 2 already",
                "longitude “190”: longitude and latitude are no position",
                "time “2026-08-01T14:00:00Z”: more than 16 days ahead",
            ])
    }

    @Test(arguments: [
        (#""unit": "°C"}"#, #""unit": "mm"}"#, "is no unit of temperature"),
        (#""degrees": 0.1,"#, "", "the points of a grid need longitude, latitude and degrees"),
        (#""issued": ["issued"]"#, #""value": ["issued"]"#, "value is not for feeds of the weather"),
        (#""parameter": "humidity""#, #""parameter": "dampness""#, "“dampness” is unknown"),
    ])
    func `a wrong definition of the weather is explained`(old: String, new: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let text = try String(
            contentsOf: feeds.appending(path: "plain-weather.json"), encoding: .utf8)
        let file = try folder.file("wrong.json", holding: text.replacing(old, with: new, maxReplacements: 1))
        let mistakes = #expect(throws: DefinitionMistakes.self) {
            try FeedDefinition.check(file, beside: feeds)
        }
        #expect(mistakes?.first.reason.contains(reason) == true, "\(String(describing: mistakes?.first))")
    }

    @Test func `feeds of the weather have no readings`() throws {
        for name in ["met-norway", "meteoswiss-weather-daily", "open-meteo-forecast", "plain-weather"] {
            #expect(try !FeedDefinition.named(name, in: feeds).hasReadings)
        }
    }
}

/// The recorded series of two weather stations.
@Suite(
    .enabled(
        if: RealFiles.has("meteoswiss", "geneva"),
        "needs the recorded files: set BREATHE_DATA to their folder"))
struct RealWeatherTests {
    private func read(_ path: String, as feed: String) throws -> (totals: FeedTotals, batches: [Submission]) {
        var reader = FeedReader(definition: try .named(feed, in: feeds), stations: [:], now: .noonOfJune)
        var batches: [Submission] = []
        let totals = try reader.readFile(at: RealFiles.file(path)) { batches.append($0) }
        return (totals, batches)
    }

    @Test func `every day of Basel since 1971 is read without a complaint`() throws {
        let (totals, batches) = try read(
            "meteoswiss/smn_D_BAS_1970-2015.csv", as: "meteoswiss-weather-daily")
        #expect(totals.tally.rejectedCount == 0, "\(totals.tally.rejected.first.debugDescription)")
        #expect(totals.weather == 16_436)
        let last = try #require(batches.last?.weather.last)
        #expect(last.values[.temperature] == 4.4 && last.values[.pressure] == 1_025.6)
    }

    @Test func `the hours of Basel are read without a complaint`() throws {
        let (totals, batches) = try read("meteoswiss/smn_H_recent_BAS.csv", as: "meteoswiss-weather-hourly")
        #expect(totals.tally.rejectedCount == 0, "\(totals.tally.rejected.first.debugDescription)")
        #expect(totals.weather == 4_465)
        let first = try #require(batches.first?.weather.first)
        #expect(first.period == .hour(ending: try Date("2023-01-01T00:00:00Z", strategy: .iso8601)))
        #expect(first.values[.temperature] == 9.2 && first.values[.windGust] == 5.4)
    }

    @Test(arguments: ["ensoleillement", "humidite", "precipitation", "tamb", "vv_ms"])
    func `the series of Geneva are read without a complaint`(name: String) throws {
        let (totals, _) = try read("geneva/\(name)_1994_2015.txt", as: "meteoswiss-weather-daily")
        #expect(totals.tally.rejectedCount == 0, "\(totals.tally.rejected.first.debugDescription)")
        #expect(totals.weather + totals.tally.missing == 8_035)
    }
}
