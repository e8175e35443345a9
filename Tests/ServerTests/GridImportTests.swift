import API
import Allergens
import Feeds
import Foundation
import Geography
import Maps
import Observations
import SampleTesting
import Storage
import Testing

@testable import Server

/// From an answer of a pollen model to the map.
@Suite struct GridImportTests {
    private let opened: OpenedNetwork

    init() throws { opened = try OpenedNetwork() }

    /// Imports the answer for two neighbouring cells near Basel on the day of the samples.
    private func importAnswer() async throws -> IntakeTally {
        let hours = (0..<24).map { "\"\(today)T\(String(format: "%02d", $0)):00\"" }.joined(separator: ",")
        let places = [("7.55", "50"), ("7.65", "60")].map { longitude, value in
            """
            {"latitude":47.55,"longitude":\(longitude),"timezone":"GMT",
             "hourly_units":{"time":"iso8601","birch_pollen":"grains/m³"},
             "hourly":{"time":[\(hours)],
               "birch_pollen":[\([String](repeating: value, count: 24).joined(separator: ","))]}}
            """
        }
        let file = try opened.folder.file("answer.json", holding: "[\(places.joined(separator: ","))]")
        let feed = try FeedDefinition.named("open-meteo-pollen", in: opened.configuration.feeds)
        return try await Importer(network: opened.network, now: { noon })
            .importFile(file, feed: feed) { _ in }
    }

    @Test func `where no station reaches, the air is the model's, named and credited`() async throws {
        let place = Coordinate(7.6, 47.55)
        let before = try await opened.network.air.air(at: place, on: today, today: today)
        #expect(before.isEmpty)
        let tally = try await importAnswer()
        #expect(tally.accepted == 2 && tally.rejectedCount == 0)
        let air = try #require(
            try await opened.network.air.air(at: place, on: today, today: today).first)
        #expect(air.allergen.id == "birch" && air.today.basis == .modelled && air.today.day == today)
        #expect(air.station == nil && air.distance == nil)
        #expect((50...60).contains(air.today.value))
        #expect(air.model?.credit == "Source: Open-Meteo, CAMS ENSEMBLE data provider")
        let regions = try await opened.store.regionAir(at: place, on: today)
        #expect(regions.isEmpty)
        let elsewhere = try await opened.network.air.air(at: Coordinate(2, 45), on: today, today: today)
        #expect(elsewhere.isEmpty)
        let again = try await importAnswer()
        #expect(again.unchanged == 2)
    }

    @Test func `a model's grid is not accepted with the key of a station`() async throws {
        let feeds = opened.configuration.feeds
        let uploads = UploadService(
            importer: Importer(network: opened.network, now: { noon }), plain: try .named("plain", in: feeds),
            feeds: feeds)
        let names = try await uploads.definitions().map(\.name)
        #expect(!names.contains("open-meteo-pollen") && names.contains("plain"))
    }
}
