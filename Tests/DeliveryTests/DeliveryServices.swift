import Alerts
import Allergens
import Delivery
import Foundation
import Logging
import Observations
import People
import SampleTesting
import ServiceLifecycle
import Storage
import Synchronization
import Testing

extension SQLiteStore: OutboxStore {}

/// A wall clock and a monotonic clock, which stand still until the test moves them.
final class SetClock: Sendable {
    private let state = Mutex((now: noon, instant: ContinuousClock.now))

    var now: Date { state.withLock(\.now) }
    var instant: ContinuousClock.Instant { state.withLock(\.instant) }

    /// Lets time pass; a negative value only sets the wall clock back.
    func advance(by seconds: TimeInterval) {
        state.withLock { state in
            state.now += seconds
            if seconds > 0 { state.instant += .seconds(seconds) }
        }
    }
}

/// A gate that blocks everybody until it is opened.
final class AccessControl: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(of: Void.self) }

    func wait() async { for await _ in stream {} }

    func open() { continuation.finish() }
}

/// A channel client that collects its messages.
final class RecordingClient: ChannelClient {
    typealias Answer = @Sendable ([OutgoingMessage], Channel) async -> SendingOutcome

    private struct State {
        var carried: [[String]] = []
        var underWay = 0
        var answers: Answer = { _, _ in .delivered }
    }

    private let state = Mutex(State())

    /// The alerts of each call.
    var carried: [[String]] { state.withLock { $0.carried } }
    /// The calls without an answer so far.
    var underWay: Int { state.withLock { $0.underWay } }
    var answers: Answer {
        get { state.withLock { $0.answers } }
        set { state.withLock { $0.answers = newValue } }
    }

    func carry(_ messages: [OutgoingMessage], over channel: Channel) async -> SendingOutcome {
        let answer = state.withLock { state in
            state.carried.append(messages.map(\.alert.id.rawValue))
            state.underWay += 1
            return state.answers
        }
        defer { state.withLock { $0.underWay -= 1 } }
        return await answer(messages, channel)
    }

    func carry(_ reminder: OutgoingReminder, over channel: Channel) async -> SendingOutcome { .delivered }

    func carry(_ notice: OutgoingNotice, over channel: Channel) async -> SendingOutcome { .delivered }

    func carryTrial(over channel: Channel, for profile: Profile) async -> SendingOutcome { .delivered }
}

/// A store in a file with a subscriber around Basel, and an outbox that works on it.
final class DeliveryServices: Sendable {
    let store: SQLiteStore
    let anna: Account.ID
    let client = RecordingClient()
    let clock = SetClock()
    private let folder: TemporaryFolder
    private let wakeSignal = WakeSignal()
    private let current = Mutex<Outbox?>(nil)

    /// The outbox that is running, or ran last.
    var outbox: Outbox {
        guard let outbox = current.withLock({ $0 }) else { preconditionFailure("nothing was sent") }
        return outbox
    }

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
        anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
        let footprint = FenceFootprint(
            anchor: .basel, boxes: [.init(7, 47, 8, 48)], extent: 5_000, outline: nil)
        try await store.add(
            .sample(of: anna, levels: ["birch": .low, "grass": .low]), footprint: footprint, at: noon)
        try await store.add([Station.sample()])
    }

    /// The only channel.
    var channel: Channel? { get async throws { try await store.channels(of: anna).first } }

    func subscribe(_ channel: Channel) async throws { try await store.add([channel]) }

    /// Raises an alert at the fence.
    func raise(
        _ name: String, kind: Alert.Kind = .station, allergens: [Allergen.ID] = ["birch"],
        sent: Date? = nil, lasting seconds: TimeInterval = 36_000
    ) async throws {
        let alert = Alert.sample(
            name, kind: kind, allergens: allergens, sent: sent ?? clock.now, lasting: seconds)
        let now = alert.sent
        try await store.writeReports { transaction in
            try transaction.add(alert)
            try transaction.notify(of: alert, at: .basel, except: nil, now: now)
        }
        wakeSignal.wake()
    }

    /// Corrects or cancels an alert.
    func correct(_ former: String, by message: Alert.Message, _ name: String) async throws {
        let former = Alert.Reference(id: Alert.ID(rawValue: former), sent: noon)
        let sample = Alert.sample(sent: clock.now)
        let alert = Alert(
            id: Alert.ID(rawValue: name), kind: .station, message: message, reference: former,
            allergens: ["birch"], level: .low, publicPosition: .basel, sent: clock.now,
            expires: clock.now.addingTimeInterval(36_000), finding: sample.finding)
        let now = clock.now
        try await store.write { transaction in
            try transaction.add(alert)
            try transaction.end(former.id, at: now)
            try transaction.notify(of: alert, insteadOf: former.id, now: now)
        }
        wakeSignal.wake()
    }

    /// Sends while `body` runs, and then stops as the program does.
    ///
    /// The outbox works on the store, or on `ledger`, which wraps it.
    func sending(
        through ledger: (any OutboxStore)? = nil, _ body: () async throws -> Void
    ) async throws {
        let outbox = makeOutbox(on: ledger ?? store)
        let group = ServiceGroup(
            configuration: .init(services: [outbox], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try await body()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    /// Makes the outbox whose counts apply from now on.
    func makeOutbox(on ledger: any OutboxStore) -> Outbox {
        let outbox = Outbox(
            ledger: ledger, clients: [.webhook: client], wakeSignal: wakeSignal,
            now: { [clock] in clock.now },
            instant: { [clock] in clock.instant }, logger: Logger(label: "test"),
            firstPause: .milliseconds(10))
        current.withLock { $0 = outbox }
        return outbox
    }

    /// Waits until the counts match; time passes meanwhile, so that pauses end.
    func waitUntil(
        _ condition: (OutboxCounts) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        do {
            try await awaited("the figures are not so", every: .milliseconds(5)) {
                clock.advance(by: 0.02)
                return condition(outbox.counts) ? true : nil
            }
        } catch let late as Late {
            Issue.record("\(late): \(outbox.counts)", sourceLocation: sourceLocation)
            throw late
        }
    }
}
