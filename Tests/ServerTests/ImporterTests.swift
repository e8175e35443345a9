import Alerting
import Allergens
import Feeds
import Foundation
import HTTP
import Maps
import Observations
import People
import SampleTesting
import Storage
import Testing

@testable import Server

@Suite struct ImporterTests {
    private let opened: OpenedNetwork
    private let importer: Importer
    private let plain: FeedDefinition

    init() async throws {
        opened = try OpenedNetwork()
        importer = Importer(network: opened.network, now: { noon })
        plain = try FeedDefinition.named("plain", in: opened.configuration.feeds)
        try await opened.store.add([.sample(), .sample("bern")])
    }

    private func values(of station: Station.ID = "basel") async throws -> [Double] {
        let span = today.adding(days: -30)...today
        return try await opened.store.readings(of: station, days: span).map(\.value)
    }

    private let csv = """
        station,allergen,day,value,unit,forecast
        basel,birch,2020-04-08,80,grains/m3,300
        basel,grass,2020-04-08,,grains/m3,
        basel,birch,2020-04-07,-4,grains/m3,
        bern,birch,2020-04-08,20,grains/m3,
        nowhere,birch,2020-04-08,20,grains/m3,

        """

    @Test func `a file is read row by row, and each row's outcome is reported`() async throws {
        let file = try opened.folder.file("plain.csv", holding: csv)
        var bytes = 0
        let tally = try await importer.importFile(file, feed: plain) { bytes = $0 }
        #expect(tally.rows == 5 && tally.missing == 1 && tally.accepted == 2)
        #expect(tally.rejected.map(\.line) == [4, 6] && tally.rejectedCount == 2)
        #expect(tally.rejected.map(\.rejection) == [.negative, .unknownStation])
        #expect(bytes == csv.utf8.count)
        #expect(try await values() == [80])
        #expect(try await values(of: "bern") == [20])
        let tomorrow = today.adding(days: 1)
        let expected = try await opened.store.forecasts(of: "birch", for: tomorrow)
        #expect(expected.map(\.value) == [300])
        let again = try await importer.importFile(file, feed: plain) { _ in }
        #expect(again.unchanged == 2 && again.accepted == 0)
    }

    @Test func `maps follow an import`() async throws {
        let before = opened.network.fields.stamp
        let file = try opened.folder.file("plain.csv", holding: csv)
        _ = try await importer.importFile(file, feed: plain) { _ in }
        let changed = opened.network.fields.stamp
        #expect(changed != before)
        _ = try await importer.importFile(file, feed: plain) { _ in }
        #expect(opened.network.fields.stamp == changed)
    }

    @Test func `a feed's own stations are added if they have a reading`() async throws {
        let feed = try FeedDefinition.named("meteoswiss-daily", in: opened.configuration.feeds)
        let file = try opened.folder.file(
            "daily.csv", holding: "station_abbr;reference_timestamp;kabetud0\nPLS;08.04.2020 00:00;437\n")
        let tally = try await importer.importFile(file, feed: feed) { _ in }
        #expect(tally.accepted == 1)
        #expect(feed.stations.count > 1)
        let known = try await opened.store.stations().map(\.id)
        #expect(known.contains { $0.rawValue == "lausanne" })
        #expect(!known.contains { $0.rawValue == "lugano" })
    }

    @Test func `an invalid file is refused`() async throws {
        let file = try opened.folder.file("plain.csv", holding: "name,age\nanna,7\n")
        await #expect(throws: FeedFailure.self) {
            _ = try await importer.importFile(file, feed: plain) { _ in }
        }
    }

    @Test func `an upload is only for its key's station`() async throws {
        let tally = try await importer.importUpload(
            feed: plain, .init(for: "basel", by: .key("key"))
        ) { try await $0(Array(csv.utf8)) }
        #expect(tally.accepted == 1 && tally.missing == 1)
        #expect(
            tally.rejected.map(\.rejection) == [
                .negative, .otherStation("basel"), .otherStation("basel"),
            ])
        #expect(try await values(of: "bern").isEmpty)
    }

    @Test func `an upload as JSON is read like one as CSV`() async throws {
        let json = """
            {"readings":[
                {"allergen":"birch","day":"2020-04-08","value":80,"unit":"grains/m3","forecast":300},
                {"allergen":"birch","day":"2020-04-07","value":-4,"unit":"grains/m3"}]}
            """
        let tally = try await importer.importJSON(.init(for: "basel", by: .key("key"))) { take in
            try await take(Array(json.utf8))
        }
        #expect(tally.accepted == 1)
        #expect(tally.rejected.map(\.rejection) == [.negative] && tally.rejected.map(\.line) == [2])
        #expect(try await values() == [80])
    }

    @Test func `secrets are issued only for existing stations and new names`() async throws {
        let network = opened.network
        let token = try await network.createAccount(named: "anna", address: nil, at: noon)
        #expect(token.hasPrefix("bea_"))
        await #expect(throws: AccountRefusal.nameTaken) {
            _ = try await network.createAccount(named: "Anna", address: nil, at: noon)
        }
        let keys = StationKeyService(store: network.store)
        #expect(try await keys.makeKey(for: "basel", at: noon).secret.hasPrefix("bes_"))
        await #expect(throws: KeyRefusal.unknownStation) {
            _ = try await keys.makeKey(for: "nowhere", at: noon)
        }
    }

    @Test func `every part of the repository passes the system check`() async throws {
        let findings = await SystemCheck(configuration: opened.configuration).findings()
        let bad = findings.filter { !$0.isGood && $0.subject != "Leaflet" }
        #expect(bad.isEmpty, "\(bad)")
        #expect(findings.count == 15)
    }
}
