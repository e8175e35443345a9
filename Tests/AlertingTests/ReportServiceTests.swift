import Alerts
import Allergens
import Foundation
import Geography
import Localisation
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

@Suite struct ReportServiceTests {
    let network: NewsNetwork
    let anna: Account.ID
    let bert: Account.ID
    /// Inside Basel's sample fence, and far from the middle of a cell of the public grid.
    private let place = Coordinate(7.601_23, 47.557_89)

    init() async throws {
        network = try await NewsNetwork()
        anna = try await network.account("anna")
        bert = try await network.account("bert")
    }

    private func report(
        at position: Coordinate? = nil, _ allergens: [Allergen.ID] = ["birch"], comment: String? = nil
    ) -> Report {
        Report(
            account: bert, position: position ?? place, allergens: allergens, symptoms: [.sneezing],
            comment: comment)
    }

    @Test func `a report alerts the fences that contain its place`() async throws {
        try await network.keep(.sample(of: anna))
        let entries = try await network.report(report()).entries
        #expect(entries.map(\.account) == [anna])
        #expect(entries.map(\.concern.fences) == [["Home"]])
        #expect(try await network.report(report(at: Coordinate(7.7, 47.56))).entries.isEmpty)
    }

    @Test func `a report does not alert its own account`() async throws {
        try await network.keep(.sample(of: bert))
        #expect(try await network.report(report()).entries.isEmpty)
    }

    @Test func `a report alerts those who watch one of its allergens`() async throws {
        try await network.keep(.sample(of: anna, levels: ["birch": .veryHigh, "cat": .low]))
        #expect(try await network.report(report(["grass", "hazel"])).entries.isEmpty)
        #expect(try await network.report(report(["grass", "cat"])).entries.count == 1)
        #expect(try await network.report(report(["birch"])).entries.count == 1)
    }

    @Test func `a report of unknown cause alerts everybody there`() async throws {
        try await network.keep(.sample(of: anna))
        let (alert, entries) = try await network.report(report([]))
        #expect(entries.count == 1)
        #expect(alert.allergens.isEmpty && alert.level == nil)
        #expect(
            MessageCatalogue(.english).headline(of: alert) == "Cause not known: one person reports symptoms")
    }

    @Test func `a fence that does not want reports gets none`() async throws {
        try await network.keep(.sample(of: anna, kinds: [.station, .forecast]))
        #expect(try await network.report(report()).entries.isEmpty)
    }

    @Test func `a hole in a polygon is outside`() async throws {
        let area = Fence.Area.polygons([
            .rectangle(BoundingBox(7, 47, 8, 48), holes: [BoundingBox(7.55, 47.5, 7.65, 47.6)])
        ])
        try await network.keep(.sample(of: anna, area: area))
        #expect(try await network.report(report()).entries.isEmpty)
        #expect(try await network.report(report(at: Coordinate(7.54, 47.55))).entries.count == 1)
    }

    @Test func `a fence over the antimeridian contains reports on both sides`() async throws {
        try await network.keep(
            .sample(of: anna, area: .circle(centre: Coordinate(179.95, -17), radius: 20_000)))
        // 180 and −180 are one place; another allergen makes it another alert.
        for (longitude, allergens): (Double, [Allergen.ID]) in [
            (179.9, ["birch"]), (180, ["birch"]), (-180, ["birch", "hazel"]), (-179.9, ["birch"]),
        ] {
            let entries = try await network.report(report(at: Coordinate(longitude, -17), allergens)).entries
            #expect(entries.count == 1, "\(longitude)")
        }
        #expect(try await network.report(report(at: Coordinate(-179.8, -17))).entries.isEmpty)
    }

    @Test func `two fences of one account make one entry that names both`() async throws {
        try await network.keep(.sample("a", of: anna, name: "Home"))
        try await network.keep(.sample("b", of: anna, name: "Work"))
        #expect(
            try await network.report(report()).entries.map { Set($0.concern.fences) } == [["Home", "Work"]])
    }

    @Test func `no message reveals the exact place`() async throws {
        try await network.keep(.sample(of: anna))
        let (alert, entries) = try await network.report(report(comment: "by the river"))
        #expect(alert.publicPosition == Coordinate(7.605, 47.555))
        #expect(
            MessageCatalogue(.english).headline(of: alert)
                == "Birch: one person reports symptoms – “by the river”")
        #expect(alert.kind == .user && alert.expires == noon.addingTimeInterval(12 * 3_600))
        let entry = try #require(entries.first)
        let message = MessageCatalogue(.english).message(entry.alert, concern: entry.concern)
        let event = String(decoding: try AlertMessage.encoder.encode(message), as: UTF8.self)
        let kept = try #require(try await network.store.alert(alert.id))
        for text in [event, "\(kept)"] {
            #expect(text.contains("7.605"))
            #expect(!text.contains("7.6012") && !text.contains("47.5578"))
        }
    }

    @Test func `all reports in a cell of the grid are shown at one place`() async throws {
        let corner = try await network.report(report(at: Coordinate(7.600_01, 47.550_01), ["birch"])).alert
        let other = try await network.report(report(at: Coordinate(7.609_99, 47.559_99), ["cat"])).alert
        #expect(corner.publicPosition == other.publicPosition)
        let next = try await network.report(report(at: Coordinate(7.610_01, 47.559_99), ["grass"])).alert
        #expect(next.publicPosition == Coordinate(7.615, 47.555))
    }
}
