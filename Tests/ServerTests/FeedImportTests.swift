import Alerting
import Feeds
import Foundation
import Geography
import Maps
import Observations
import SampleTesting
import Storage
import Testing

@testable import Server

@Suite struct FeedImportTests {
    private let opened: OpenedNetwork
    private let importer: Importer

    init() throws {
        opened = try OpenedNetwork()
        importer = Importer(network: opened.network, now: { noon })
    }

    private func tally(
        of text: String, as feed: String, asked: AskedPlace = AskedPlace()
    ) async throws -> IntakeTally {
        let file = try opened.folder.file("\(feed).json", holding: text)
        let definition = try FeedDefinition.named(feed, in: opened.configuration.feeds)
        return try await importer.importFile(file, feed: definition, asked: asked) { _ in }
    }

    private let german = #"""
        {"last_update":"2020-04-08 11:00 Uhr","content":[
         {"region_id":10,"partregion_id":11,"Pollen":{"Birke":{"today":"2-3","tomorrow":"1"}}},
         {"region_id":10,"partregion_id":12,"Pollen":{"Birke":{"today":"3","tomorrow":"-1"}}},
         {"region_id":50,"partregion_id":-1,"Pollen":{"Birke":{"today":"0-1"}}}]}
        """#

    @Test func `a place in Germany gets the classes of its regions, by name`() async throws {
        let tally = try await tally(of: german, as: "dwd")
        #expect(tally.accepted == 4 && tally.missing == 1 && tally.rejectedCount == 0)
        let store = opened.store
        let hamburg = try await store.regionAir(at: Coordinate(9.99, 53.55), on: today)
        #expect(hamburg.map(\.region.id.rawValue) == ["dwd-11", "dwd-12"])
        #expect(
            hamburg.map(\.region.name) == ["Inseln und Marschen", "Geest, Schleswig-Holstein und Hamburg"])
        #expect(hamburg.flatMap(\.classes).map(\.code) == ["2-3", "3"])
        let berlin = try await store.regionAir(at: Coordinate(13.4, 52.52), on: today)
        #expect(berlin.map(\.region.name) == ["Brandenburg und Berlin"])
        #expect(try await store.regionAir(at: Coordinate(8.8, 53.08), on: today).isEmpty, "Bremen")
        #expect(try await tallyAgain().unchanged == 4)
    }

    private func tallyAgain() async throws -> IntakeTally { try await tally(of: german, as: "dwd") }

    @Test func `classes are not among the values of stations`() async throws {
        _ = try await tally(of: german, as: "dwd")
        let air = try await opened.network.air.air(at: Coordinate(9.99, 53.55), on: today, today: today)
        #expect(air.isEmpty)
    }

    @Test func `stations that a file describes are added, with their readings`() async throws {
        let tally = try await tally(
            of: #"""
                [{"timestamp":"2020-04-08 10:00:00","sensor":{"id":7},
                  "location":{"latitude":"47.5","longitude":"7.6","altitude":"","indoor":0},
                  "sensordatavalues":[{"value_type":"P2","value":"5.1"},{"value_type":"P1","value":"999.9"}]}]
                """#, as: "sensor-community")
        #expect(tally.stations == 1 && tally.accepted == 1 && tally.rejectedCount == 1)
        let station = try await opened.store.station("sensor-community-7")
        #expect(station?.attribution == "Source: Sensor.Community")
        #expect(station?.position == Coordinate(7.6, 47.5))
    }

    @Test(arguments: ["dwd", "open-meteo-air-quality", "sensor-community", "polleninformation"])
    func `a page of text instead of data is refused as a whole`(feed: String) async throws {
        await #expect(throws: FeedFailure.malformedJSON) {
            _ = try await tally(of: "<!doctype html><title>502</title>", as: feed)
        }
        await #expect(throws: FeedFailure.self) { _ = try await tally(of: #"{"error":"no"}"#, as: feed) }
    }
}
