import Foundation
import Logging
import Observations
import Pulling
import SampleTesting
import Server
import ServiceLifecycle
import Storage
import Testing

@Suite(.timeLimit(.minutes(20))) struct HostLaneTests {
    private let day: TimeInterval = 86_400

    @Test func `a feed is fetched at once, and then after each publication and at midnight`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("conditional")
            let lane = provider.lanes(feed)[0]
            #expect(try await provider.health(feed).state == .pending)
            // The clock stands at noon; half of the ten minutes' spread is five.
            #expect(try await lane.pullDue() == noon.addingTimeInterval(6 * 3_600 + 300))
            for (hours, count) in [(6.0, 1), (6.1, 2), (12, 2), (12.1, 3), (30, 3), (30.1, 4)] {
                provider.time.now = noon.addingTimeInterval(hours * 3_600)
                _ = try await lane.pullDue()
                #expect(try provider.requests().count == count, "after \(hours) hours")
            }
            #expect(try await provider.health(feed).state == .ok)
        }
    }

    @Test func `the state that another process stored applies after a restart`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("busy", query: "3600")
            _ = try await provider.lanes(feed)[0].pullDue()
            provider.time.now = noon.addingTimeInterval(3_599)
            #expect(try await provider.lanes(feed)[0].pullDue() == noon.addingTimeInterval(3_600))
            #expect(try provider.requests().count == 1)
            provider.time.now = noon.addingTimeInterval(3_600)
            _ = try await provider.lanes(feed)[0].pullDue()
            #expect(try provider.requests().count == 2)
        }
    }

    @Test func `a provider that asks for a pause gets it for all of its addresses`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("maintained/{station}", query: "600")
            #expect(feed.targets.count == 17)
            #expect(
                try await provider.lanes(feed)[0].pullDue() == noon.addingTimeInterval(600),
                "sixteen were never requested, and wait as well")
            #expect(try provider.requests().count == 1)
            let health = try await provider.health(feed)
            #expect(health.state == .failing && health.failing == 1 && health.fault == .unavailable)
        }
    }

    @Test func `a provider that asks for a pause gets it from all feeds of its host`() async throws {
        try await Provider.during { provider in
            let busy = try provider.feed("busy", query: "3600")
            let other = try provider.feed("rows", named: "other")
            let lane = provider.lanes(busy, other)[0]
            #expect(try await lane.pullDue() == noon.addingTimeInterval(3_600))
            #expect(try provider.requests().count == 1)
            provider.time.now = noon.addingTimeInterval(3_601)
            let again = provider.lanes(other)[0]
            _ = try await again.pullDue()
            #expect(try provider.requests().count == 2)
        }
    }

    @Test func `one address that fails does not stop requests for the others`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("some/{station}")
            let next = try #require(try await provider.lanes(feed)[0].pullDue())
            #expect(try Set(provider.requests().map(\.path)).count == 17)
            let health = try await provider.health(feed)
            #expect(health.addresses == 17 && health.failing == 1 && health.state == .failing)
            #expect(health.fault == .notFound && health.lastSuccess != nil)
            // A missing file will not exist a minute later either.
            #expect(next >= noon.addingTimeInterval(6 * 3_600))
        }
    }

    @Test func `a host gets one request at a time, with pauses in between`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("rows/{station}", #""spacingSeconds": 7,"#)
            let other = try provider.feed("rows", named: "other", #""spacingSeconds": 20,"#)
            let lanes = provider.lanes(feed, other)
            #expect(lanes.count == 1)
            _ = try await lanes[0].pullDue()
            #expect(
                provider.time.waits == Array(repeating: .seconds(7), count: 16) + [.seconds(20)])
            let elsewhere = try provider.feed("rows", at: "http://localhost:1", named: "elsewhere")
            #expect(provider.lanes(feed, elsewhere).count == 2)
        }
    }

    @Test func `failures are retried at growing intervals, and success resets them`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("status", query: "503")
            let lane = provider.lanes(feed)[0]
            var waits: [TimeInterval] = []
            for _ in 0..<8 {
                let next = try #require(try await lane.pullDue())
                waits.append(next.timeIntervalSince(provider.time.now))
                provider.time.now = next
            }
            #expect(waits == [60, 120, 240, 480, 960, 1_920, 3_840, 7_200])
            #expect(try await provider.store.pulls(of: "sample")[0].failures == 8)
            let healed = try provider.feed("rows")
            _ = try await provider.lanes(healed)[0].pullDue()
            let record = try await provider.store.pulls(of: "sample")[0]
            #expect(record.failures == 0 && record.fault == nil && record.detail == nil)
        }
    }

    @Test func `a day's requests are counted across restarts, and the next day has as many`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("status", query: "503", #""callsPerDay": 2,"#)
            for _ in 0..<2 {
                let next = try #require(try await provider.lanes(feed)[0].pullDue())
                provider.time.now = next
            }
            let midnight = noon.addingTimeInterval(day / 2)
            #expect(
                try await provider.lanes(feed)[0].pullDue() == midnight.addingTimeInterval(60),
                "half of two minutes after midnight")
            #expect(try provider.requests().count == 2)
            let health = try await provider.health(feed)
            #expect(health.state == .overBudget && health.fault == .overBudget)
            provider.time.now = midnight.addingTimeInterval(60)
            _ = try await provider.lanes(feed)[0].pullDue()
            #expect(try provider.requests().count == 3)
            #expect(try await provider.health(feed).state == .failing)
        }
    }

    @Test func `a date written by a wrong clock delays nothing`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("rows")
            provider.time.now = noon.addingTimeInterval(3_650 * day)
            _ = try await provider.lanes(feed)[0].pullDue()
            provider.time.now = noon
            #expect(try await provider.lanes(feed)[0].pullDue() == noon.addingTimeInterval(6 * 3_600 + 300))
            #expect(try provider.requests().count == 2)
        }
    }

    @Test func `a manual pull requests everything, and stops when the provider asks for fewer requests`()
        async throws
    {
        try await Provider.during { provider in
            for (path, count) in [("rows/{station}", 17), ("busy/{station}", 1), ("some/{station}", 17)] {
                let before = try provider.requests().count
                // The busy provider has had its pause.
                provider.time.now += 61
                let feed = try provider.feed(path, query: "60")
                var faults: [FeedFault?] = []
                try await provider.puller.pullAll(of: feed) { _, outcome in
                    faults.append(outcome.record.fault)
                }
                let asked = try provider.requests().count - before
                #expect(faults.count == count && asked == count, "\(path)")
            }
        }
    }

    @Test func `a manual pull respects a provider's pause, unless it is forced`()
        async throws
    {
        try await Provider.during { provider in
            let busy = try provider.feed("busy", query: "3600")
            let other = try provider.feed("rows", named: "other")
            _ = try await provider.lanes(busy)[0].pullDue()
            provider.time.now += 60
            for feed in [busy, other] {
                await #expect(throws: ProviderPause(until: noon.addingTimeInterval(3_600))) {
                    try await provider.puller.pullAll(of: feed, beside: [busy, other]) { _, _ in }
                }
            }
            #expect(try provider.requests().count == 1)
            var faults: [FeedFault?] = []
            try await provider.puller.pullAll(of: other, beside: [busy], isForced: true) { _, outcome in
                faults.append(outcome.record.fault)
            }
            #expect(faults == [nil])
            #expect(try provider.requests().count == 2)
        }
    }

    @Test func `a manual pull respects the daily limit of requests even when it is forced`() async throws {
        try await Provider.during { provider in
            let feed = try provider.feed("rows", #""callsPerDay": 2,"#)
            for _ in 0..<2 { try await provider.puller.pullAll(of: feed) { _, _ in } }
            var faults: [FeedFault?] = []
            try await provider.puller.pullAll(of: feed) { faults.append($1.record.fault) }
            await #expect(throws: ProviderPause.self) {
                try await provider.puller.pullAll(of: feed) { _, _ in }
            }
            try await provider.puller.pullAll(of: feed, isForced: true) { faults.append($1.record.fault) }
            #expect(faults == [.overBudget, .overBudget])
            #expect(try provider.requests().count == 2)
        }
    }

    @Test func `when the program ends, a running request is dropped and does not count as a failure`()
        async throws
    {
        try await Provider.during { provider in
            let feed = try provider.feed("silent", #""timeoutSeconds": 600,"#)
            let group = ServiceGroup(
                services: [provider.service(feed)], logger: Logger(label: "tests"))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                _ = try await provider.server.lines(1)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            #expect(try await provider.store.pulls(of: "sample") == [])
            #expect(try provider.leftovers == [])
        }
    }

    @Test func `without its secret a feed is disabled and sends no requests`() async throws {
        try await Provider.during { provider in
            let secret = #""query": {"key": {"environment": "POLLEN_KEY"}},"#
            for environment in [[:], ["POLLEN_KEY": ""]] {
                let feed = try provider.feed("rows", secret, environment: environment)
                #expect(feed.missingVariables == ["POLLEN_KEY"])
                #expect(try await provider.lanes(feed)[0].pullDue() == nil)
                let health = try await provider.health(feed)
                #expect(health.state == .disabled && health.nextAttempt == nil)
            }
            #expect(try provider.requests().isEmpty)
            let feed = try provider.feed("rows", secret, environment: ["POLLEN_KEY": "k"])
            _ = try await provider.lanes(feed)[0].pullDue()
            #expect(try provider.requests().map(\.path) == ["/rows?key=k"])
        }
    }

    @Test func `the last data remain when the provider fails, and are marked as stale in time`() async throws
    {
        try await Provider.during { provider in
            _ = try await provider.lanes(provider.feed("rows"))[0].pullDue()
            let feed = try provider.feed("status", query: "503")
            for (hours, state) in [(6.2, FeedHealth.State.failing), (12.1, .failing), (12.2, .stale)] {
                provider.time.now = noon.addingTimeInterval(hours * 3_600)
                _ = try await provider.lanes(feed)[0].pullDue()
                let health = try await provider.health(feed)
                #expect(health.state == state && health.lastSuccess == noon, "after \(hours) hours")
                #expect(health.fault == .unavailable)
            }
            #expect(try await provider.readings() == ["birch 312", "grass 4"])
        }
    }
}
