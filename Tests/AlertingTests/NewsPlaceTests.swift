import Alerts
import Allergens
import Foundation
import Geography
import Localisation
import Observations
import People
import SampleTesting
import Storage
import Testing

@testable import Alerting

/// Which stations alert which fences.
@Suite struct NewsPlaceTests {
    /// A position some kilometres north of Basel.
    private func north(_ kilometres: Double) -> Coordinate { Coordinate(7.58, 47.56 + kilometres / 111.2) }

    @Test func `the nearest station within 50 km counts, and more distant ones do not`() async throws {
        let network = try await NewsNetwork([
            .sample("near", at: north(20)), .sample("far", at: north(40)), .sample("beyond", at: north(56)),
        ])
        try await network.keep(.sample(of: network.account()))
        #expect(try await network.take(.sample(400, at: "beyond")).isEmpty)
        #expect(try await network.take(.sample(20, at: "near"), .sample(400, at: "far")).isEmpty)
        let entries = try await network.take(.sample(80, at: "near"))
        #expect(entries.map(\.alert.finding?.station) == ["near"])
        #expect(entries.map(\.alert.level) == [.high])
    }

    @Test func `a more distant station counts while the nearer one is silent`() async throws {
        let network = try await NewsNetwork([
            .sample("near", at: north(20)), .sample("far", at: north(40)),
        ])
        try await network.keep(.sample(of: network.account()))
        #expect(try await network.take(.sample(80, at: "far")).map(\.alert.finding?.station) == ["far"])
    }

    @Test func `stations inside a fence come before nearer ones outside, and the highest counts`()
        async throws
    {
        let network = try await NewsNetwork([
            .sample("one", at: Coordinate(7.1, 47.5)), .sample("two", at: Coordinate(7.9, 47.5)),
            .sample("outside", at: Coordinate(7.5, 47.61)),
        ])
        let area = Fence.Area.polygons([.rectangle(BoundingBox(7, 47.4, 8, 47.6))])
        try await network.keep(.sample(of: network.account(), area: area))
        #expect(try await network.take(.sample(20, at: "one"), .sample(900, at: "outside")).isEmpty)
        #expect(try await network.take(.sample(80, at: "two")).map(\.alert.finding?.station) == ["two"])
        #expect(try await network.take(.sample(81, at: "one")).isEmpty)
        #expect(try await network.take(.sample(400, at: "one")).map(\.alert.level) == [.veryHigh])
        #expect(try await network.take(.sample(400, at: "two")).isEmpty)
    }

    @Test func `a fall that leaves another station highest rearms the fence`() async throws {
        let network = try await NewsNetwork([
            .sample("one", at: Coordinate(7.57, 47.56)), .sample("two", at: Coordinate(7.59, 47.56)),
        ])
        try await network.keep(.sample(of: network.account()))
        let (second, third) = (today.adding(days: 1), today.adding(days: 2))
        let entries = try await network.take(.sample(20, at: "two"), .sample(80, at: "one"))
        #expect(entries.map(\.alert.finding?.station) == ["one"])
        let nextNoon = noon.addingTimeInterval(86_400)
        try await network.take(.sample(20, at: "two", on: second), at: nextNoon)
        try await network.take(.sample(0, at: "one", on: second), at: nextNoon)
        let again = try await network.take(
            .sample(80, at: "one", on: third), at: noon.addingTimeInterval(2 * 86_400))
        #expect(again.map(\.alert.level) == [.high])
    }

    @Test func `a fence over the antimeridian follows stations on both sides`() async throws {
        let stations = [("suva", Coordinate(-179.95, -17)), ("taveuni", Coordinate(179.85, -17))]
        let polygons = Fence.Area.polygons([
            .rectangle(BoundingBox(179, -18, 180, -16)), .rectangle(BoundingBox(-180, -18, -179, -16)),
        ])
        for area in [polygons, .circle(centre: Coordinate(179.95, -17), radius: 20_000)] {
            for (name, position) in stations {
                let station = Station.ID(rawValue: name)!
                let network = try await NewsNetwork([.sample(station, at: position, zone: "UTC")])
                try await network.keep(.sample(of: network.account(), area: area))
                #expect(try await network.take(.sample(80, at: station)).count == 1, "\(name) \(area)")
            }
        }
    }

    @Test func `two fences of one account make one entry that names both`() async throws {
        let network = try await NewsNetwork()
        let anna = try await network.account()
        try await network.keep(.sample("a", of: anna, name: "Home"))
        try await network.keep(.sample("b", of: anna, name: "Work", levels: ["birch": .moderate]))
        #expect(try await network.take(.sample(20)).map(\.concern.fences) == [["Work"]])
        #expect(try await network.take(.sample(80)).map { Set($0.concern.fences) } == [["Home", "Work"]])
    }

    @Test func `two accounts each have an entry for the same alert`() async throws {
        let network = try await NewsNetwork()
        let accounts = [try await network.account("anna"), try await network.account("bert")]
        for (account, name) in zip(accounts, ["a", "b"]) {
            try await network.keep(.sample(name, of: account))
        }
        let entries = try await network.take(.sample(80))
        #expect(entries.map(\.account) == accounts)
        #expect(Set(entries.map(\.alert.id)).count == 1)
        for account in accounts {
            let kept = try await network.store.entries(of: account, after: 0, limit: 10)
            #expect(kept.map(\.id) == entries.filter { $0.account == account }.map(\.id))
        }
    }

    @Test func `each allergen has its own level and its own history`() async throws {
        let network = try await NewsNetwork()
        try await network.keep(
            .sample(of: network.account(), levels: ["birch": .veryHigh, "grass": .moderate]))
        #expect(try await network.take(.sample(80), .sample(80, of: "hazel")).isEmpty)
        #expect(try await network.take(.sample(20, of: "grass")).map(\.alert.allergens) == [["grass"]])
        #expect(try await network.take(.sample(300)).map(\.alert.allergens) == [["birch"]])
    }

    @Test func `a fence that does not want station alerts gets none`() async throws {
        let network = try await NewsNetwork()
        try await network.keep(.sample(of: network.account(), kinds: [.user, .forecast]))
        #expect(try await network.take(.sample(400)).isEmpty)
    }

    /// The text with ordinary spaces instead of non-breaking ones.
    private func plain(_ text: String) -> String { String(text.map { $0.isWhitespace ? " " : $0 }) }

    @Test func `the alert says what was found, where and when`() async throws {
        let network = try await NewsNetwork([.sample(), .sample("bern", at: north(500), isSimulated: true)])
        let anna = try await network.account()
        try await network.keep(.sample(of: anna))
        try await network.keep(.sample("b", of: anna, area: .circle(centre: north(500), radius: 500)))
        let alert = try #require(try await network.take(.sample(80)).first?.alert)
        #expect(
            plain(MessageCatalogue(.english).headline(of: alert))
                == "Birch: high at Basel (80 grains/m³, measured, 8 April)")
        #expect(alert.publicPosition == .basel && alert.kind == .station && alert.sent == noon)
        #expect(alert.expires == noon.addingTimeInterval(86_400))
        let simulated = try #require(try await network.take(.sample(300.5, at: "bern")).first?.alert)
        #expect(
            plain(MessageCatalogue(.english).headline(of: simulated))
                == "Birch: very high at Bern (300.5 grains/m³, simulated, 8 April)")
    }
}
