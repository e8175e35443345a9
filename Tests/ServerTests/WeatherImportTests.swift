import Feeds
import Foundation
import Geography
import Observations
import SampleTesting
import Storage
import Testing

@testable import Server

@Suite struct WeatherImportTests {
    private let opened: OpenedNetwork

    init() throws { opened = try OpenedNetwork() }

    private func tally(of text: String, as feed: String) async throws -> IntakeTally {
        let file = try opened.folder.file("\(feed).txt", holding: text)
        let definition = try FeedDefinition.named(feed, in: opened.configuration.feeds)
        return try await Importer(network: opened.network, now: { noon })
            .importFile(file, feed: definition) { _ in }
    }

    @Test func `the weather of a station is kept, and the station is not among those of the map`()
        async throws
    {
        let text = "nat_abbr;termin;tre200h0\nBAS;20200408110000;12.5\nBAS;20200408120000;13.5\n"
        #expect(try await tally(of: text, as: "meteoswiss-weather-hourly").accepted == 2)
        #expect(try await tally(of: text, as: "meteoswiss-weather-hourly").unchanged == 2)
        let series = try await opened.store.weather(around: .basel, at: noon)
        #expect(series.map(\.site.name) == ["Basel / Binningen"])
        let now = WeatherOutlook(series, at: noon).now
        #expect(now?.values[.temperature] == 13.5)
        #expect(try await opened.store.stations().isEmpty)
    }

    @Test func `a fetched answer of a grid is kept`() async throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "RecordedFiles/open-meteo-forecast.json")
        let feed = try FeedDefinition.named("open-meteo-forecast", in: opened.configuration.feeds)
        let now = try Date("2021-11-24T10:30:00Z", strategy: .iso8601)
        let tally = try await PulledIntake(network: opened.network)
            .store(file, as: feed, asked: AskedPlace(), at: now)
        #expect(tally.accepted == 50 && tally.rejectedCount == 0)
        let series = try await opened.store.weather(around: Coordinate(13.4, 52.5), at: now)
        let outlook = WeatherOutlook(series, at: now)
        #expect(outlook.now?.values[.temperature] == 7.3)
        #expect(outlook.today?.values[.temperatureMax] == 7.6)
        #expect(outlook.tomorrow?.values[.temperatureMin] == 0.2)
    }

    @Suite(.alone) struct PromptnessTests {
        /// A grid of 100 000 points is taken in within ten seconds on one processor of a small machine; the
        /// tests' build is several times slower than the program, and is given more.
        @Test func `a large grid is taken in at once`() async throws {
            let points = 20_000
            var text =
                "time,longitude,latitude,temperature,humidity,precipitation,windSpeed,cloudCover,pressure\n"
            for number in 0..<points {
                let (column, row) = (number % 200, number / 200)
                text += "2020-04-08T13:00:00Z,\(Double(column) / 10),\(40 + Double(row) / 10),"
                text += "\(Double(number % 300) / 10),55,0.2,3.4,80,1013.2\n"
            }
            let start = ContinuousClock.now
            let tally = try await WeatherImportTests().tally(of: text, as: "plain-weather")
            let duration = ContinuousClock.now - start
            #expect(tally.accepted == points && tally.rejectedCount == 0)
            #expect(duration < .seconds(20), "\(duration)")
        }
    }
}
