import Alerting
import Alerts
import Delivery
import Foundation
import Interpolation
import Logging
import Maps
import Observations
import People
import SampleTesting
import Sealing
import Storage
import Synchronization
import Testing

@testable import Server

/// Two services on one PostgreSQL database, without what they say over HTTP.
@Suite(.timeLimit(.minutes(20)), .alone)
struct NodesBothStoresTests {
    /// A stream of an account that remembers what was written to it.
    private final class Sink: LiveSink {
        private let stream: LiveStream
        private let home = DispatchQueue(label: "lane")
        private let state = Mutex((text: "", isFinished: false))

        init(_ stream: LiveStream) { self.stream = stream }

        var text: String { state.withLock(\.text) }
        var isFinished: Bool { state.withLock(\.isFinished) }
        var lane: ObjectIdentifier { ObjectIdentifier(home) }
        var hasRoom: Bool { true }

        func begin() { onLane { self.stream.begin(on: self) } }

        func onLane(_ work: @escaping @Sendable () -> Void) { home.async(execute: work) }

        func write(_ head: String, _ tail: [UInt8]) {
            state.withLock { $0.text += head + String(decoding: tail, as: UTF8.self) }
        }

        func finish() {
            let wasFinished = state.withLock { state in
                defer { state.isFinished = true }
                return state.isFinished
            }
            if !wasFinished { stream.connectionEnded() }
        }
    }

    private func withNodes(
        _ body: (Network, Network, ServerConfiguration) async throws -> Void
    ) async throws {
        let server = try await ThrowAwayServer()
        let folder = try TemporaryFolder()
        let configuration = try ServerConfiguration(
            flags: [
                .database: folder.path("breathe.sqlite"), .resources: repository.path,
                .store: "host=\(server.path) dbname=postgres user=postgres",
            ], environment: [:])
        let nodes = [
            try await Network.open(configuration, serves: true),
            try await Network.open(configuration, serves: true),
        ]
        var watchers: [ForeignWriteWatcher] = []
        for node in nodes {
            watchers.append(try await ForeignWriteWatcher(node, logger: Logger(label: "test")))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for watcher in watchers { group.addTask { try await watcher.run() } }
            for node in nodes {
                group.addTask { try await node.follower.run() }
                group.addTask { try await node.feed.run() }
            }
            defer { group.cancelAll() }
            try await body(nodes[0], nodes[1], configuration)
        }
        try await server.stop()
    }

    /// Opens an account with a fence, and a stream of it.
    private func listen(_ name: String, at node: Network) async throws -> (Account.ID, Sink) {
        _ = try await node.createAccount(named: name, address: nil, at: noon)
        let account = try await node.account(named: name).id
        #expect(try await node.fences.keep(.sample(name, of: account), replacing: false, at: noon))
        let stream = try await node.feed.open(for: account, by: .sample(account), after: nil)
        let sink = Sink(try #require(stream))
        sink.begin()
        return (account, sink)
    }

    @Test func `an alert at one service reaches a stream at the other, and its deleted account ends it`()
        async throws
    {
        try await withNodes { one, other, _ in
            let (anna, sink) = try await listen("anna", at: other)
            let (_, neighbour) = try await listen("ben", at: other)
            try await one.store.writeReports { transaction in
                let alert = Alert.sample("seen-elsewhere")
                try transaction.add(alert)
                try transaction.notify(of: alert, at: .basel, except: nil, now: noon)
            }
            for sink in [sink, neighbour] {
                try await awaited("the alert did not come") {
                    sink.text.contains("seen-elsewhere") ? () : nil
                }
            }
            try await one.accounts.delete(anna, at: noon)
            try await awaited("the stream goes on") { sink.isFinished ? () : nil }
            #expect(!neighbour.isFinished)
        }
    }

    @Test func `the end of a token at one service ends the streams at the other within a second`()
        async throws
    {
        try await withNodes { one, other, _ in
            let (anna, sink) = try await listen("anna", at: other)
            let (_, neighbour) = try await listen("ben", at: other)
            let store = try rows(of: one)
            let token = Credential(
                id: "token", hash: Data(repeating: 3, count: 32), principal: .account(anna))
            try await store.addToken(token, label: nil, at: noon)
            #expect(!sink.isFinished)
            let began = ContinuousClock.now
            #expect(try await store.endToken("token", of: anna, at: noon))
            try await awaited("the stream goes on") { sink.isFinished ? () : nil }
            #expect(ContinuousClock.now - began < .seconds(1))
            #expect(!neighbour.isFinished)
        }
    }

    @Test func `a report at one service is announced by the other, without a wait for the next look`()
        async throws
    {
        try await withNodes { one, other, _ in
            @Sendable func report(_ names: String...) async throws {
                for name in names {
                    _ = try await one.createAccount(named: name, address: nil, at: noon)
                    let report = Report(
                        account: try await one.account(named: name).id, position: .basel,
                        allergens: ["birch"],
                        symptoms: [.cough], comment: nil, isNamed: false)
                    _ = try await one.reports.receive(report, at: noon)
                }
            }
            @Sendable func isAnnounced() async throws -> Bool {
                try await one.store.unannouncedAlerts(limit: 1).isEmpty
            }
            try await report("ben", "cleo")
            #expect(try await !isAnnounced(), "a report that joins others is announced after its commit")
            let announcing = ReportNotificationService(
                reports: other.reports, now: { noon }, logger: Logger(label: "test"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await announcing.run() }
                defer { group.cancelAll() }
                try await awaited("the reports are not announced") { try await isAnnounced() ? () : nil }
                try await report("dora")
                try await awaited("the report is not announced") { try await isAnnounced() ? () : nil }
            }
        }
    }

    @Test func `a reading at one service is in the field of the other`() async throws {
        try await withNodes { one, other, _ in
            try await one.store.add([.sample()])
            let before = try await other.fields.field(of: "birch", on: today, content: .readings)
            #expect(before?.samples.isEmpty == true)
            let submission = Submission(readings: [.sample(80)], isConfirmed: true)
            #expect(try await one.readings.keep(submission, at: noon).accepted == 1)
            let value = try await awaited("the reading did not come") {
                try await other.fields.field(of: "birch", on: today, content: .readings)?.samples.first?.value
            }
            #expect(value == 80)
        }
    }

    private func rows(of node: Network) throws -> PostgreSQLStore {
        try #require(node.store as? PostgreSQLStore)
    }

    @Test func `a new key reaches one node after the other, and all read what any of them seals`()
        async throws
    {
        let server = try await ThrowAwayServer()
        let folder = try TemporaryFolder()
        let (old, new) = (String(repeating: "0a", count: 32), String(repeating: "b1", count: 32))
        func configuration(_ keys: [String]) throws -> ServerConfiguration {
            try ServerConfiguration(
                flags: [
                    .database: folder.path("breathe.sqlite"), .resources: repository.path,
                    .store: "host=\(server.path) dbname=postgres user=postgres",
                ], environment: ["BREATHE_DATA_KEYS": keys.joined(separator: ",")])
        }
        func start(_ keys: [String]) async throws -> Network {
            try await Network.open(configuration(keys), serves: true)
        }
        var nodes = [try await start([old]), try await start([old])]
        _ = try await nodes[0].createAccount(named: "anna", address: nil, at: noon)
        let anna = try await nodes[0].account(named: "anna").id
        var sealed: Set<Fence.ID> = []
        /// Each node seals a fence, and each opens those of both.
        func sealAndOpen() async throws {
            for node in nodes {
                let fence = Fence.sample("fence\(sealed.count)", of: anna)
                #expect(try await node.fences.keep(fence, replacing: false, at: noon))
                sealed.insert(fence.id)
            }
            for node in nodes { #expect(try await Set(rows(of: node).fences(of: anna).map(\.id)) == sealed) }
        }
        func restartEach(with keys: [String]) async throws {
            for place in nodes.indices {
                try rows(of: nodes[place]).close()
                nodes[place] = try await start(keys)
                try await sealAndOpen()
            }
        }
        try await sealAndOpen()
        try await restartEach(with: [old, new])
        try await restartEach(with: [new, old])
        let rotation = try await KeyRotation(configuration([new, old]))
        let outcome = try await rotation.run(forgetting: true)
        #expect(outcome.made == nil && outcome.sealed >= 2 && outcome.forgotten.count == 1)
        try await sealAndOpen()
        try await restartEach(with: [new])
        #expect(try await rows(of: nodes[0]).dataKeyUses().map(\.key) == [outcome.current])
        for node in nodes { try rows(of: node).close() }
        (rotation.store as? PostgreSQLStore)?.close()
        try await server.stop()
    }

    @Test func `a service that finds lines missing reads everything anew, and asks whose streams hold`()
        async throws
    {
        try await withNodes { one, _, configuration in
            // It hears of nothing while it stands still.
            let still = try await Network.open(configuration, serves: true)
            let (anna, sink) = try await listen("anna", at: still)
            let (_, neighbour) = try await listen("ben", at: still)
            let watcher = try await ForeignWriteWatcher(still, logger: Logger(label: "test"))
            var mark = try await still.store.foreignMark()
            let stamp = still.fields.stamp
            try await one.accounts.delete(anna, at: noon)
            let store = try #require(one.store as? PostgreSQLStore)
            try await store.writeRows(locking: .nothing) { try $0.run("DELETE FROM changeLog") }
            #expect(!sink.isFinished)
            try await watcher.look(from: &mark)
            #expect(still.fields.stamp != stamp)
            try await awaited("the stream goes on") { sink.isFinished ? () : nil }
            #expect(!neighbour.isFinished)
            #expect(try await still.store.foreignMark() == ForeignMark(number: mark.number))
        }
    }
}
