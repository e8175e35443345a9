import Allergens
import Foundation
import Observations
import SampleTesting
import Testing

@testable import Feeds

@Suite(
    .enabled(
        if: RealFiles.has("meteoswiss", "swiss-14stations"),
        "needs the real measurements: set BREATHE_DATA to the folder with meteoswiss and swiss-14stations"))
struct RealFilesTests {
    /// Another program counted the numbers.
    @Test(arguments: [
        ("pollen_D_historical_PBS", "meteoswiss-daily", 11_356, 79_486, 6, 1_149_982.0),
        ("pollen_D_recent_PBS", "meteoswiss-daily", 178, 1_199, 47, 23_862),
        ("pollen_H_historical_PBS", "meteoswiss-hourly", 0, 0, 0, 0),
        ("pollen_H_recent_PBS", "meteoswiss-hourly", 4_282, 29_959, 15, 581_532),
    ])
    func `every cell of the MeteoSwiss files is a reading or missing`(
        file: String, feed: String, rows: Int, readings: Int, missing: Int, sum: Double
    ) throws {
        let outcome = try read(RealFiles.file("meteoswiss/\(file).csv"), as: feed)
        #expect(outcome.totals.tally.rows == rows)
        #expect(outcome.totals.readings == readings)
        #expect(outcome.totals.tally.missing == missing)
        #expect(outcome.rejected == [])
        #expect(outcome.readings.reduce(0) { $0 + $1.value } == sum)
        #expect(outcome.readings.allSatisfy { $0.station == .basel })
    }

    @Test func `the MeteoSwiss files hold days and the ends of hours`() throws {
        let folder = RealFiles.file("meteoswiss")
        let days = try read(folder.appending(path: "pollen_D_historical_PBS.csv"), as: "meteoswiss-daily")
        #expect(days.value(.basel, "alder", "1971-02-01") == 1)
        #expect(days.value(.basel, "birch", "2012-04-08") == 62)
        #expect(days.value(.basel, "ash", "2012-04-08") == 2)
        #expect(days.lines.first == 2)
        #expect(days.lines.last == 11_357)

        let recent = try read(folder.appending(path: "pollen_D_recent_PBS.csv"), as: "meteoswiss-daily")
        #expect(recent.value(.basel, "hazel", "2023-01-01") == 49, "45 is the mean of 0 to 0 UTC")

        let hours = try read(folder.appending(path: "pollen_H_recent_PBS.csv"), as: "meteoswiss-hourly")
        let end = try Date("2023-04-22T16:00:00Z", strategy: .iso8601)
        let beech = hours.readings.first {
            $0.allergen.rawValue == "beech" && $0.period == .hour(ending: end)
        }
        #expect(beech?.value == 738)
    }

    @Test func `every row of the fourteen Swiss stations is a reading`() throws {
        let file = RealFiles.file("swiss-14stations/measurements.derived.csv")
        let outcome = try read(file, as: "swiss-14stations")
        #expect(outcome.totals.tally.rows == 15_081)
        #expect(outcome.totals.readings == 15_081)
        #expect(outcome.totals.tally.missing == 0)
        #expect(outcome.rejected == [])
        #expect(abs(outcome.readings.reduce(0) { $0 + $1.value } - 312_020.446_504_92) < 1e-6)
        #expect(Set(outcome.readings.map(\.station)).count == 14)
        #expect(outcome.value(.basel, "birch", "2020-04-08") == 437.5)
        #expect(outcome.value(.sample("zuerich"), "birch", "2020-04-08") == 1_291.875)
        #expect(outcome.value(.sample("geneve"), "hazel", "2020-04-08") == 1.375)
    }

    @Test func `model runs are not mistaken for measurements`() throws {
        let file = RealFiles.file("swiss-14stations/cosmo_model.derived.csv")
        let outcome = try read(file, as: "swiss-14stations")
        #expect(outcome.readings == [])
        #expect(outcome.rejected.count == outcome.totals.tally.rows)
        #expect(outcome.rejected.first?.column == "type")
        #expect(outcome.rejected.first?.value == "baseline")
    }
}
