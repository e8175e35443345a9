import Alerting
import Alerts
import Allergens
import Forecasting
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Testing

/// Alerts for tomorrow where a model forecasts for a station.
///
/// Clocks at the fences show UTC: a round is at six in the evening.
@Suite struct ModelledForecastAlertTests {
    let network: NewsNetwork
    let anna: Account.ID
    private let tomorrow = today.adding(days: 1)
    private let evening = noon.addingTimeInterval(6 * 3_600)

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account()
    }

    private func modelled(_ value: Double) -> ModelledForecast {
        ModelledForecast(
            station: "basel", allergen: "birch", day: tomorrow,
            expectation: .init(value: value, range: 0...500), issued: noon)
    }

    private func standing(at now: Date) async throws -> [Alert] {
        try await network.store.alerts(in: .world, at: now, concerning: AllergenSet(), limit: 10)
    }

    @Test func `a station's modelled forecast comes as the station's, and is marked as modelled`()
        async throws
    {
        try await network.keep(.sample(of: anna))
        try await network.expect(modelled(80))
        let finding = try #require(try await network.look(at: evening).first?.alert.finding)
        #expect(finding.basis == .modelled && finding.gauge == .station && finding.value == 80)
    }

    @Test func `the station's and the map's forecasts are two alerts, each for its own subscribers`()
        async throws
    {
        let bert = try await network.account("bert")
        var onMap = Fence.sample("b", of: bert)
        onMap.rules.gauge = .field
        try await network.keep(.sample("a", of: anna))
        try await network.keep(onMap)
        try await network.expect(modelled(80))
        let told = try await network.look(at: evening).sorted { $0.account.rawValue < $1.account.rawValue }
        #expect(told.map(\.account) == [anna, bert])
        #expect(told.map(\.alert.finding?.gauge) == [.station, .field])
        #expect(told.allSatisfy { $0.alert.finding?.basis == .modelled })
        #expect(Set(told.map(\.alert.id)).count == 2)
    }

    @Test func `a withdrawn forecast cancels its alerts`() async throws {
        let bert = try await network.account("bert")
        var onMap = Fence.sample("b", of: bert)
        onMap.rules.gauge = .field
        try await network.keep(.sample("a", of: anna))
        try await network.keep(onMap)
        try await network.expect(modelled(80))
        let told = try await network.look(at: evening)
        #expect(told.count == 2)
        let later = evening.addingTimeInterval(60)
        let withdrawn = try await network.store.withdrawModelledForecasts(
            of: "birch", from: today, except: [:])
        try await network.forecasts.correct(withdrawn, of: "birch", at: later)
        let entries = try await network.news()
        #expect(Set(entries.map(\.account)) == [anna, bert])
        #expect(entries.allSatisfy { $0.alert.message == .cancel && $0.alert.level == nil })
        #expect(Set(entries.compactMap(\.alert.reference?.id)) == Set(told.map(\.alert.id)))
        #expect(try await standing(at: later).isEmpty)
        try await network.forecasts.correct(withdrawn, of: "birch", at: later)
        #expect(try await network.news().isEmpty)
    }

    @Test func `a lowered map corrects the alerts of those who follow the map`() async throws {
        var onMap = Fence.sample(of: anna)
        onMap.rules.gauge = .field
        try await network.keep(onMap)
        try await network.expect(modelled(80))
        #expect(try await network.look(at: evening).count == 1)
        let later = evening.addingTimeInterval(60)
        try await network.expect(modelled(20), at: later)
        try await network.forecasts.correct(["basel": [tomorrow]], of: "birch", at: later)
        let entry = try #require(try await network.news().first)
        #expect(entry.alert.message == .cancel && entry.alert.finding?.value == 20)
        #expect(entry.alert.finding?.gauge == .field)
    }

    @Test func `a station's own forecast replaces the model's`() async throws {
        try await network.keep(.sample(of: anna))
        try await network.expect(modelled(80))
        #expect(try await network.look(at: evening).count == 1)
        let own = Forecast(station: "basel", allergen: "birch", day: tomorrow, value: 400)
        try await network.take(forecasts: [own], at: evening)
        let later = evening.addingTimeInterval(60)
        let entry = try #require(try await network.look(at: later).first)
        #expect(entry.alert.finding?.basis == .forecast && entry.alert.level == .veryHigh)
        #expect(try await standing(at: later).map(\.id) == [entry.alert.id])
    }
}
