import Allergens
import Feeds
import Forecasting
import Foundation
import Observations
import SampleTesting

/// Daily counts and weather at Basel since 1971 and at Geneva since 1994.
///
/// We may not keep them in this repository.
enum RealSeries {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let baselName = "meteoswiss/pollen_D_historical_PBS.csv"
    private static let baselFile = RealFiles.file(baselName)

    static var areThere: Bool { RealFiles.has(baselName, "geneva") }

    /// The counts of each taxon at Basel, day by day.
    private static let baselDays = Result { () throws -> [Allergen.ID: [(day: CivilDate, value: Double)]] in
        let feed = try FeedDefinition.named("meteoswiss-daily", in: root.appending(path: "stations/feeds"))
        var reader = FeedReader(
            definition: feed, stations: Dictionary(uniqueKeysWithValues: feed.stations.map { ($0.id, $0) }),
            now: Date(timeIntervalSince1970: 1_800_000_000))
        var days: [Allergen.ID: [(day: CivilDate, value: Double)]] = [:]
        _ = try reader.readFile(at: baselFile) { batch in
            for reading in batch.readings {
                guard case .day(let day) = reading.period else { continue }
                days[reading.allergen, default: []].append((day, reading.value))
            }
        }
        return days
    }

    static func basel(
        _ allergen: Allergen.ID, in days: ClosedRange<CivilDate> = CivilDate.accepted
    ) throws -> DailySeries {
        var series = DailySeries()
        for (day, value) in try baselDays.get()[allergen] ?? [] where days.contains(day) {
            series.note(value, on: day)
        }
        return series
    }

    /// The counts at Geneva; the lines are `PGE;19940103;0`, with `-` where nothing was counted.
    static func geneva(_ name: String) throws -> DailySeries {
        let text = try String(
            contentsOf: RealFiles.file("geneva/\(name)_1994_2015.txt"), encoding: .isoLatin1)
        var series = DailySeries()
        for line in text.split(whereSeparator: \.isNewline) {
            let cells = line.split(separator: ";")
            guard cells.count == 3, let value = Double(cells[2]), let number = Int(cells[1]),
                let day = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
            else { continue }
            series.note(value, on: day)
        }
        return series
    }

    /// The weather measured at Basel and at Geneva, day by day.
    static func weatherAtBasel() throws -> StationWeather {
        try weather(["meteoswiss/smn_D_BAS_1970-2015.csv"])
    }

    static func weatherAtGeneva() throws -> StationWeather {
        try weather(["geneva/tamb_1994_2015.txt", "geneva/precipitation_1994_2015.txt"])
    }

    /// The weather of one site, from files that each have some of the quantities.
    private static func weather(_ names: [String]) throws -> StationWeather {
        let feed = try FeedDefinition.named(
            "meteoswiss-weather-daily", in: root.appending(path: "stations/feeds"))
        var days: [CivilDate: WeatherValues] = [:]
        for name in names {
            var reader = FeedReader(
                definition: feed, stations: [:], now: Date(timeIntervalSince1970: 1_800_000_000))
            _ = try reader.readFile(at: RealFiles.file(name)) { batch in
                for record in batch.weather {
                    guard case .day(let day) = record.period else { continue }
                    days[day, default: WeatherValues()].fill(from: record.values)
                }
            }
        }
        var weather = StationWeather()
        for (day, values) in days.sorted(by: { $0.key < $1.key }) {
            if let found = DayWeather(values) { weather.note(found, on: day) }
        }
        return weather
    }
}
