import Dispatch
import Foundation
import Synchronization

/// Fences that background threads seal ahead of the writer, which seals its share as soon as it needs them.
final class SealingBatch: Sendable {
    /// The number of fences that a thread takes at a time, in less than a millisecond.
    private static let share = 64

    private struct State {
        var first: Int
        var parts: [Int: Result<[SealedFence], any Error>] = [:]
    }

    private let numbers: Range<Int>
    private let seal: @Sendable (Range<Int>) throws -> [SealedFence]
    private let state: Mutex<State>
    /// The shares that were taken and are not finished.
    private let taken = DispatchGroup()

    /// Starts to seal the first `most` fences of a range.
    init(
        first most: Int, of numbers: Range<Int>,
        _ seal: @escaping @Sendable (Range<Int>) throws -> [SealedFence]
    ) {
        self.numbers = numbers.prefix(most)
        self.seal = seal
        state = Mutex(State(first: numbers.lowerBound))
        for _ in 1..<max(ProcessInfo.processInfo.activeProcessorCount, 1) where !isEmpty {
            DispatchQueue.global().async { [self] in work() }
        }
    }

    var isEmpty: Bool { numbers.isEmpty }
    /// The number after the last one.
    var end: Int { numbers.upperBound }

    /// Seals the shares that no thread has taken, and waits for the others.
    ///
    /// - Returns: The fences in order.
    /// - Throws: The error of the first fence that could not be sealed.
    func finish() throws -> [[SealedFence]] {
        work()
        taken.wait()
        let parts = state.withLock { $0.parts }
        return try parts.keys.sorted().compactMap { try parts[$0]?.get() }
    }

    /// Drops the shares that no thread has taken.
    func abandon() { state.withLock { $0.first = numbers.upperBound } }

    private func work() {
        while let share = take() {
            let part = Result { try seal(share) }
            state.withLock { $0.parts[share.lowerBound] = part }
            taken.leave()
        }
    }

    private func take() -> Range<Int>? {
        state.withLock { state in
            guard state.first < numbers.upperBound else { return nil }
            let share = state.first..<min(state.first + Self.share, numbers.upperBound)
            state.first = share.upperBound
            // Counted before the lock is released, so that a waiting thread finds either a share to take or
            // one in progress.
            taken.enter()
            return share
        }
    }
}
