import Foundation
import Logging
import SampleTesting
import ServiceLifecycle
import Storage
import Synchronization
import Testing

@testable import Server

@Suite(.timeLimit(.minutes(10))) struct NetworkJobsTests {
    /// A turn that a test gives and takes.
    private final class PlayedTurn: Turn {
        private let gains = AsyncStream.makeStream(of: Void.self)
        private let losses = AsyncStream.makeStream(of: Void.self)
        private let returns = Mutex(0)
        /// Yields when a node begins to wait for it.
        let waits = AsyncStream.makeStream(of: Void.self)

        /// How often it was given back.
        var returned: Int { returns.withLock(\.self) }

        func give() { gains.continuation.yield() }
        func lose() { losses.continuation.yield() }

        func take() async -> Bool {
            waits.continuation.yield()
            return await gains.stream.first { _ in true } != nil
        }

        func untilLost() async { _ = await losses.stream.first { _ in true } }
        func giveBack() { returns.withLock { $0 += 1 } }
    }

    /// A job that tells when it begins and ends.
    private struct PlayedJob: Service {
        let acts = AsyncStream.makeStream(of: String.self)

        func run() async throws {
            acts.continuation.yield("begun")
            try? await gracefulShutdown()
            acts.continuation.yield("ended")
        }
    }

    /// Looks at health values in a database, for as long as it is let.
    private struct SlowValues: MetricWatchStore {
        let store: PostgreSQLStore

        func watchMetrics(before end: Date, at now: Date) async throws -> Int {
            try await store.readRows { try $0.value("SELECT 1 FROM pg_sleep(600)", as: Int.self) } ?? 0
        }
    }

    /// Remembers what is logged, from warnings on.
    private struct Journal: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.add("\(event.message)") }
    }

    private final class Lines: Sendable {
        private let held = Mutex<[String]>([])

        var all: [String] { held.withLock(\.self) }

        func add(_ line: String) { held.withLock { $0.append(line) } }
    }

    private let logger = Logger(label: "tests")

    @Test func `jobs begin with each turn, and end with it`() async throws {
        let (turn, job, ledger) = (PlayedTurn(), PlayedJob(), JobLedger())
        let jobs = NetworkJobs(services: [job], turn: turn, ledger: ledger, logger: logger)
        let running = Task { try await jobs.run() }
        var acts = job.acts.stream.makeAsyncIterator()
        #expect(!ledger.isAtWork)
        for _ in 0..<2 {
            turn.give()
            #expect(await acts.next() == "begun")
            #expect(ledger.isAtWork && turn.returned == 0)
            turn.lose()
            #expect(await acts.next() == "ended")
        }
        turn.give()
        #expect(await acts.next() == "begun")
        running.cancel()
        #expect(await acts.next() == "ended")
        try await running.value
        #expect(!ledger.isAtWork && turn.returned == 1)
    }

    @Test func `a job that is cut off with its turn complains of nothing`() async throws {
        let server = try await ThrowAwayServer()
        let store = try await PostgreSQLStore(server.address, keys: .throwAway, connections: 2)
        let (turn, lines) = (PlayedTurn(), Lines())
        let logger = Logger(label: "tests") { _ in Journal(lines: lines) }
        let watch = MetricWatch(store: SlowValues(store: store), logger: logger)
        let jobs = NetworkJobs(services: [watch], turn: turn, ledger: JobLedger(), logger: logger)
        let running = Task { try await jobs.run() }
        var waits = turn.waits.stream.makeAsyncIterator()
        _ = await waits.next()
        turn.give()
        try await server.becomes("EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep')")
        turn.lose()
        // It waits for its next turn when its jobs have ended.
        _ = await waits.next()
        #expect(lines.all.isEmpty && store.failureCounts.isEmpty)
        running.cancel()
        try await running.value
        store.close()
        try await server.stop()
    }

    @Test func `a program that stops ends its jobs before it gives the turn back`() async throws {
        let (turn, job) = (PlayedTurn(), PlayedJob())
        let jobs = NetworkJobs(services: [job], turn: turn, ledger: JobLedger(), logger: logger)
        let group = ServiceGroup(services: [jobs], logger: logger)
        let running = Task { try await group.run() }
        var acts = job.acts.stream.makeAsyncIterator()
        turn.give()
        #expect(await acts.next() == "begun")
        #expect(turn.returned == 0)
        await group.triggerGracefulShutdown()
        #expect(await acts.next() == "ended")
        try await running.value
        #expect(turn.returned == 1)
    }

    @Test func `a program that waits for its turn stops without one`() async throws {
        let (turn, job) = (PlayedTurn(), PlayedJob())
        let jobs = NetworkJobs(services: [job], turn: turn, ledger: JobLedger(), logger: logger)
        let group = ServiceGroup(services: [jobs], logger: logger)
        let running = Task { try await group.run() }
        _ = await turn.waits.stream.first { _ in true }
        await group.triggerGracefulShutdown()
        try await running.value
        job.acts.continuation.finish()
        var acts = job.acts.stream.makeAsyncIterator()
        #expect(await acts.next() == nil)
    }

    @Test func `over a file the jobs run from the start`() async throws {
        let (job, ledger) = (PlayedJob(), JobLedger())
        let jobs = NetworkJobs(services: [job], turn: nil, ledger: ledger, logger: logger)
        let running = Task { try await jobs.run() }
        var acts = job.acts.stream.makeAsyncIterator()
        #expect(await acts.next() == "begun")
        #expect(ledger.isAtWork)
        running.cancel()
        try await running.value
    }

    @Test func `a turn that is given back is there at once, and one whose server restarted is later`()
        async throws
    {
        let server = try await ThrowAwayServer()
        let lines = Lines()
        let journal = Logger(label: "tests") { _ in Journal(lines: lines, logLevel: .info) }
        let (first, second) = (
            ServiceTurn(try server.address, logger), ServiceTurn(try server.address, journal)
        )
        #expect(await first.take())
        let waiting = Task { await second.take() }
        await first.giveBack()
        #expect(await waiting.value)
        async let loss: Void = second.untilLost()
        try await server.crash()
        await loss
        #expect(lines.all.filter { $0 == "the turn at the jobs of the network is over here" }.count == 1)
        try await server.start()
        let restart = ContinuousClock.now
        #expect(await first.take())
        // A node that had not heard of the restart would still be at work before.
        #expect(restart.duration(to: .now) >= ServiceTurn.longestRemnant)
        await first.giveBack()
        try await server.stop()
    }

    @Test func `a node that may work no more leaves its turn to another when its jobs have ended`()
        async throws
    {
        let server = try await ThrowAwayServer()
        let mayWork = Mutex(true)
        let first = ServiceTurn(try server.address, logger) { mayWork.withLock(\.self) }
        let second = ServiceTurn(try server.address, logger)
        #expect(await first.take())
        mayWork.withLock { $0 = false }
        await first.untilLost()
        let waiting = Task { await second.take() }
        // Its jobs end, and it waits for its next turn.
        let later = Task { await first.take() }
        #expect(await waiting.value)
        later.cancel()
        #expect(await !later.value)
        await second.giveBack()
        try await server.stop()
    }

    @Test func `a node that finds no connection for its turn says so once, and takes it later`()
        async throws
    {
        let server = try await ThrowAwayServer()
        try await server.crash()
        let lines = Lines()
        let turn = ServiceTurn(
            try server.address, Logger(label: "tests") { _ in Journal(lines: lines) })
        let waiting = Task { await turn.take() }
        try await awaited("nothing was logged") { lines.all.isEmpty ? nil : true }
        try await server.start()
        #expect(await waiting.value)
        #expect(lines.all == ["no turn at the jobs of the network"])
        await turn.giveBack()
        try await server.stop()
    }
}
