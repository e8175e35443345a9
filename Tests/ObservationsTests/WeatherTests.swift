import Allergens
import Foundation
import Geography
import SampleTesting
import Testing

@testable import Observations

@Suite struct WeatherTests {
    private let zone = TimeZone(identifier: "Europe/Zurich")!

    private func site(_ id: String, _ kind: WeatherSite.Kind = .station) -> WeatherSite {
        WeatherSite(
            id: WeatherSite.ID(rawValue: id)!, name: id, kind: kind, position: .basel, timeZone: zone)
    }

    private func hour(
        _ temperature: Double, ending end: Date, at site: WeatherSite, issued: Date? = nil
    ) -> WeatherRecord {
        var values = WeatherValues()
        values[.temperature] = temperature
        values[.precipitation] = 0.5
        return WeatherRecord(site: site.id, period: .hour(ending: end), issued: issued, values: values)
    }

    private func outlook(_ series: (WeatherSite, Double, [WeatherRecord])...) -> WeatherOutlook {
        WeatherOutlook(
            series.map { WeatherSeries(site: $0.0, distance: $0.1, records: $0.2) }, at: noon)
    }

    @Test(arguments: [
        (50.0, WeatherUnit.fahrenheit, WeatherUnit.celsius, 10.0), (283.15, .kelvin, .celsius, 10),
        (36, .kilometresPerHour, .metresPerSecond, 10), (10, .metresPerSecond, .milesPerHour, 22.3694),
        (10, .knots, .metresPerSecond, 5.1444), (1, .inches, .millimetres, 25.4),
        (101_325, .pascals, .hectopascals, 1_013.25), (1_800, .seconds, .minutes, 30),
        (0.5, .share, .percent, 50), (4, .oktas, .percent, 50),
    ])
    func `units are converted`(value: Double, from: WeatherUnit, to: WeatherUnit, expected: Double) throws {
        let converted = try #require(from.convert(value, to: to))
        #expect(abs(converted - expected) < 0.001)
    }

    @Test func `a unit of another quantity is not converted`() {
        #expect(WeatherUnit.celsius.convert(1, to: .percent) == nil)
        #expect(WeatherUnit(spelling: "mp/h") == .milesPerHour)
        #expect(WeatherUnit(spelling: "furlongs") == nil)
    }

    @Test(arguments: [
        (WeatherParameter.temperature, 60.1), (.humidity, -1), (.humidity, 100.5), (.precipitation, 501),
        (.sunshine, 61), (.pressure, 700), (.windSpeed, -0.1), (.windGust, .infinity), (.weatherCode, 100),
    ])
    func `a value that never occurs is refused`(parameter: WeatherParameter, value: Double) {
        #expect(throws: ReadingRejection.self) {
            try WeatherRules.admit(value, of: parameter, over: .hour)
        }
    }

    @Test func `a day may have the rain and sunshine that no hour has`() throws {
        try WeatherRules.admit(600, of: .precipitation, over: .day)
        try WeatherRules.admit(900, of: .sunshine, over: .day)
    }

    @Test func `now is what a station measured, even if a grid's point is nearer`() throws {
        let grid = site("grid", .grid)
        let station = site("station")
        let outlook = outlook(
            (grid, 1_000, [hour(11, ending: noon, at: grid, issued: noon)]),
            (station, 9_000, [hour(12, ending: noon.addingTimeInterval(-3_600), at: station)]))
        #expect(outlook.now?.site.id == station.id)
        #expect(outlook.now?.values[.temperature] == 12)
        #expect(outlook.now?.issued == nil)
    }

    @Test func `an old measurement is not now`() {
        let station = site("station")
        let outlook = outlook(
            (station, 0, [hour(12, ending: noon.addingTimeInterval(-WeatherRules.measuredAge), at: station)]))
        #expect(outlook.now == nil)
    }

    @Test func `an old forecast is not used`() {
        let grid = site("grid", .grid)
        let issued = noon.addingTimeInterval(-WeatherRules.forecastAge)
        #expect(outlook((grid, 0, [hour(11, ending: noon, at: grid, issued: issued)])).now == nil)
        let fresh = issued.addingTimeInterval(1)
        #expect(outlook((grid, 0, [hour(11, ending: noon, at: grid, issued: fresh)])).now != nil)
    }

    @Test func `a day is made of its hours on the site's clock, measured ones first`() throws {
        let station = site("station")
        let start = LocalCalendar(zone).start(of: today)
        var records: [WeatherRecord] = []
        for count in 0...25 {
            let end = start.addingTimeInterval(Double(count) * 3_600)
            records.append(hour(Double(count), ending: end, at: station, issued: noon))
        }
        records.append(hour(-5, ending: start.addingTimeInterval(3_600), at: station))
        let day = try #require(outlook((station, 0, records)).today)
        #expect(day.values[.temperatureMax] == 24)
        #expect(day.values[.temperatureMin] == -5)
        #expect(day.values[.precipitation] == 12)
        #expect(day.issued == noon)
        #expect(day.period == .day(today))
    }

    @Test func `a day with too few hours is not known`() {
        let station = site("station")
        let start = LocalCalendar(zone).start(of: today)
        let records = (1..<WeatherRules.leastHours).map {
            hour(1, ending: start.addingTimeInterval(Double($0) * 3_600), at: station)
        }
        #expect(outlook((station, 0, records)).today == nil)
    }

    @Test func `where nothing is known nothing is said`() {
        let outlook = outlook()
        #expect(outlook.now == nil && outlook.today == nil && outlook.tomorrow == nil)
        #expect(outlook.hours.isEmpty)
    }
}

@Suite struct WeatherMeaningTests {
    private func meaning(
        rain: Double?, highest: Double?, wind: Double?, rainBefore: Double? = nil
    ) -> WeatherMeaning? {
        var values = WeatherValues()
        values[.precipitation] = rain
        values[.temperatureMax] = highest
        values[.windSpeed] = wind
        var before = WeatherValues()
        before[.precipitation] = rainBefore
        return WeatherMeaning(values, after: before)
    }

    @Test func `rain, wind and calm are told apart at their bounds`() {
        #expect(meaning(rain: 1, highest: 20, wind: 9) == .rain)
        #expect(meaning(rain: 0.9, highest: 15, wind: 5.5) == .windy)
        #expect(meaning(rain: 0, highest: 14.9, wind: 9) == nil, "windy, and not warm")
        #expect(meaning(rain: 0, highest: 20, wind: 1.5) == .calm)
        #expect(meaning(rain: 0, highest: 20, wind: 1.6) == nil)
        #expect(meaning(rain: 9, highest: 4.9, wind: 1) == nil, "too cold for pollen")
    }

    @Test func `wind is told apart after a day of rain`() {
        #expect(meaning(rain: 0, highest: 15, wind: 5.5, rainBefore: 1) == .windyAfterRain)
        #expect(meaning(rain: 0, highest: 15, wind: 5.5, rainBefore: 0.9) == .windy)
        #expect(meaning(rain: 0, highest: 20, wind: 1.5, rainBefore: 9) == .calm)
        #expect(meaning(rain: 1, highest: 20, wind: 9, rainBefore: 9) == .rain)
    }

    @Test func `what is not known means nothing`() {
        #expect(meaning(rain: nil, highest: 20, wind: 9) == nil)
        #expect(meaning(rain: 0, highest: nil, wind: 9) == nil)
        #expect(meaning(rain: 0, highest: 20, wind: nil) == nil)
    }
}
