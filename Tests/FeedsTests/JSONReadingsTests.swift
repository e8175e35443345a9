import Allergens
import Foundation
import Observations
import Testing

@testable import Feeds

@Suite struct JSONReadingsTests {
    static func read(_ text: String, only: Station.ID? = .basel) throws -> Submission {
        try JSONReadings.read(
            Data(text.utf8), stations: knownStations, now: .eveningOfApril, only: only)
    }

    /// The failure of a body, or `nil` when it is read.
    static func failure(_ body: Data) throws -> String? {
        do throws(FeedFailure) {
            _ = try JSONReadings.read(body, stations: knownStations, now: .eveningOfApril, only: .basel)
            return nil
        } catch {
            return error.sentence
        }
    }

    @Test func `an entry gives a reading and a forecast for the next day`() throws {
        let batch = try Self.read(
            #"{"readings":[{"allergen":"birch","day":"2020-04-08","value":312,"unit":"grains/m3","forecast":250}]}"#
        )
        let birch = Allergen.ID(rawValue: "birch")
        let day = try #require(CivilDate("2020-04-08"))
        #expect(batch.readings == [Reading(station: .basel, allergen: birch, period: .day(day), value: 312)])
        #expect(
            batch.forecasts == [
                Forecast(station: .basel, allergen: birch, day: day.adding(days: 1), value: 250)
            ])
        #expect(batch.lines == [1])
        #expect(batch.tally.rejected == [])
    }

    @Test func `a time, a station and a missing value are understood`() throws {
        let batch = try Self.read(
            #"""
            {"source":"trap 2","readings":[
              {"station":"bern","allergen":"Betula","time":"2026-04-08T15:00:00+02:00","value":1.5},
              {"station":"bern","allergen":"ash","day":"2026-04-08","value":null}]}
            """#, only: nil)
        let end = try Date("2026-04-08T13:00:00Z", strategy: .iso8601)
        #expect(batch.readings.map(\.period) == [.hour(ending: end)])
        #expect(batch.readings.map(\.station) == [.bern])
        #expect(batch.tally.missing == 1)
        #expect(batch.tally.rows == 2)
        #expect(batch.tally.rejected == [])
    }

    private static let brokenEntries: [(String, String, String, String)] = [
        (#""birch""#, "", "", #"an entry is an object such as {"allergen":"birch",…}"#),
        (#"{"day":"2026-04-08","value":1}"#, "allergen", "", "a value is needed here"),
        (#"{"allergen":7,"day":"2026-04-08","value":1}"#, "allergen", "7", "must be text in quotes"),
        (#"{"allergen":"ash","value":1}"#, "day", "", "a value is needed here"),
        (#"{"allergen":"ash","day":"2026-04-08"}"#, "value", "", "a value is needed here"),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":"3"}"#, "value", "3",
            "must be a number, without quotes"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":true}"#, "value", "",
            "must be a number, without quotes"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":[1]}"#, "value", "",
            "must be a number, without quotes"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":1e999}"#, "value", "",
            "must be a number, without quotes"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":-4}"#, "value", "-4",
            "a concentration cannot be negative"
        ),
        (
            #"{"allergen":"ash","day":"2020-02-30","value":1}"#, "day", "2020-02-30",
            "not a day of the calendar as YYYY-MM-DD, 1870 to 2199"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","time":"2026-04-08T10:00:00Z","value":1}"#, "time",
            "2026-04-08T10:00:00Z", "give either day or time, not both"
        ),
        (
            #"{"allergen":"ash","time":"2026-04-08T10:00:00Z","value":1,"forecast":2}"#, "forecast", "2",
            "a forecast is for the day after a day; give day and not time"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":1,"colour":"red"}"#, "colour", "red",
            "unknown member; allowed are station, allergen, day, time, value, unit, forecast, issued, valid, "
                + "quality, hours, note"
        ),
        (
            #"{"station":"bern","allergen":"ash","day":"2026-04-08","value":1}"#, "station", "bern",
            "the key is for station basel only"
        ),
        (
            #"{"allergen":"ash","day":"2026-04-08","value":1,"unit":"ug/m3"}"#, "unit", "ug/m3",
            "this allergen is given in grains/m3"
        ),
        (
            #"{"allergen":"oak","day":"2026-04-07","value":1}"#, "day", "2026-04-07",
            "the same station, allergen and time stand in line 1 already"
        ),
    ]

    @Test(arguments: brokenEntries.indices)
    func `a broken entry is rejected and its neighbours are accepted`(index: Int) throws {
        let (entry, member, value, reason) = Self.brokenEntries[index]
        let batch = try Self.read(
            """
            {"readings":[{"allergen":"oak","day":"2026-04-07","value":1},\(entry),
                         {"allergen":"oak","day":"2026-04-06","value":2}]}
            """)
        #expect(batch.lines == [1, 3])
        #expect(batch.tally.rejected.map(\.line) == [2])
        #expect(batch.tally.rejected.map(\.column) == [member])
        #expect(batch.tally.rejected.map(\.value) == [value])
        #expect(batch.tally.rejected.map(\.rejection.reason) == [reason])
    }

    @Test func `a malformed body fails with one sentence`() throws {
        let missing = "The body must be an object with the list “readings”."
        for body in ["[]", "{}", "7", #"{"readings":{}}"#, #"{"readings":null}"#] {
            #expect(try Self.failure(Data(body.utf8)) == missing, "\(body)")
        }
        for body in ["", "{", #"{"readings":[{"value":NaN}]}"#, "\u{0}"] {
            #expect(try Self.failure(Data(body.utf8))?.hasPrefix("The body is not JSON; ") == true, "\(body)")
        }
        #expect(try Self.failure(Data([0x7B, 0xFF, 0x7D]))?.hasPrefix("The body is not JSON; ") == true)
        let many = #"{"readings":["# + String(repeating: "0,", count: FeedLimits.jsonEntries) + "0]}"
        let sentence = "The list has more than 100000 entries; send CSV or several bodies."
        #expect(try Self.failure(Data(many.utf8)) == sentence)
        let long = Data(count: FeedLimits.jsonBytes + 1)
        #expect(
            try Self.failure(long) == "The body is longer than 33554432 bytes; send CSV or several bodies.")
    }
}
