import Allergens
import Foundation
import Observations
import Testing

@testable import Feeds

@Suite struct FeedReaderTests {
    @Test func `the sample has readings, forecasts for the next day and a missing value`() throws {
        var known = knownStations
        for station in try FeedDefinition.named("swiss-14stations", in: feeds).stations {
            known[station.id] = station
        }
        var reader = FeedReader(
            definition: try .named("plain", in: feeds), stations: known, now: .eveningOfApril)
        var outcome = Outcome()
        let totals = try reader.readFile(at: samples.appending(path: "plain.csv")) { outcome.add($0) }
        #expect(outcome.rejected == [])
        #expect(totals.tally.rows == 6)
        #expect(totals.tally.missing == 1)
        #expect(outcome.lines == [2, 3, 4, 6, 7])
        #expect(outcome.value(.bern, "birch", "2020-04-08") == 1_912)
        #expect(outcome.forecasts.count == 3)
        #expect(outcome.forecasts.first?.day == CivilDate("2020-04-09"))
        #expect(outcome.forecasts.first?.value == 541)
    }

    @Test func `columns come in any order, case and separator`() throws {
        let texts = [
            "station,allergen,day,value\nbasel,birch,2026-04-08,1.5\n",
            "Value;DAY;Allergen;Station\r\n1.5;2026-04-08;Betula;basel\r\n",
            "\u{FEFF}day\tvalue\tunit\tstation\tallergen\r2026-04-08\t1.5\tgrains/m³\tbasel\tBIRCH",
            "\n\nstation,allergen,day,value,,\n \n\"basel\", birch ,\"2026-04-08\",\"1.5\",,\n,,,,,\n",
        ]
        for text in texts {
            let outcome = try read(text)
            #expect(outcome.rejected == [], "\(text)")
            #expect(outcome.value(.basel, "birch", "2026-04-08") == 1.5, "\(text)")
            #expect(outcome.totals.tally.rows == 1, "\(text)")
        }
    }

    @Test func `a time is the end of an hour in any zone`() throws {
        let outcome = try read(
            """
            station,allergen,time,value
            basel,birch,2026-04-08T13:00:00Z,1
            basel,birch,2026-04-08T16:00:00.000+02:00,2
            basel,birch,2026-04-08t10:30:00-04:30,3
            """)
        #expect(outcome.rejected == [])
        let start = try Date("2026-04-08T13:00:00Z", strategy: .iso8601)
        #expect(outcome.readings.map(\.period) == (0..<3).map { .hour(ending: start + Double($0) * 3_600) })
    }

    @Test func `a day that has begun at the station is not in the future`() throws {
        let outcome = try read(
            """
            station,allergen,day,value
            basel,birch,2026-04-09,1
            bern,birch,2026-04-09,1
            """)
        #expect(outcome.readings.map(\.station) == [.basel])
        let today = try #require(CivilDate("2026-04-08"))
        #expect(outcome.rejected.map(\.rejection) == [.fromTheFuture(today: today)])
    }

    @Test func `a key for one station may omit the station and may not name another`() throws {
        let own = try read("allergen,day,value\nbirch,2026-04-08,7\n", only: .basel)
        #expect(own.value(.basel, "birch", "2026-04-08") == 7)

        let other = try read(
            "station,allergen,day,value\nbern,birch,2026-04-08,7\n,ash,2026-04-08,1", only: .basel)
        #expect(other.rejected.map(\.rejection) == [.otherStation(.basel)])
        #expect(other.value(.basel, "ash", "2026-04-08") == 1)
    }

    @Test func `a file with only a header has no rows`() throws {
        let outcome = try read("station,allergen,day,value")
        #expect(outcome.totals == FeedTotals(bytes: 26))
    }

    @Test func `a missing value may come with a forecast`() throws {
        let outcome = try read("station,allergen,day,value,forecast\nbasel,birch,2026-04-08,,30\n")
        #expect(outcome.readings == [])
        #expect(outcome.totals.tally.missing == 1)
        #expect(outcome.forecasts.map(\.value) == [30])
    }

    @Test func `MeteoSwiss's current files have other names and timestamps`() throws {
        let outcome = try read(
            """
            station_abbr;reference_timestamp;kabetuh0;kaalnuh0\r
            PBS;27.03.2026 22:00;14;\r
            PGE;27.03.2026 23:00;0;3\r
            PXX;27.03.2026 22:00;1;1\r
            """, as: "meteoswiss-hourly")
        #expect(outcome.readings.map(\.value) == [14, 0, 3])
        #expect(
            outcome.readings.first?.period
                == .hour(ending: try Date("2026-03-27T22:00:00Z", strategy: .iso8601)))
        #expect(outcome.totals.tally.missing == 1)
        #expect(
            outcome.rejected == [
                .init(line: 4, column: "station_abbr", value: "PXX", rejection: .unknownStation)
            ])
    }

    @Test func `missing values written as words are missing`() throws {
        let outcome = try read(
            "taxon,station,type,value,datetime\nBetula,Zürich,measurement,NA,2020-04-08\n"
                + "Betula,Genève,measurement,,2020-04-08\n", as: "swiss-14stations")
        #expect(outcome.totals.tally.missing == 2)
        #expect(outcome.rejected == [])
    }

    @Test(arguments: [1, 7, 1_000, 65_536, 100_000])
    func `chunks and batches of any size give the same readings`(size: Int) throws {
        var text = "station,allergen,day,value,unit\r\n"
        for day in 0..<6_000 {
            let date = CivilDate(daysSinceEpoch: 10_000 + day)
            text +=
                day % 7 == 0
                ? "\"basel\",birch,\(date),\"\r\n4\"\r\n" : "basel,birch,\(date),\(day),grains/m3\r\n"
        }
        let bytes = Array(text.utf8)
        let whole = try read(bytes)
        var reader = FeedReader(
            definition: try .named("plain", in: feeds), stations: knownStations, now: .eveningOfApril,
            batchSize: 99)
        var parts = Outcome()
        for start in stride(from: 0, to: bytes.count, by: size) {
            try reader.read(bytes[start..<min(start + size, bytes.count)]) {
                #expect($0.tally.rows == 99)
                parts.add($0)
            }
        }
        let totals = try reader.finish { parts.add($0) }
        #expect(totals == whole.totals)
        #expect(totals.bytes == bytes.count)
        #expect(totals.tally.rows == 6_000)
        #expect(parts.readings == whole.readings)
        #expect(parts.lines == whole.lines)
        #expect(parts.rejected == whole.rejected)
    }
}
