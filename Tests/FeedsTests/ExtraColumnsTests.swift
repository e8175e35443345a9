import Allergens
import Foundation
import Observations
import Testing

@testable import Feeds

@Suite struct ExtraColumnsTests {
    private let day = CivilDate(daysSinceEpoch: 20_551)  // 2026-04-08

    @Test func `a value below detection is neither zero nor missing`() throws {
        let outcome = try read(
            "station,allergen,day,value\nbasel,birch,2026-04-08,<3\nbasel,ash,2026-04-08,< 1.5\n")
        #expect(outcome.readings.map(\.detectionLimit) == [3, 1.5])
        #expect(outcome.readings.map(\.value) == [1.5, 0.75], "half of the limit")
        #expect(outcome.totals.tally.missing == 0 && outcome.rejected.isEmpty)
        let json = try JSONReadingsTests.read(
            #"{"readings":[{"allergen":"birch","day":"2026-04-08","value":"<3"}]}"#)
        #expect(json.readings == [outcome.readings[0]])
    }

    @Test(arguments: [
        ("<0", "a limit of detection lies above zero"),
        ("<", "not a number; decimals are written with a point"),
        ("<-1", "a concentration cannot be negative"),
        ("<many", "not a number; decimals are written with a point"),
        (">3", "not a number; decimals are written with a point"),
    ])
    func `an invalid limit is rejected`(value: String, reason: String) throws {
        let outcome = try read("station,allergen,day,value\nbasel,birch,2026-04-08,\(value)\n")
        #expect(outcome.rejected.map(\.rejection.reason) == [reason])
        #expect(outcome.rejected.map(\.column) == ["value"])
        let json = try JSONReadingsTests.read(
            #"{"readings":[{"allergen":"birch","day":"2026-04-08","value":"\#(value)"}]}"#)
        #expect(json.tally.rejected.count == 1)
    }

    @Test func `volume fractions of a gas become micrograms at 20 degrees and 1013 hectopascals`() throws {
        let outcome = try read(
            """
            station,allergen,day,value,unit
            basel,ozone,2026-04-08,100,ppb
            basel,nitrogen_dioxide,2026-04-08,<10,PPB
            basel,pm10,2026-04-08,10,ppb
            basel,birch,2026-04-08,10,ppb

            """)
        // 48 g/mol in 24.06 litres: 1.995 µg/m³ a ppb (Commission Decision 2001/752/EC rounds it to 2).
        #expect(outcome.readings.count == 2)
        #expect(abs(outcome.readings[0].value - 199.5) < 0.1)
        #expect(abs(try #require(outcome.readings[1].detectionLimit) - 19.12) < 0.01)
        #expect(outcome.rejected.map(\.rejection) == [.notAGas, .notAGas])
        let json = try JSONReadingsTests.read(
            #"{"readings":[{"allergen":"ozone","day":"2026-04-08","value":100,"unit":"ppb"}]}"#)
        #expect(json.readings == [outcome.readings[0]])
    }

    @Test func `a day may have a mean of its hours beside the station's own value`() throws {
        let outcome = try read(
            """
            station,allergen,day,value,quality,mean_of
            basel,birch,2026-04-08,10,valid,22
            basel,birch,2026-04-08,900,suspect:jump+stuck,
            basel,ash,2026-04-08,10,valid,17
            basel,ash,2026-04-08,10,suspect:odd,

            """)
        #expect(outcome.readings.map(\.meanOf) == [22, nil])
        #expect(outcome.readings.map(\.quality) == [.valid, .suspect([.jump, .stuck])])
        #expect(outcome.rejected.map(\.column) == ["mean_of", "quality"])
        let timed = try read(
            "station,allergen,time,value,mean_of\nbasel,birch,2026-04-08T12:00:00Z,10,22\n")
        #expect(timed.rejected.map(\.column) == ["mean_of"])
    }

    @Test func `a time may end a mean of one hour or of three`() throws {
        let outcome = try read(
            """
            station,allergen,time,value,hours
            basel,birch,2026-04-08T12:00:00Z,10,3
            basel,birch,2026-04-08T12:00:00Z,11,1
            basel,birch,2026-04-08T13:00:00Z,12,
            basel,birch,2026-04-08T14:00:00Z,12,2

            """)
        let noon = day.startInUTC.addingTimeInterval(43_200)
        #expect(
            outcome.readings.map(\.period) == [
                .threeHours(ending: noon), .hour(ending: noon),
                .hour(ending: noon.addingTimeInterval(3_600)),
            ])
        #expect(outcome.rejected.map(\.column) == ["hours"])
        let json = try JSONReadingsTests.read(
            #"{"readings":[{"allergen":"birch","time":"2026-04-08T12:00:00Z","value":10,"hours":3}]}"#)
        #expect(json.readings == [outcome.readings[0]])
    }

    @Test func `forecasts are for the next day, or for the days that they name`() throws {
        let outcome = try read(
            """
            station,allergen,day,value,forecast,valid,issued
            basel,birch,2026-04-08,10,20,,
            basel,birch,,,30,2026-04-10,2026-04-08T06:00:00Z
            basel,birch,,,40,2026-04-24,2026-04-08T06:00:00Z
            basel,birch,,,50,2026-04-25,2026-04-08T06:00:00Z
            basel,birch,,,50,2026-04-07,2026-04-08T06:00:00Z
            basel,birch,,,50,2026-04-12,2026-04-09T06:00:00Z

            """)
        #expect(outcome.readings.map(\.value) == [10])
        #expect(outcome.forecasts.map(\.value) == [20, 30, 40])
        #expect(outcome.forecasts.map { $0.day.daysSinceEpoch - day.daysSinceEpoch } == [1, 2, 16])
        let issued = day.startInUTC.addingTimeInterval(21_600)
        #expect(outcome.forecasts.map(\.issued) == [nil, issued, issued])
        #expect(outcome.rejected.map(\.column) == ["valid", "valid", "issued"])
        #expect(outcome.rejected.prefix(2).map(\.rejection) == [.expectedTooFar, .expectedBeforeIssue])
        let json = try JSONReadingsTests.read(
            """
            {"readings":[{"allergen":"birch","forecast":30,"valid":"2026-04-10","issued":"2026-04-08T06:00:00Z"},
                {"allergen":"birch","forecast":50,"valid":"2026-04-25","issued":"2026-04-08T06:00:00Z"}]}
            """)
        #expect(json.forecasts == [outcome.forecasts[1]])
        #expect(json.tally.rejected.map(\.column) == ["valid"])
    }

    @Test func `a row gives its quality and the station's note on the day`() throws {
        let outcome = try read(
            """
            station,allergen,day,value,quality,note
            basel,birch,2026-04-08,10,Confirmed,"Rain, so little in the air"
            basel,ash,2026-04-08,10,suspect,
            basel,oak,2026-04-08,10,perhaps,
            basel,elm,2026-04-08,10,valid,\(String(repeating: "x", count: 281))

            """)
        #expect(outcome.readings.map(\.quality) == [.confirmed, .suspect(.declared)])
        #expect(outcome.rejected.map(\.column) == ["quality", "note"])
        #expect(outcome.rejected.map(\.rejection) == [.unknownQuality, .unfitNote])
        let json = try JSONReadingsTests.read(
            """
            {"readings":[{"allergen":"birch","day":"2026-04-08","value":10,"quality":"confirmed",
                "note":"Rain, so little in the air"},
                {"allergen":"ash","day":"2026-04-08","note":"Nothing counted: power cut"}]}
            """)
        #expect(json.readings.map(\.quality) == [.confirmed])
        #expect(json.notes.map(\.text) == ["Rain, so little in the air", "Nothing counted: power cut"])
        #expect(json.notes.allSatisfy { $0.day == day && $0.station == .basel })
    }

    @Test func `memory for duplicates does not grow with the file`() {
        var window = DuplicateWindow(limit: 100)
        for line in 1...1_000 { #expect(window.firstLine(of: UInt64(line), orElse: line) == line) }
        #expect(window.firstLine(of: 950, orElse: 1_001) == 950)
        #expect(window.firstLine(of: 901, orElse: 1_002) == 901)
        #expect(window.firstLine(of: 1, orElse: 1_003) == 1_003, "too long ago")
    }
}
