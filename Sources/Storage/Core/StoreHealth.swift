package import Alerts
import Foundation
import Sealing
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Whether the store can write and read, as its last acts and examinations have shown.
///
/// Everything that writes asks it first and reports to it afterwards, both on the writer's own queue. So no write
/// that follows a failed flush is acknowledged before the file was reopened and checked.
package final class StoreHealth: Sendable {
    private struct State {
        var finding: StoreFailure.Finding?
        var lastCommit = ContinuousClock.now
        var failures: [StoreFailure: Int] = [:]
    }

    private let path: String
    private let accepted: Set<StoreFailure>
    private let keys: KeyRing?
    private let identity = Mutex<FileIdentity?>(nil)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - path: The database file.
    ///   - accepted: Failures that stop nothing, because the operator said so.
    ///   - keys: The keys that seal the database.
    init(path: String, accepting accepted: Set<StoreFailure> = [], keys: KeyRing? = nil) {
        self.path = path
        self.accepted = accepted
        self.keys = keys
    }

    /// What is wrong at the moment; `nil` if the store can write and read.
    package var finding: StoreFailure.Finding? {
        if isMoved {
            return StoreFailure.Finding(failure: .moved, reason: "\(path) is not the file that was opened")
        }
        return state.withLock(\.finding) ?? missingKeys
    }

    /// What is wrong with the file of the keys, which the keys at hand outlive until the next start.
    private var missingKeys: StoreFailure.Finding? {
        do {
            _ = try keys?.current()
            return nil
        } catch {
            return StoreFailure.Finding(failure: .keys, reason: "\(error)")
        }
    }

    /// How often each failure was met since the start.
    package var failures: [StoreFailure: Int] { state.withLock(\.failures) }

    /// The time since something was last committed.
    var idleTime: Duration { ContinuousClock.now - state.withLock(\.lastCommit) }

    /// Remembers which file is open.
    func noteOpened() { identity.withLock { $0 = FileIdentity(path) } }

    /// Refuses a write that would prove nothing or be lost.
    ///
    /// - Throws: `StoreFailure`.
    func admitWrite() throws(StoreFailure) {
        if let failure = finding?.failure, failure.suspendsWrites { throw failure }
    }

    /// Notes that something was committed, which ends every failure that does not suspend writes.
    func noteCommit() {
        state.withLock { state in
            state.lastCommit = .now
            guard let failure = state.finding?.failure, !failure.suspendsWrites else { return }
            state.finding = nil
        }
    }

    /// Notes an error and returns what to throw in its place.
    func note(_ error: any Error) -> any Error {
        guard let failure = StoreFailure(error) else { return error }
        guard !(error is StoreFailure), failure != .busy, !accepted.contains(failure) else { return failure }
        state.withLock { state in
            state.failures[failure, default: 0] += 1
            // The file of the keys is looked at whenever somebody asks.
            guard failure != .keys else { return }
            // A suspension outlasts what fails because of it.
            if let known = state.finding?.failure, known.suspendsWrites { return }
            state.finding = StoreFailure.Finding(failure: failure, reason: "\(error)")
        }
        return failure
    }

    /// Ends a failure after an examination that found nothing.
    func noteSound() { state.withLock { $0.finding = nil } }

    private var isMoved: Bool {
        guard let opened = identity.withLock(\.self) else { return false }
        return FileIdentity(path) != opened
    }
}

/// A file, whatever its name is.
private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t

    /// `nil` if there is no file with this name.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
