import Allergens
import Foundation
import Geography
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Testing

@testable import API

@Suite struct WeatherRouteTests {
    private let api = TestAPI()
    private let site = WeatherSite(
        id: WeatherSite.ID(rawValue: "smn-bas")!, name: "Basel / Binningen", kind: .station,
        position: .basel, altitude: 316, timeZone: .gmt, attribution: "Source: MeteoSwiss")

    private func fill() {
        var hour = WeatherRecord(site: site.id, period: .hour(ending: noon))
        hour.values[.temperature] = 10
        hour.values[.windSpeed] = 10
        hour.values[.precipitation] = 2.54
        var day = WeatherRecord(
            site: site.id, period: .day(today.adding(days: 1)), issued: noon.addingTimeInterval(-60))
        day.values[.temperatureMax] = 25
        api.weather.series.value = [WeatherSeries(site: site, distance: 2_100.4, records: [hour, day])]
    }

    private func json(_ target: String, status: Int = 200) async throws -> [String: Any] {
        try await api.test { client in
            let response = try await client.execute(uri: target, method: .get)
            #expect(response.status.code == status, "\(target)")
            return String(buffer: response.body)
        }.object
    }

    @Test func `now and tomorrow say where they are from, and what is not known is left out`() async throws {
        fill()
        let weather = try await json("/v1/weather?lon=7.58&lat=47.56")
        let now = try #require(weather["now"] as? [String: Any])
        #expect(now["basis"] as? String == "measured")
        #expect(now["time"] as? String == "2020-04-08T12:00:00Z")
        #expect(
            now["values"] as? [String: Double] == ["temperature": 10, "windSpeed": 36, "precipitation": 2.5])
        let from = try #require(now["site"] as? [String: Any])
        #expect(from["kind"] as? String == "station" && from["distance"] as? Int == 2_100)
        #expect(from["attribution"] as? String == "Source: MeteoSwiss")
        let tomorrow = try #require(weather["tomorrow"] as? [String: Any])
        #expect(tomorrow["basis"] as? String == "forecast" && tomorrow["day"] as? String == "2020-04-09")
        #expect(tomorrow["issued"] as? String == "2020-04-08T11:59:00Z")
        #expect(weather["today"] == nil && weather["hours"] == nil)
    }

    @Test func `imperial units are those of the United States`() async throws {
        fill()
        let weather = try await json("/v1/weather?lon=7.58&lat=47.56&units=imperial&hours=true")
        let now = try #require(weather["now"] as? [String: Any])
        #expect(
            now["values"] as? [String: Double] == [
                "temperature": 50, "windSpeed": 22.4, "precipitation": 0.1,
            ])
        let units = try #require(weather["units"] as? [String: String])
        #expect(units["temperature"] == "°F" && units["windGust"] == "mph" && units["precipitation"] == "in")
        #expect((weather["hours"] as? [Any])?.count == 1)
    }

    @Test func `humidity stands beside both days, and yesterday's rain counts`() async throws {
        func record(_ day: Int, rain: Double, humidity: Double) -> WeatherRecord {
            var record = WeatherRecord(
                site: site.id, period: .day(today.adding(days: day)), issued: noon.addingTimeInterval(-60))
            record.values[.precipitation] = rain
            record.values[.humidity] = humidity
            record.values[.temperatureMax] = 20
            record.values[.windSpeed] = 6
            return record
        }
        let records = [
            record(-1, rain: 6, humidity: 91), record(0, rain: 0, humidity: 43),
            record(1, rain: 0, humidity: 57),
        ]
        api.weather.series.value = [WeatherSeries(site: site, distance: 900, records: records)]
        let weather = try await json("/v1/weather?lon=7.58&lat=47.56")
        let meaning = try #require(weather["meaning"] as? [String: Any])
        #expect(meaning["code"] as? String == "windyAfterRain")
        let body = try await api.test { client in
            String(buffer: try await client.execute(uri: "/place/basel", method: .get).body)
        }
        for part in ["humidity 43", "humidity 57", "windy after yesterday’s rain"] {
            #expect(body.contains(part), "\(part)")
        }
        #expect(!body.contains("humidity 91"))
    }

    @Test func `where no weather is known only the units are told`() async throws {
        let weather = try await json("/v1/weather?lon=7.58&lat=47.56")
        #expect(Array(weather.keys) == ["units"])
    }

    @Test(arguments: ["lat=47", "lon=7.5&lat=91", "lon=7&lat=47&units=furlongs", "lon=7&lat=47&hours=1"])
    func `a wrong parameter is a problem`(query: String) async throws {
        let problem = try await json("/v1/weather?\(query)", status: 400)
        #expect((problem["type"] as? String)?.hasSuffix("invalid-parameter") == true)
    }
}

extension String {
    fileprivate var object: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any]) }
    }
}
