import Allergens
import Feeds
import Forecasting
import Foundation
import Geography
import Testing

@testable import Evaluation

@Suite struct ForecastEvaluationTests {
    private let first = CivilDate(year: 2019, month: 4, day: 1)!

    /// Five days a year later than a month of nines; the third is missing.
    private func series() -> DailySeries {
        var series = DailySeries()
        for offset in -30...30 { series.note(9, on: first.adding(days: offset - 365)) }
        for (offset, value) in [(0, 10.0), (1, 100), (3, 10), (4, 10)] {
            series.note(value, on: first.adding(days: offset))
        }
        return series
    }

    private func score(of method: String) throws -> Score {
        let evaluation = ForecastEvaluation(
            [series()], bounds: birchBounds, days: first...first.adding(days: 4))
        let method = try #require(ForecastEvaluation.methods.first { $0.name == method })
        return evaluation.score(of: method)
    }

    @Test func `persistence scores as by hand, on days that have a day before`() throws {
        let score = try score(of: "persistence")
        // 10 before 100, and 10 before 10; the days around the missing one are not judged.
        #expect(score.count == 2 && score.strong == 1)
        #expect(abs(try #require(score.meanError) - 45) < 1e-4)
        #expect(abs(try #require(score.meanLogError) - log10(101.0 / 11) / 2) < 1e-6)
        #expect(score.detected == 0 && score.successIndex == 0)
    }

    @Test func `climatology tells the month of the year before`() throws {
        let score = try score(of: "climatology")
        #expect(score.count == 2)
        #expect(abs(try #require(score.meanError) - (91 + 1) / 2.0) < 1e-4)
    }

    @Test func `the model says nothing as long as it has nothing to learn from`() throws {
        let score = try score(of: "the model")
        #expect(score.count == 0 && score.unknown == 2 && score.coverage == nil)
    }

    /// Whatever it was fitted to, it wants to have been known when it is asked.
    private struct Witness: Forecaster {
        let name = "witness"
        var newest = CivilDate.accepted.lowerBound

        func fitted(to results: ArraySlice<OutlookResult>, bounds: LevelBounds) -> any Forecaster {
            Witness(newest: results.map(\.outlook.target).max() ?? newest)
        }

        func expectation(of outlook: Outlook) -> (value: Double, range: ClosedRange<Double>?)? {
            newest <= outlook.origin ? (0, nil) : nil
        }
    }

    @Test(arguments: 1...4)
    func `nothing is learned that was not known on the day of the question`(ahead: Int) {
        var series = DailySeries()
        for offset in 0..<1_200 { series.note(Double(20 + offset % 7), on: first.adding(days: offset)) }
        let last = first.adding(days: 1_199)
        let evaluation = ForecastEvaluation(
            [series, series], bounds: birchBounds, days: last.adding(days: -364)...last, ahead: ahead)
        let score = evaluation.score(of: Witness())
        #expect(score.count == 730 && score.unknown == 0)
    }

    @Test func `what comes after the judged days changes no score`() throws {
        var series = DailySeries()
        for offset in 0..<800 {
            series.note(Double(20 + offset * offset % 97), on: first.adding(days: offset))
        }
        let days = first.adding(days: 700)...first.adding(days: 740)
        let scores = { (series: DailySeries) in
            ForecastEvaluation.methods.map {
                ForecastEvaluation([series], bounds: birchBounds, days: days).score(of: $0)
            }
        }
        let before = scores(series)
        for offset in 741..<800 { series.note(9_000, on: first.adding(days: offset)) }
        #expect(scores(series) == before)
        #expect(before.allSatisfy { $0.count == 41 })
    }
}

/// Daily counts at Basel since 1971, which are not ours to keep in this repository.
@Suite(.enabled(if: BaselSeries.isThere, "needs the real measurements: set BREATHE_DATA to their folder"))
struct BaselForecastTests {
    @Test(arguments: ["alder", "birch", "grass"])
    func `the model beats persistence, climatology and damped anomaly`(allergen: String) throws {
        let id = Allergen.ID(rawValue: allergen)
        let taxon = try #require(Taxonomy.standard[id])
        let bounds = try #require(Scale.standard(for: taxon)).bounds
        let days = CivilDate(year: 2011, month: 1, day: 1)!...CivilDate(year: 2015, month: 12, day: 31)!
        let evaluation = ForecastEvaluation(
            [try BaselSeries.series(of: id, since: 1985)], bounds: bounds, days: days)
        let scores = ForecastEvaluation.methods.map { (name: $0.name, score: evaluation.score(of: $0)) }
        let model = try #require(scores.last).score
        #expect(model.count > 100 && model.unknown == 0)
        for (name, score) in scores.dropLast() {
            let (error, other) = (try #require(model.meanLogError), try #require(score.meanLogError))
            #expect(error < other, "\(name)")
            #expect(model.strong == score.strong)
            let (success, rival) = (try #require(model.successIndex), try #require(score.successIndex))
            #expect(success >= rival, "\(name)")
        }
        #expect((0.7...0.9).contains(try #require(model.coverage)))
    }
}

private enum BaselSeries {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let file =
        (ProcessInfo.processInfo.environment["BREATHE_DATA"].map { URL(filePath: $0) }
        ?? root.appending(path: "../shared/data").standardized)
        .appending(path: "meteoswiss/pollen_D_historical_PBS.csv")

    static var isThere: Bool { FileManager.default.fileExists(atPath: file.path()) }

    static func series(of allergen: Allergen.ID, since year: Int) throws -> DailySeries {
        let feed = try FeedDefinition.named("meteoswiss-daily", in: root.appending(path: "stations/feeds"))
        let stations = Dictionary(uniqueKeysWithValues: feed.stations.map { ($0.id, $0) })
        let first = try #require(CivilDate(year: year, month: 1, day: 1))
        var reader = FeedReader(
            definition: feed, stations: stations, now: Date(timeIntervalSince1970: 1_800_000_000))
        var series = DailySeries()
        _ = try reader.readFile(at: file) { batch in
            for reading in batch.readings where reading.allergen == allergen {
                guard case .day(let day) = reading.period, day >= first else { continue }
                series.note(reading.value, on: day)
            }
        }
        return series
    }
}
