import Foundation
import People
import Synchronization

/// Hashes passwords on threads of its own, a few at a time.
///
/// A hash takes a core a good part of a second and 32 MiB. It must hold up neither an event loop nor the threads that
/// everything else runs on, and whoever sends passwords by the thousand must not take the machine from those who look at
/// the map: there is one thread for each two cores, and the system prefers all others to them.
package final class PasswordHasher: Sendable {
    /// Passwords that wait at most; who comes later is asked to come again.
    package static let usualCapacity = 100
    /// When to come again: about as long as those take that wait.
    static let patience = Duration.seconds(30)

    private struct Counts {
        var waiting: [Int]
        var worked = 0
    }

    let cost: PasswordHash.Cost
    private let capacity: Int
    private let desks: [HashingDesk]
    private let counts: Mutex<Counts>
    /// The hash of a password that nobody knows, for names that nobody has.
    private let nobody: Mutex<PasswordHash?> = Mutex(nil)

    /// The binary logarithms of scrypt's N that may be chosen.
    package static let costs = 10...17
    /// The one that is used when nobody chooses.
    package static let usualCost = PasswordHash.Cost.standard.logarithm

    /// Makes a hasher whose hashes cost `logarithm`, the binary logarithm of scrypt's N.
    package convenience init(logarithm: Int = usualCost) {
        precondition(Self.costs.contains(logarithm), "a cost lies between 10 and 17")
        self.init(
            cost: PasswordHash.Cost(
                logarithm: logarithm, blockSize: PasswordHash.Cost.standard.blockSize,
                parallelism: PasswordHash.Cost.standard.parallelism))
    }

    init(
        cost: PasswordHash.Cost, capacity: Int = usualCapacity,
        threads: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    ) {
        self.cost = cost
        self.capacity = capacity
        desks = (0..<threads).map { HashingDesk(number: $0) }
        counts = Mutex(Counts(waiting: [Int](repeating: 0, count: threads)))
    }

    /// How often a password was hashed or compared, so that tests see the work that was done.
    package var workDone: Int { counts.withLock(\.worked) }

    /// The hash of a password, as it is kept.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)``.
    func hash(_ password: String) async throws -> String {
        let cost = cost
        return try await atADesk { try PasswordHash(password, cost: cost).text }
    }

    /// Whether a password belongs to a hash; without one the same work is done for nothing.
    ///
    /// - Returns: Whether it does, and the hash to be kept from now on when the cost has changed since.
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

    /// Made when it is first needed, at a desk: nobody can tell from outside, because it is made once in the life of the
    /// process.
    private func standIn() throws -> PasswordHash {
        if let made = nobody.withLock({ $0 }) { return made }
        let made = try PasswordHash(SecretText(.link).text, cost: cost)
        nobody.withLock { $0 = made }
        return made
    }

    /// Passwords that are worked on or wait.
    var waitingCount: Int { counts.withLock { $0.waiting.reduce(0, +) } }

    /// Does some work where blocking delays nobody else, when it is its turn.
    ///
    /// - Throws: ``AccountRefusal/busy(wait:)``, or what the work throws.
    func atADesk<Value: Sendable>(_ act: @escaping @Sendable () throws -> Value) async throws -> Value {
        let desk = try counts.withLock { counts in
            guard counts.waiting.reduce(0, +) < capacity + desks.count
            else { throw AccountRefusal.busy(wait: Self.patience) }
            counts.worked += 1
            let shortest = counts.waiting.indices.min { counts.waiting[$0] < counts.waiting[$1] } ?? 0
            counts.waiting[shortest] += 1
            return shortest
        }
        defer { counts.withLock { $0.waiting[desk] -= 1 } }
        return try await desks[desk].run(act)
    }
}

/// Hashes one password after another.
private actor HashingDesk {
    private let thread: LowPriorityThread

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(number: Int) { thread = LowPriorityThread(named: "passwords \(number)") }

    func run<Value: Sendable>(_ act: @Sendable () throws -> Value) throws -> Value { try act() }
}
