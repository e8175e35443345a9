import Foundation
import Logging
import Maps
import Observations
import SampleTesting
import Storage
import Testing

@testable import Server

@Suite struct ForeignWriteWatcherTests {
    private let opened: OpenedNetwork
    /// The file as another process opens it.
    private let other: SQLiteStore

    init() throws {
        opened = try OpenedNetwork()
        other = try SQLiteStore(besideKeys: opened.configuration.database)
    }

    @Test func `one check shows what another process has written, and nothing else`() async throws {
        let watcher = try await ForeignWriteWatcher(opened.network, logger: Logger(label: "test"))
        let fields = opened.network.fields
        var mark = try await opened.store.foreignMark()
        let beginning = mark
        let stamp = fields.stamp
        try await opened.store.add([Station.sample()])
        try await watcher.look(from: &mark)
        #expect(mark == beginning && fields.stamp == stamp)
        try await other.add([Station.sample("bern")])
        try await watcher.look(from: &mark)
        #expect(mark != beginning && fields.stamp != stamp)
        let told = (mark, fields.stamp)
        try await watcher.look(from: &mark)
        #expect((mark, fields.stamp) == told)
    }

    @Test func `a write before the first check is noticed`() async throws {
        let watcher = try await ForeignWriteWatcher(opened.network, logger: Logger(label: "test"))
        let stamp = opened.network.fields.stamp
        try await other.add([Station.sample()])
        let running = Task { try await watcher.run() }
        try await awaited("it was not noticed") { opened.network.fields.stamp != stamp ? true : nil }
        running.cancel()
        try await running.value
    }

    @Test func `a map lags behind another process by at most a second`() {
        #expect(ForeignWriteWatcher.interval <= .seconds(1))
    }
}
