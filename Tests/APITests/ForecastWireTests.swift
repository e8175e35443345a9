import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Observations
import SampleTesting
import Synchronization
import Testing

@testable import API

/// How answers present forecasts: their values, their basis and their intervals.
@Suite struct ForecastWireTests {
    private let api = TestAPI()
    private let tomorrow = today.adding(days: 1)

    init() {
        api.expected.value = [
            StationForecast(allergen: "birch", day: tomorrow, value: 20, issued: noon),
            StationForecast(
                allergen: "grass", day: tomorrow, value: 30.5, issued: noon,
                interval: ForecastInterval(low: 4.004, high: 80)),
        ]
    }

    private func get(_ target: String, holds parts: [String], lacks: [String] = []) async throws {
        try await api.test { client in
            let response = try await client.execute(uri: target, method: .get)
            let text = String(buffer: response.body)
            #expect(response.status == .ok)
            for part in parts { #expect(text.contains(part), "\(text)") }
            for part in lacks { #expect(!text.contains(part), "\(text)") }
        }
    }

    @Test func `a station's own forecast has no interval, a modelled one has`() async throws {
        try await get(
            "/v1/stations/basel/readings",
            holds: [
                #"{"allergen":"birch","basis":"station","index":2.9,"#
                    + #""issued":"2020-04-08T12:00:00Z","level":"moderate","unit":"grains/m3","valid":"2020-04-09","value":20}"#,
                #""allergen":"grass","basis":"modelled","index":3.42,"#
                    + #""interval":{"high":80,"low":4,"probability":0.8}"#,
            ])
    }

    @Test func `the list of stations gives the interval of modelled values`() async throws {
        try await get(
            "/v1/stations?allergen=grass&date=\(tomorrow)",
            holds: [#""basis":"modelled""#, #""interval":{"high":80,"low":4,"probability":0.8}"#])
        try await get(
            "/v1/stations?allergen=birch&date=\(tomorrow)", holds: [#""basis":"forecast""#],
            lacks: ["interval"])
    }

    @Test func `the air gives the interval of tomorrow's values`() async throws {
        let birch = try #require(Taxonomy.standard["birch"])
        func estimate(
            _ value: Double, _ interval: ForecastInterval?, knowsWeather: Bool = false
        ) -> AirValue.Estimate {
            AirValue.Estimate(
                day: today, value: value, level: .moderate, index: 3, basis: .modelled, interval: interval,
                knowsWeather: knowsWeather)
        }
        api.air.values.value = [
            AirValue(
                allergen: birch, today: estimate(20, nil), station: "basel", distance: 0,
                tomorrow: estimate(30, ForecastInterval(low: 10, high: 90), knowsWeather: true),
                dayAfter: estimate(40, ForecastInterval(low: 5, high: 95), knowsWeather: false))
        ]
        try await get(
            "/v1/air?lon=7.6&lat=47.5",
            holds: [
                #""tomorrow":{"basis":"modelled","index":3,"interval":{"high":90,"low":10,"probability":0.8},"#
                    + #""knowsWeather":true,"#,
                #""dayAfterTomorrow":{"basis":"modelled","index":3,"#
                    + #""interval":{"high":95,"low":5,"probability":0.8},"knowsWeather":false,"#,
            ],
            lacks: ["later"])
        try await get(
            "/v1/air?lon=7.6&lat=47.5&days=5",
            holds: [
                #""later":[{"basis":"modelled","day":"\#(today.adding(days: 3))","index":3,"level":"moderate","#
                    + #""value":20},{"basis":"modelled","day":"\#(today.adding(days: 4))","index":3,"interval":{"#
            ])
    }

    @Test func `hours of two days before can be asked for, and no others`() async throws {
        try await api.test { client in
            for (ago, from) in [("", noon), ("&ago=0", noon), ("&ago=48", noon - 48 * 3_600)] {
                let answer = try await client.execute(
                    uri: "/v1/air/hours?lon=7.6&lat=47.5\(ago)", method: .get)
                #expect(answer.status == .ok && api.air.hoursFrom.value == from, "\(ago)")
            }
            for wrong in ["-1", "49", "1.5", "noon"] {
                let answer = try await client.execute(
                    uri: "/v1/air/hours?lon=7.6&lat=47.5&ago=\(wrong)", method: .get)
                #expect(answer.status == .badRequest, "\(wrong)")
                #expect(String(buffer: answer.body).contains(#""parameter":"ago""#), "\(wrong)")
            }
        }
    }

    @Test func `the coming hours are modelled, each with its end and its interval`() async throws {
        let birch = try #require(Taxonomy.standard["birch"])
        let interval = try #require(ForecastInterval(low: 2, high: 90))
        api.air.coming.value = [
            ComingHours(
                allergen: birch,
                hours: [
                    ComingHours.Hour(
                        end: try Date("2020-04-07T13:00:00Z", strategy: .iso8601), value: 12.345,
                        level: .moderate, interval: interval, knowsWeather: true)
                ])
        ]
        try await get(
            "/v1/air/hours?lon=7.6&lat=47.5",
            holds: [
                #"{"allergens":[{"allergen":"birch","hours":[{"basis":"modelled","#
                    + #""interval":{"high":90,"low":2,"probability":0.8},"knowsWeather":true,"#
                    + #""level":"moderate","time":"2020-04-07T13:00:00Z","value":12.35}],"name":"birch","#
            ])
    }
}
