import Alerts
import Allergens
import Foundation
import Geography
import Observations
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// What subscribers get when a value is corrected downwards.
@Suite struct NewsCorrectionTests {
    let network: NewsNetwork
    let anna: Account.ID
    let bert: Account.ID

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account("anna")
        bert = try await network.account("bert")
    }

    @Test func `a correction refers to the first alert, ends it, and reaches all who got it`()
        async throws
    {
        try await network.keep(.sample("a", of: anna, levels: ["birch": .moderate]))
        try await network.keep(.sample("b", of: bert, levels: ["birch": .veryHigh]))
        let first = try #require(try await network.take(.sample(400)).first?.alert)
        let later = noon.addingTimeInterval(600)
        let entries = try await network.take(.sample(80), at: later)
        #expect(Set(entries.map(\.account)) == [anna, bert])
        let correction = try #require(entries.first?.alert)
        #expect(correction.message == .update && correction.level == .high)
        #expect(correction.reference == Alert.Reference(id: first.id, sent: first.sent))
        #expect(correction.finding?.value == 80)
        #expect(entries.map(\.concern.fences) == [["Home"], ["Home"]])
        #expect(try await network.store.alert(first.id)?.ended == later)
        let standing = try await network.store.alerts(
            in: .world, at: later, concerning: AllergenSet(), limit: 10)
        #expect(standing.map(\.id) == [correction.id])
    }

    @Test func `an alert is cancelled and ends when the value no longer reaches any level`() async throws {
        try await network.keep(.sample("a", of: anna))
        try await network.keep(.sample("b", of: bert, levels: ["birch": .veryHigh]))
        try await network.take(.sample(400))
        let entries = try await network.take(.sample(20))
        #expect(entries.map(\.alert.message) == [.cancel, .cancel])
        let standing = try await network.store.alerts(
            in: .world, at: noon, concerning: AllergenSet(), limit: 10)
        #expect(standing.isEmpty)
    }

    @Test func `a batch that also brings today corrects yesterday`() async throws {
        try await network.keep(.sample("a", of: anna))
        let yesterday = today.adding(days: -1)
        let first = try #require(
            try await network.take(.sample(400, on: yesterday), at: noon.addingTimeInterval(-3_600)).first)
        let entries = try await network.take(.sample(1, on: yesterday), .sample(400))
        #expect(entries.map(\.alert.message) == [.cancel, .alert])
        #expect(entries.first?.alert.reference?.id == first.alert.id)
    }

    @Test func `a day that was never announced is not reconsidered because of the next day`() async throws {
        try await network.keep(.sample("a", of: anna))
        let entries = try await network.take(.sample(400, on: today.adding(days: -1)), .sample(400))
        #expect(entries.map(\.alert.message) == [.alert])
        #expect(entries.first?.alert.finding?.day == today)
    }

    @Test func `a higher value of the same day replaces the lower one`() async throws {
        try await network.keep(.sample("a", of: anna))
        try await network.take(.sample(80))
        let higher = try #require(try await network.take(.sample(400)).first?.alert)
        #expect(higher.message == .alert)
        let standing = try await network.store.alerts(
            in: .world, at: noon, concerning: AllergenSet(), limit: 10)
        #expect(standing.map(\.id) == [higher.id])
    }

    @Test func `a subscriber who never got the alert does not get its correction`() async throws {
        try await network.keep(.sample("a", of: anna))
        try await network.keep(.sample("b", of: bert, levels: ["birch": .veryHigh]))
        #expect(try await network.take(.sample(80)).map(\.account) == [anna])
        #expect(try await network.take(.sample(20)).map(\.account) == [anna])
    }

    @Test func `a fence that follows the map gets the map's highest value, marked as modelled`()
        async throws
    {
        let network = try await NewsNetwork([.sample(), .sample("far", at: Coordinate(8.58, 47.56))])
        let anna = try await network.account()
        var fence = Fence.sample(of: anna)
        fence.rules.gauge = .field
        try await network.keep(fence)
        // The map of these tests shows the mean of all stations.
        #expect(try await network.take(.sample(60)).isEmpty)
        let entry = try #require(try await network.take(.sample(90, at: "far")).first)
        #expect(entry.alert.finding?.basis == .modelled && entry.alert.finding?.value == 75)
        #expect(entry.alert.level == .high && entry.concern.distance == 7)
        let correction = try #require(try await network.take(.sample(20, at: "far")).first?.alert)
        #expect(correction.message == .cancel && correction.finding?.value == 40)
        #expect(correction.reference?.id == entry.alert.id)
    }
}
