import Alerts
import Allergens
import Foundation
import GRDB
import HealthMetrics
import People
import SampleTesting
import Testing

@testable import Storage

@Suite struct MetricStorageTests {
    let opened: OpenedArchive
    let anna: Account.ID
    private var store: SQLiteStore { opened.store }
    private let days = today.adding(days: -40)...today.adding(days: 1)

    init() async throws {
        opened = try OpenedArchive()
        anna = try await opened.account("anna")
    }

    private func beat(_ value: Double, _ second: Double = 0, _ source: String = "watch") -> Metric {
        Metric(.heartRate, value, time: noon.addingTimeInterval(second), source: source)
    }

    private func keep(
        _ metrics: [Metric], from token: String? = nil, at now: Date = noon
    ) async throws -> MetricBatch.Refusals {
        try await store.keep(MetricBatch(metrics), of: anna, from: token, at: now)
    }

    private func notices() async throws -> [Notice.Matter] {
        try await store.pool.read { [store] database in
            try Row.fetchAll(database, sql: "SELECT account, sealed FROM notice ORDER BY number").map {
                try NoticeRow.opened($0["sealed"], of: $0["account"], store.keys)
            }
        }
    }

    @Test func `values are read back as they came, in the order of time`() async throws {
        let span = Metric(.heartRate, 70.25, range: 61.5...90.125, time: noon - 7_200, source: "Ännes ⌚")
        let metrics = [beat(60), beat(61.5, -5), span, Metric(.peakFlow, 420, time: noon - 5)]
        #expect(try await keep(metrics) == MetricBatch.Refusals())
        #expect(try await store.metrics(of: anna, on: today) == [span, metrics[1], metrics[3], metrics[0]])
        let day = try #require(try await store.metricDays(of: anna, days).first)
        #expect(day.day == today && day.figures(of: .heartRate)?.count == 3)
        #expect(day.figures(of: .heartRate)?.high == 90.125)
    }

    @Test func `what is sent again changes nothing and is named`() async throws {
        _ = try await keep([beat(60), beat(61, 5)])
        let again = try await keep([beat(60), beat(62, 6)])
        #expect(again.values == [0: .duplicate])
        #expect(try await store.metricDays(of: anna, days).first?.figures(of: .heartRate)?.count == 3)
    }

    @Test func `many batches at once lose nothing`() async throws {
        try await withThrowingTaskGroup { group in
            for place in 0..<40 {
                let batch = MetricBatch((0..<10).map { beat(Double(50 + place), -Double(place * 10 + $0)) })
                group.addTask { [store, anna] in
                    _ = try await store.keep(batch, of: anna, from: nil, at: noon)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.metrics(of: anna, on: today).count == 400)
        #expect(try await store.metricDays(of: anna, days).first?.figures(of: .heartRate)?.count == 400)
    }

    @Test func `after two weeks the figures stay, and take nothing more of that source`() async throws {
        _ = try await keep([beat(60), beat(80, 5)])
        let later = noon.addingTimeInterval(15 * 86_400)
        let forgotten = try await store.forgetExpired(at: later)
        #expect(forgotten[.metricValues] == 1)
        #expect(try await store.metrics(of: anna, on: today).isEmpty)
        #expect(try await keep([beat(90, 9), beat(70, 9, "band")], at: later).values == [0: .summarised])
        let figures = try #require(try await store.metricDays(of: anna, days).first?.figures(of: .heartRate))
        #expect(figures.count == 3 && figures.high == 80)
        #expect(try await keep([beat(91, 11), beat(71, 11, "band")], at: later).values == [0: .summarised])
    }

    @Test func `a day, a kind or a second is deleted`() async throws {
        _ = try await keep([beat(60), beat(80, 5), Metric(.weight, 70, time: noon)])
        func remove(_ kind: MetricKind?, _ time: Date? = nil) async throws -> Bool {
            try await store.removeMetrics(kind, at: time, of: anna, on: today, now: noon)
        }
        #expect(try await remove(.heartRate, noon.addingTimeInterval(5)))
        #expect(try await store.metricDays(of: anna, days).first?.figures(of: .heartRate)?.high == 60)
        #expect(try await remove(.peakFlow) == false)
        #expect(try await remove(.weight))
        #expect(try await remove(nil))
        #expect(try await remove(nil) == false)
        #expect(try await store.metricDays(of: anna, days).isEmpty)
        let hours = try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM metricHour") }
        #expect(hours == 0)
    }

    @Test func `values outside of the bounds are told once, in the person's words`() async throws {
        let bounds = MetricPlan.Bounds(low: 50, high: nil, words: "Sit down.", isOn: true)
        try await store.keep(MetricPlan(bounds: [.heartRate: bounds]), of: anna)
        _ = try await keep([beat(49), beat(51, 5), beat(45, 6)])
        #expect(try await store.watchMetrics(before: noon, at: noon) == 0)
        #expect(try await store.watchMetrics(before: noon + 1, at: noon + 1) == 1)
        #expect(try await store.watchMetrics(before: noon + 600, at: noon + 600) == 0)
        guard case .metricOutside(let words, let crossings) = try #require(try await notices().first)
        else { return #expect(Bool(false), "another notice was raised") }
        #expect(words == "Sit down." && crossings.map(\.value) == [49, 45])
        _ = try await keep([beat(48, 30)], at: noon + 60)
        #expect(try await store.watchMetrics(before: noon + 600, at: noon + 600) == 1)
    }

    @Test
    func `the notice after three within an hour says that they are many, once the hour is over no more`()
        async throws
    {
        let bounds = MetricPlan.Bounds(low: 50, high: nil, words: "Sit down.", isOn: true)
        try await store.keep(MetricPlan(bounds: [.heartRate: bounds]), of: anna)
        for minute in [0.0, 5, 10, 15, 80] {
            let time = noon.addingTimeInterval(minute * 60)
            _ = try await keep([beat(45, minute * 60)], at: time)
            #expect(try await store.watchMetrics(before: time + 1, at: time + 1) == 1)
        }
        let isOften = try await notices().map { matter in
            if case .metricOutsideOften(let words, _) = matter { words == "Sit down." } else { false }
        }
        #expect(isOften == [false, false, false, true, false])
    }

    @Test func `two days unlike the past are asked about once a day, unless switched off`() async throws {
        for day in 2..<30 {
            let time = noon.addingTimeInterval(-Double(day) * 86_400)
            _ = try await keep([Metric(.restingHeartRate, Double(58 + day % 5), time: time)], at: time)
        }
        for day in [1, 0] {
            let time = noon.addingTimeInterval(-Double(day) * 86_400)
            _ = try await keep([Metric(.restingHeartRate, 85, time: time)], at: time)
        }
        try await store.keep(MetricPlan(comparesWithPast: false), of: anna)
        #expect(try await store.watchMetrics(before: noon + 1, at: noon + 1) == 0)
        try await store.keep(MetricPlan(), of: anna)
        _ = try await keep([Metric(.restingHeartRate, 86, time: noon + 1)], at: noon + 2)
        #expect(try await store.watchMetrics(before: noon + 3, at: noon + 3) == 1)
        _ = try await keep([Metric(.restingHeartRate, 86, time: noon + 4)], at: noon + 5)
        #expect(try await store.watchMetrics(before: noon + 6, at: noon + 6) == 0)
        guard case .metricUnusual(let comparison) = try #require(try await notices().first)
        else { return #expect(Bool(false), "another notice was raised") }
        #expect(comparison.kind == .restingHeartRate && comparison.isHigher)
    }

    @Test func `a feed that came daily and falls silent is told once, and again after it came back`()
        async throws
    {
        let token = Credential(
            id: "feed", hash: Data(repeating: 7, count: 32), principal: .account(anna))
        try await store.addToken(token, label: "Anna's phone", at: noon)
        func send(_ day: Double) async throws {
            let time = noon.addingTimeInterval(day * 86_400)
            _ = try await keep([Metric(.heartRate, 60, time: time)], from: token.id, at: time)
        }
        func look(_ day: Double) async throws -> Int {
            let time = noon.addingTimeInterval(day * 86_400)
            return try await store.watchMetrics(before: time, at: time)
        }
        for day in [0.0, 1] { try await send(day) }
        #expect(try await look(5) == 0)
        for day in [6.0, 7, 8] { try await send(day) }
        #expect(try await look(8.9) == 0)
        #expect(try await look(9.1) == 1)
        #expect(try await look(9.2) == 0)
        guard case .feedSilent(let label, let since) = try #require(try await notices().first)
        else { return #expect(Bool(false), "another notice was raised") }
        #expect(label == "Anna's phone" && since == noon.addingTimeInterval(8 * 86_400))
        for day in [10.0, 11, 12] { try await send(day) }
        try await store.keep(MetricPlan(silence: nil), of: anna)
        #expect(try await look(14) == 0)
        try await store.keep(MetricPlan(silence: 48), of: anna)
        #expect(try await look(13.9) == 0)
        #expect(try await look(14.1) == 1)
    }

    @Test func `all of it goes with the consent`() async throws {
        _ = try await keep([beat(60)])
        try await store.keep(MetricPlan(), of: anna)
        try await store.removeMetrics(of: anna)
        for table in ["metricDay", "metricHour", "metricPlan", "metricNews", "metricFeed"] {
            let count = try await store.pool.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")
            }
            #expect(count == 0, "\(table)")
        }
    }
}
