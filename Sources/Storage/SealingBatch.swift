import Dispatch
import Foundation
import Synchronization

/// Fences that are sealed by threads in the background, ahead of the writer, which takes its share once it needs them.
final class SealingBatch: Sendable {
    /// Fences that a thread takes at a time: less than a millisecond.
    private static let share = 64

    private struct State {
        var first: Int
        var parts: [Int: Result<[SealedFence], any Error>] = [:]
    }

    private let numbers: Range<Int>
    private let seal: @Sendable (Range<Int>) throws -> [SealedFence]
    private let state: Mutex<State>
    /// The shares that were taken and are not done.
    private let taken = DispatchGroup()

    /// Begins to seal the first few fences of some.
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

    /// Seals what nobody has taken, and waits for the others.
    ///
    /// - Returns: The fences in their order.
    /// - Throws: What sealing the first one threw that could not be sealed.
    func finish() throws -> [[SealedFence]] {
        work()
        taken.wait()
        let parts = state.withLock { $0.parts }
        return try parts.keys.sorted().compactMap { try parts[$0]?.get() }
    }

    /// Leaves what nobody has taken.
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
            // Counted before the lock is let go: whoever waits finds either a share to take or somebody at work.
            taken.enter()
            return share
        }
    }
}
