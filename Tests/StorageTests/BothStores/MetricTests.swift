import Allergens
import Foundation
import HealthMetrics
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// Health values.
    @Suite struct MetricTests {
        private let days = today.adding(days: -40)...today.adding(days: 1)

        private func beat(_ value: Double, _ second: Double = 0) -> Metric {
            Metric(.heartRate, value, time: noon.addingTimeInterval(second), source: "watch")
        }

        private func keep(
            _ metrics: [Metric], of account: Account.ID, from token: String? = nil, in store: any RowStore
        ) async throws -> MetricBatch.Refusals {
            try await store.keep(MetricBatch(metrics), of: account, from: token, at: noon)
        }

        @Test(arguments: StoreKind.tested)
        func `values are read back as they came, and sent again they change nothing`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let span = Metric(.heartRate, 70.25, range: 61.5...90.125, time: noon - 7_200, source: "Ännes ⌚")
            let metrics = [beat(60), beat(61.5, -5), span]
            #expect(try await keep(metrics, of: anna, in: store) == MetricBatch.Refusals())
            #expect(try await store.metrics(of: anna, on: today) == [span, metrics[1], metrics[0]])
            let again = try await keep([beat(60), beat(62, -6)], of: anna, in: store)
            #expect(again.values == [0: .duplicate])
            let day = try #require(try await store.metricDays(of: anna, days).first)
            #expect(day.day == today && day.figures(of: .heartRate)?.count == 4)
            #expect(day.figures(of: .heartRate)?.high == 90.125)
        }

        @Test(arguments: StoreKind.tested)
        func `batches at once lose nothing`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            try await withThrowingTaskGroup { group in
                for place in 0..<8 {
                    let metrics = (0..<5).map { beat(Double(50 + place), -Double(place * 5 + $0)) }
                    group.addTask { _ = try await keep(metrics, of: anna, in: store) }
                }
                try await group.waitForAll()
            }
            #expect(try await store.metrics(of: anna, on: today).count == 40)
            #expect(try await store.metricDays(of: anna, days).first?.figures(of: .heartRate)?.count == 40)
        }

        @Test(arguments: StoreKind.tested)
        func `values are removed by their time, their kind, or all together`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let peak = Metric(.peakFlow, 420, time: noon, source: "watch")
            _ = try await keep([beat(60), beat(61, -5), peak], of: anna, in: store)
            #expect(try await store.removeMetrics(.heartRate, at: noon, of: anna, on: today, now: noon))
            #expect(try await store.metrics(of: anna, on: today) == [beat(61, -5), peak])
            #expect(try await store.removeMetrics(.heartRate, at: nil, of: anna, on: today, now: noon))
            #expect(try await !store.removeMetrics(.heartRate, at: nil, of: anna, on: today, now: noon))
            #expect(try await store.metrics(of: anna, on: today) == [peak])
            try await store.removeMetrics(of: anna)
            for table in ["metricDay", "metricHour"] { #expect(try await opened.count(table) == 0) }
        }

        @Test(arguments: StoreKind.tested)
        func `a plan takes the place of the one before`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            #expect(try await store.metricPlan(of: anna) == MetricPlan())
            let plan = MetricPlan(comparesWithPast: false)
            #expect(plan != MetricPlan())
            try await store.keep(plan, of: anna)
            #expect(try await store.metricPlan(of: anna) == plan)
            try await store.keep(MetricPlan(), of: anna)
            #expect(try await store.metricPlan(of: anna) == MetricPlan())
            #expect(try await opened.count("metricPlan") == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `values outside of the bounds are told once`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let bounds = MetricPlan.Bounds(low: 50, high: nil, words: "Sit down.", isOn: true)
            try await store.keep(MetricPlan(bounds: [.heartRate: bounds]), of: anna)
            _ = try await keep([beat(49), beat(51, -5), beat(45, -6)], of: anna, in: store)
            #expect(try await store.watchMetrics(before: noon, at: noon) == 0)
            for told in [1, 0] {
                #expect(try await store.watchMetrics(before: noon + 1, at: noon + 1) == told)
            }
            #expect(try await opened.count("notice WHERE account = \(anna.rawValue)") == 1)
        }

        @Test(arguments: StoreKind.tested)
        func `a daily feed that falls silent is told once, and goes with its token`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let token = Credential(
                id: "feed", hash: Data(repeating: 7, count: 32), principal: .account(anna))
            try await store.addToken(token, label: "Anna's phone", at: noon)
            for day in 0..<3 {
                let time = noon.addingTimeInterval(Double(day) * 86_400)
                let batch = MetricBatch([Metric(.heartRate, 60, time: time)])
                _ = try await store.keep(batch, of: anna, from: token.id, at: time)
            }
            // Before the day is over, right after it, and once more.
            for (hours, told) in [(71.0, 0), (73, 1), (74, 0)] {
                let time = noon.addingTimeInterval(hours * 3_600)
                #expect(try await store.watchMetrics(before: time, at: time) == told)
            }
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run("DELETE FROM credential WHERE id = \(token.id)")
            }
            #expect(try await opened.count("metricFeed") == 0)
        }
    }
}
