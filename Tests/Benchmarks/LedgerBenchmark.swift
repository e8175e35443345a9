import Alerts
import Foundation
import Geography
import SeededTesting
import Storage

/// Measures how many alerts a second are committed with the lines of those that they concern, each in a transaction of
/// its own, by several writers at once.
struct LedgerBenchmark {
    private let store: any RowStore & ReportStore
    private let writers: Int
    private let count: Int
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    struct Outcome: Encodable {
        let commitsPerSecond: Double
        let linesPerCommit: Double
    }

    /// - Parameters:
    ///   - store: Where alerts, ledger and fences are.
    ///   - writers: How many write at once.
    ///   - count: How many alerts all writers together raise.
    init(_ store: any RowStore & ReportStore, writers: Int, count: Int) {
        (self.store, self.writers, self.count) = (store, writers, count)
    }

    func run() async throws -> Outcome {
        let before = try await store.lastEntry()
        let start = ContinuousClock.now
        try await withThrowingTaskGroup { group in
            for writer in 0..<writers { group.addTask { try await raise(as: writer) } }
            try await group.waitForAll()
        }
        let seconds = start.duration(to: .now).seconds
        let lines = try await store.lastEntry() - before
        return Outcome(
            commitsPerSecond: Double(count) / seconds, linesPerCommit: Double(lines) / Double(count))
    }

    /// Raises the alerts of one writer, one after another, somewhere in the country.
    private func raise(as writer: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(1_000 + writer))
        for _ in stride(from: writer, to: count, by: writers) {
            let place = MadeUpFences.place(using: &generator)
            try await store.raise(.report(of: "birch", at: place, now), at: place, now)
        }
    }
}
