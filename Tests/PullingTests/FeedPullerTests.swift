import Alerting
import Allergens
import Feeds
import Foundation
import Observations
import Pulling
import SampleTesting
import Server
import Storage
import Testing

@Suite(.timeLimit(.minutes(20))) struct FeedPullerTests {
    @Test func `an answer is stored, fetched once, and read again when its definition changes`()
        async throws
    {
        try await Provider.during { provider in
            let feed = try provider.feed("conditional")
            let first = try await provider.pull(feed)
            #expect(first.record.fault == nil, "\(first.record.detail ?? "")")
            #expect(first.tally?.accepted == 2)
            #expect(try await provider.readings() == ["birch 312", "grass 4"])
            let later = noon.addingTimeInterval(86_400)
            provider.time.now = later
            let second = try await provider.pull(feed)
            #expect(second.tally == nil && second.record.fault == nil)
            #expect(second.record.lastSuccess == later && second.record.lastChange == noon)
            _ = try await provider.pull(provider.feed("conditional", title: "Another"))
            let requests = try provider.requests()
            #expect(requests.map { $0.headers["if-none-match"] } == [nil, "\"first\"", nil])
            #expect(requests[1].headers["if-modified-since"] == "Wed, 08 Apr 2020 06:00:00 GMT")
            #expect(try provider.leftovers == [])
        }
    }

    @Test func `an answer with rows of unknown stations is fetched again, even if unchanged`()
        async throws
    {
        try await Provider.during { provider in
            let feed = try provider.feed(
                holding: Provider.document(at: "\(provider.server.greeting)/two-stations"), named: "sample")
            try await provider.store.add([.sample("sample-valley")])
            for (count, isKnown) in [(1, false), (2, true), (2, true)] {
                if isKnown { try await provider.store.add([.sample("sample-hill")]) }
                let outcome = try await provider.pull(feed)
                #expect(outcome.record.fault == nil, "\(outcome.record.detail ?? "")")
                let values = try await provider.store.readings(
                    of: "sample-hill", days: today...today)
                #expect(values.count == count - 1)
            }
            let marks = try provider.requests().map { $0.headers["if-none-match"] }
            #expect(marks == [nil, nil, "\"first\""])
        }
    }

    @Test func `a file that cannot be written here is not the provider's fault`() async throws {
        try await Provider.during { provider in
            let puller = FeedPuller(
                client: provider.client, ledger: provider.store,
                intake: PulledIntake(network: provider.network), clock: provider.time.clock,
                folder: provider.folder.url.appending(path: "nowhere"))
            let feed = try provider.feed("rows")
            let record = try await puller.pullOnce(feed.targets[0], of: feed).record
            #expect(record.fault == .notKept && record.detail == "No such file or directory")
            #expect(record.validators == nil && record.lastSuccess == nil)
            #expect(try await provider.pull(feed).record.fault == nil)
        }
    }

    @Test func `files left by a killed program are removed, but not those of another download`() async throws
    {
        try await Provider.during { provider in
            for (name, age) in [("breathe-feed-a", 3_700.0), ("breathe-feed-b", 60), ("other", 9_000)] {
                let file = try provider.folder.file(name, holding: "x")
                try FileManager.default.setAttributes(
                    [.modificationDate: noon.addingTimeInterval(-age)], ofItemAtPath: file.path)
            }
            provider.puller.removeLeftovers()
            #expect(try provider.leftovers == ["breathe-feed-b"])
            #expect(FileManager.default.fileExists(atPath: provider.folder.path("other")))
        }
    }

    @Test(.enabled(if: Recorded.isThere)) func `the German index is imported as classes of its regions`()
        async throws
    {
        try await Provider.during { provider in
            let source = repository.appending(path: "stations/feeds/dwd.json")
            let text = try String(contentsOf: source, encoding: .utf8)
            let recorded = RealFiles.path("dwd/fixture_s31fg.json")
            let changed = text.replacing(
                #""https://opendata.dwd.de/climate_environment/health/alerts/s31fg.json","#,
                with: #""\#(provider.server.greeting)/file", "query": {"q": "\#(recorded)"},"#)
            let regions = provider.folder.url.appending(path: "regions")
            try FileManager.default.copyItem(
                at: repository.appending(path: "stations/regions"), to: regions)
            let feed = try provider.feed(holding: changed, named: "index")
            provider.time.now = try Date("2026-06-28T12:00:00Z", strategy: .iso8601)
            let outcome = try await provider.pull(feed)
            #expect(outcome.record.fault == nil, "\(outcome.record.detail ?? "")")
            #expect(try #require(outcome.tally).accepted > 10)
        }
    }

    @Test func `the validators of one day's answer are not sent with another day's request`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("conditional", query: "{day}")
            for days in [0.0, 0.1, 1] {
                provider.time.now = noon.addingTimeInterval(days * 86_400)
                _ = try await provider.pull(feed)
            }
            let requests = try provider.requests()
            #expect(requests.map { $0.headers["if-none-match"] } == [nil, "\"first\"", nil])
            #expect(requests.map { $0.path.suffix(2) } == ["07", "07", "08"])
        }
    }

    @Test func `validators that are not allowed in a request are not sent back`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("odd-marks")
            for _ in 0..<2 {
                let outcome = try await provider.pull(feed)
                #expect(outcome.record.fault == nil && outcome.tally?.rows == 2)
            }
            let names = try provider.requests().flatMap(\.headers.keys).filter { $0.hasPrefix("if-") }
            #expect(names == [])
        }
    }

    @Test(.enabled(if: Recorded.isThere)) func `a year of Basel is imported as MeteoSwiss publishes it`()
        async throws
    {
        try await Provider.during { provider in
            let source = repository.appending(path: "stations/feeds/meteoswiss-daily.json")
            let text = try String(contentsOf: source, encoding: .utf8)
            let address = try #require(text.firstMatch(of: /https:[^"]*_d_recent.csv/)?.output)
            let changed = text.replacing(address, with: "\(provider.server.greeting)/file/{station}")
                .replacing(#""schedule""#, with: #""query": {"q": "\#(Recorded.file.path)"}, "schedule""#)
            let feed = try provider.feed(holding: changed, named: "recorded")
            let basel = try #require(feed.targets.first { $0.name == "pbs" })
            provider.time.now = try Date("2024-01-02T12:00:00Z", strategy: .iso8601)
            let rows = try #require(try await provider.puller.pullOnce(basel, of: feed).tally)
            #expect(rows.accepted > 1_000 && rows.rejectedCount == 0)
            let day = try #require(CivilDate("2023-01-02"))
            let values = try await provider.store.readings(of: "basel", days: day...day)
            #expect(values.first { $0.allergen == "hazel" }?.value == 53)
        }
    }

    @Test func `an invalid answer is reported by its kind and changes nothing`() async throws {
        let cases: [(path: String, query: String?, fault: FeedFault)] = [
            ("status", "400", .badRequest), ("status", "401", .unauthorized), ("status", "403", .forbidden),
            ("status", "404", .notFound), ("status", "410", .notFound), ("status", "418", .unknown),
            ("status", "429", .tooManyRequests), ("status", "500", .unavailable),
            ("status", "503", .unavailable), ("status", "302", .unknown), ("page", nil, .invalidResponse),
            ("disguised", nil, .invalidResponse), ("json", nil, .invalidResponse),
            ("wrong-rows", nil, .invalidResponse), ("late-quote", nil, .invalidResponse),
            ("empty", nil, .invalidResponse), ("undelimited", nil, .invalidResponse),
            ("announced", nil, .invalidResponse), ("cut", nil, .connectionLost),
            ("cut-chunks", nil, .connectionLost), ("endless", nil, .invalidResponse),
            ("cut-gzip", nil, .invalidResponse), ("bomb", nil, .invalidResponse),
            ("brotli", nil, .invalidResponse), ("gibberish", nil, .invalidResponse),
        ]
        try await Provider.during { provider in
            _ = try await provider.network.readings.keep(
                Submission(readings: [.sample(7, on: today.adding(days: -1))]), at: noon)
            for (path, query, fault) in cases {
                let feed = try provider.feed(path, named: "sample-\(path)", query: query)
                let outcome = try await provider.pull(feed)
                #expect(
                    outcome.record.fault == fault, "\(path) \(query ?? ""): \(outcome.record.detail ?? "")")
                #expect(outcome.tally == nil && outcome.record.lastSuccess == nil)
            }
            #expect(try await provider.readings() == ["birch 7"])
            #expect(try provider.leftovers == [])
            #expect(try provider.requests().count == cases.count, "no request is repeated")
        }
    }

    @Test func `a slow provider is given up after the feed's timeout`() async throws {
        try await Provider.during { provider in
            for path in ["silent", "stuck"] {
                let outcome = try await provider.pull(provider.feed(path, #""timeoutSeconds": 1,"#))
                #expect(outcome.record.fault == .timeout, "\(path)")
            }
            #expect(try await provider.readings() == [])
            #expect(try provider.leftovers == [])
        }
    }

    @Test func `a silent port is a lost connection, and so is an unknown host`() async throws {
        try await Provider.during(allowing: "127.0.0.1,nobody.invalid") { provider in
            for address in ["http://127.0.0.1:1", "http://nobody.invalid"] {
                let feed = try provider.feed("rows", at: address)
                #expect(try await provider.pull(feed).record.fault == .connectionLost, "\(address)")
            }
        }
    }

    @Test func `private addresses are not called, directly or by a redirect`() async throws {
        try await Provider.during(allowing: "localhost") { provider in
            let own = try await provider.pull(provider.feed("rows"))
            #expect(own.record.fault == .malformedURL)
            #expect(own.record.detail == "the host’s address is not public")
            let name = provider.server.greeting.replacing("127.0.0.1", with: "localhost")
            let led = try await provider.pull(
                provider.feed("redirect", at: name, query: "\(provider.server.greeting)/rows"))
            #expect(led.record.fault == .malformedURL, "\(led.record.detail ?? "")")
            #expect(try provider.requests().map(\.path).filter { $0.hasPrefix("/rows") } == [])
            #expect(try await provider.readings() == [])
        }
    }

    @Test func `a redirect to another host is followed without the secrets, and only a few times`()
        async throws
    {
        try await Provider.during(allowing: "127.0.0.1,localhost") { provider in
            let elsewhere = provider.server.greeting.replacing("127.0.0.1", with: "localhost")
            let secret = #""headers": {"X-API-Key": {"environment": "KEY"}},"#
            for (query, isOwn) in [("/rows", true), ("\(elsewhere)/rows", false)] {
                let feed = try provider.feed("redirect", query: query, secret, environment: ["KEY": "s3cret"])
                #expect(try await provider.pull(feed).record.fault == nil)
                let last = try #require(try provider.requests().last)
                #expect(last.path == "/rows" && (last.headers["x-api-key"] == "s3cret") == isOwn)
            }
            let before = try provider.requests().count
            let loop = try await provider.pull(provider.feed("round"))
            #expect(loop.record.fault == .invalidResponse)
            #expect(try provider.requests().count == before + 4)
        }
    }

    @Test func `a compressed answer is read like a plain one`() async throws {
        try await Provider.during { provider in
            let outcome = try await provider.pull(provider.feed("gzip"))
            #expect(outcome.tally?.accepted == 2)
            let headers = try provider.requests()[0].headers
            #expect(headers["accept-encoding"] == "gzip" && headers["accept"] == "text/csv")
        }
    }

    @Test func `a secret is sent and stored nowhere, even if the provider quotes it`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed(
                "quoting", #""headers": {"X-API-Key": {"environment": "POLLEN_KEY"}},"#,
                environment: ["POLLEN_KEY": "s3cret"])
            let record = try await provider.pull(feed).record
            #expect(try provider.requests()[0].headers["x-api-key"] == "s3cret")
            #expect(record.fault == .invalidResponse && record.detail?.contains("the key … is wrong") == true)
            for file in try FileManager.default.contentsOfDirectory(
                at: provider.folder.url, includingPropertiesForKeys: nil)
            where !file.hasDirectoryPath {
                #expect(try !Data(contentsOf: file).contains(Array("s3cret".utf8)), "\(file)")
            }
        }
    }
}

/// A real file, which is not ours to keep in this repository.
private enum Recorded {
    private static let name = "meteoswiss/pollen_D_recent_PBS.csv"
    static let file = RealFiles.file(name)

    static var isThere: Bool { RealFiles.has(name) }
}

extension Data {
    fileprivate func contains(_ bytes: [UInt8]) -> Bool { range(of: Data(bytes)) != nil }
}
