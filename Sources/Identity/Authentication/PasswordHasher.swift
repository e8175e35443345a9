import Foundation
import People
import Synchronization

/// Hashes passwords on its own threads, a few at a time.
///
/// A hash occupies a core for a good part of a second and takes 32 MiB. It must block neither an event loop
/// nor the threads that everything else runs on. A client that sends passwords by the thousand must not slow
/// the map down for others. There is therefore one thread for every two cores, and the system schedules all
/// other threads first.
package final class PasswordHasher: Sendable {
    /// The most passwords that may wait, however fast they are hashed.
    package static let usualCapacity = 100
    /// The longest wait before a hash begins.
    ///
    /// A client that would wait longer is asked to retry.
    static let longestWait = Duration.seconds(10)

    private struct Counts {
        var waiting: [Int]
        var worked = 0
        /// How long a hash took lately.
        var usual: Duration

        mutating func note(_ taken: Duration) { usual += (taken - usual) / 4 }

        /// The thread at which a password would wait the shortest.
        ///
        /// - Throws: ``AccountRefusal/busy(wait:)`` if that is too long, or if more wait than `capacity`.
        func shortestQueue(capacity: Int) throws -> Int {
            let shortest = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
            let wait = usual * waiting[shortest]
            guard wait <= PasswordHasher.longestWait, waiting.reduce(0, +) < capacity + waiting.count
            else { throw AccountRefusal.busy(wait: wait) }
            return shortest
        }
    }

    let cost: PasswordHash.Cost
    private let capacity: Int
    private let services: [HashingDesk]
    private let counts: Mutex<Counts>
    /// The hash of a random password, checked for names that no account has.
    private let nobody: Mutex<PasswordHash?> = Mutex(nil)

    /// The allowed binary logarithms of scrypt's N.
    package static let costs = 10...17
    /// The default binary logarithm of scrypt's N.
    package static let usualCost = PasswordHash.Cost.standard.logarithm

    /// Creates a hasher with a cost of `logarithm`, the binary logarithm of scrypt's N.
    package convenience init(logarithm: Int = usualCost) {
        precondition(Self.costs.contains(logarithm), "a cost lies between 10 and 17")
        self.init(
            cost: PasswordHash.Cost(
                logarithm: logarithm, blockSize: PasswordHash.Cost.standard.blockSize,
                parallelism: PasswordHash.Cost.standard.parallelism))
    }

    /// Creates a hasher; until the first hash is done, one is expected to take `usual`.
    init(
        cost: PasswordHash.Cost, capacity: Int = usualCapacity,
        threads: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2), usual: Duration? = nil
    ) {
        self.cost = cost
        self.capacity = capacity
        services = (0..<threads).map { HashingDesk(number: $0) }
        counts = Mutex(
            Counts(waiting: [Int](repeating: 0, count: threads), usual: usual ?? cost.usualDuration))
    }

    /// The number of hashes and checks so far, which lets tests see the work done.
    package var workDone: Int { counts.withLock(\.worked) }

    /// Returns the hash of a password in its stored form.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)``.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await atADesk { try PasswordHash(password, cost: cost).text }
    }

    /// Checks a password against a hash.
    ///
    /// Without a hash, the same work is done for nothing.
    ///
    /// - Returns: Whether the password is right, and a new hash to store if the cost has changed since.
    /// - Throws: ``AccountRefusal/busy(wait:)``.
    func check(_ password: String, against text: String?) async throws -> (isRight: Bool, renewed: String?) {
        let cost = cost
        guard let kept = text.flatMap(PasswordHash.init) else {
            try await atADesk { [self] in _ = try standIn().matches(password) }
            return (false, nil)
        }
        return try await atADesk {
            guard try kept.matches(password) else { return (false, nil) }
            return (true, kept.cost == cost ? nil : try PasswordHash(password, cost: cost).text)
        }
    }

    /// Returns the stand-in hash, which is made on a hashing thread when first needed.
    ///
    /// That happens once in the life of the process, so nobody can observe it from outside.
    private func standIn() throws -> PasswordHash {
        if let made = nobody.withLock({ $0 }) { return made }
        let made = try PasswordHash(SecretText(.link).text, cost: cost)
        nobody.withLock { $0 = made }
        return made
    }

    /// The number of passwords being hashed or waiting.
    var waitingCount: Int { counts.withLock { $0.waiting.reduce(0, +) } }

    /// Refuses an attempt whose password could not be hashed in time, before anything is done for it.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)``.
    func checkRoom() throws {
        _ = try counts.withLock { try $0.shortestQueue(capacity: capacity) }
    }

    /// Runs blocking work on a hashing thread when its turn comes.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)``, or any error of the work.
    func atADesk<Value: Sendable>(_ act: @escaping @Sendable () throws -> Value) async throws -> Value {
        let service = try counts.withLock { counts in
            let shortest = try counts.shortestQueue(capacity: capacity)
            counts.worked += 1
            counts.waiting[shortest] += 1
            return shortest
        }
        defer { counts.withLock { $0.waiting[service] -= 1 } }
        return try await services[service].run { [self] in
            let begun = ContinuousClock.now
            defer { counts.withLock { $0.note(.now - begun) } }
            return try act()
        }
    }
}

/// Hashes one password after another.
private actor HashingDesk {
    private let thread: LowPriorityThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(number: Int) { thread = LowPriorityThread(named: "passwords \(number)") }

    func run<Value: Sendable>(_ act: @Sendable () throws -> Value) throws -> Value { try act() }
}
