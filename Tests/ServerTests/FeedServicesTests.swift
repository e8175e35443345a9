import Allergens
import Feeds
import Foundation
import Logging
import Observations
import SampleTesting
import Storage
import Testing

@testable import Pulling
@testable import Server

@Suite struct FeedServicesTests {
    private let opened: OpenedNetwork

    init() throws { opened = try OpenedNetwork() }

    private func office(_ feeds: String?) throws -> FeedServices {
        var configuration = opened.configuration
        configuration.pulledFeeds = feeds.map { [$0] } ?? []
        return try FeedServices(configuration, network: opened.network, logger: Logger(label: "tests"))
    }

    @Test func `nothing is fetched unless a feed is configured`() async throws {
        #expect(try office(nil).services.isEmpty)
        #expect(try await office(nil).overview.health() == [])
        #expect(try office("meteoswiss-daily").services.count == 1)
        let health = try await office("meteoswiss-daily").overview.health()
        #expect(health.map(\.state) == [.pending] && health[0].addresses == 16)
        #expect(health[0].attribution == "Source: MeteoSwiss" && health[0].nextAttempt == nil)
    }

    @Test func `answers are read again when the list of stations or regions has changed`() throws {
        let folder = opened.folder.url.appending(path: "stations")
        try FileManager.default.copyItem(at: repository.appending(path: "stations"), to: folder)
        var configuration = opened.configuration
        configuration.resources = opened.folder.url
        func prints() throws -> [String] {
            try ["meteoswiss-daily", "dwd"].map { try PulledFeed.named($0, configuration).fingerprint }
        }
        let before = try prints()
        for (file, feed) in [
            ("networks/swisspollen.json", 0), ("regions/dwd.json", 1), ("feeds/dwd.json", 1),
        ] {
            let former = try prints()
            let handle = try FileHandle(forWritingTo: folder.appending(path: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data("\n".utf8))
            try handle.close()
            #expect(try prints()[feed] != former[feed] && prints()[1 - feed] == former[1 - feed])
        }
        #expect(try prints() != before)
    }

    @Test func `an unknown feed, or one that is not fetched, is refused by its name`() throws {
        #expect(throws: DefinitionMistake.self) { _ = try office("nowhere") }
        let mistake = #expect(throws: ConfigurationMistake.self) { _ = try office("plain") }
        #expect(mistake?.description.contains("plain") == true)
    }

    @Test func `a mistake at the end of a long answer rejects its beginning too`() async throws {
        try await opened.store.add([.sample()])
        // One batch of an import is 50,000 rows.
        let days = (0..<17_000).map { today.adding(days: -$0) }
        let rows = ["alder", "birch", "grass"].flatMap { allergen in days.map { "basel,\(allergen),\($0),5" }
        }
        let text = "station,allergen,day,value\n" + rows.joined(separator: "\n") + "\nbasel,\"birch\n"
        let file = try opened.folder.file("answer", holding: text)
        let plain = try FeedDefinition.named("plain", in: opened.configuration.feeds)
        let intake = PulledIntake(network: opened.network)
        await #expect(throws: UnreadableAnswer.self) {
            _ = try await intake.store(file, as: plain, asked: AskedPlace(), at: noon)
        }
        #expect(
            try await opened.store.readings(of: "basel", days: days[16_999]...today).isEmpty)
        let whole = try opened.folder.file("whole", holding: rows[..<3].joined(separator: "\n"))
        await #expect(throws: UnreadableAnswer.self, "without a header") {
            _ = try await intake.store(whole, as: plain, asked: AskedPlace(), at: noon)
        }
    }

    @Test func `a rejected row does not affect the others`() async throws {
        try await opened.store.add([.sample()])
        let file = try opened.folder.file(
            "answer", holding: "station,allergen,day,value\nbasel,birch,2020-04-08,7\nbasel,birch,never,7\n")
        let tally = try await PulledIntake(network: opened.network).store(
            file, as: FeedDefinition.named("plain", in: opened.configuration.feeds), asked: AskedPlace(),
            at: noon)
        #expect(tally.rows == 2 && tally.accepted == 1 && tally.rejectedCount == 1)
        #expect(tally.replaced + tally.unchanged + tally.missing + tally.suspectCount == 0)
    }

    @Test func `suspect rows of an answer count among the stored ones`() async throws {
        try await opened.store.add([.sample()])
        let file = try opened.folder.file(
            "answer",
            holding:
                "station,allergen,day,value,quality\nbasel,birch,2020-04-07,7,\nbasel,birch,2020-04-08,7,suspect\n"
        )
        let tally = try await PulledIntake(network: opened.network).store(
            file, as: FeedDefinition.named("plain", in: opened.configuration.feeds), asked: AskedPlace(),
            at: noon)
        #expect(tally.rows == 2 && tally.accepted == 2 && tally.suspectCount == 1)
        #expect(tally.replaced + tally.unchanged + tally.missing + tally.rejectedCount == 0)
    }

    @Test func `feed metrics are gauges labelled with the feed's name`() {
        func health(_ name: String, _ state: FeedHealth.State, _ success: Date?) -> FeedHealth {
            FeedHealth(
                name: name, title: "T", source: "S", licence: "L", attribution: nil, state: state,
                addresses: 3, failing: 2, lastAttempt: nil, lastSuccess: success, lastChange: nil,
                nextAttempt: nil, fault: nil)
        }
        #expect(PrometheusRegistry.exposition(of: []) == "")
        let lines = PrometheusRegistry.exposition(of: [health("a", .stale, noon), health("b", .pending, nil)])
            .split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("# TYPE") } == 3)
        #expect(
            lines.filter { $0.hasPrefix("feed_state") && $0.hasSuffix(" 1") } == [
                #"feed_state{feed="a",state="stale"} 1"#, #"feed_state{feed="b",state="pending"} 1"#,
            ])
        #expect(lines.contains(#"feed_failing_addresses{feed="a"} 2"#))
        #expect(
            lines.suffix(2) == [
                "# TYPE feed_last_success_timestamp_seconds gauge",
                #"feed_last_success_timestamp_seconds{feed="a"} 1586347200"#,
            ])
    }
}
