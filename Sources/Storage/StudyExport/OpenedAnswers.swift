import Dispatch
import Foundation
import Sealing
import Synchronization

/// The answers of a request, in its order: some thousand are opened at once, by all processors.
final class OpenedAnswers<Content: Codable & Sendable> {
    struct Answer {
        let participant: Int64?
        let day: Int
        /// From 1 on; 0 where the day has one answer.
        let window: UInt8
        let edition: StudyVersions.Edition
        let content: Content
    }

    private struct Sealed: Sendable {
        let id: String
        let bytes: Data
        let participant: Int64?
        let day: Int
        let window: UInt8
        let edition: StudyVersions.Edition
    }

    /// Rows that are in memory at once: some megabyte of them.
    private let size = 2_048
    private let condition: Query
    private let seal: PaddedSeal<Content>
    private let keys: KeyRing
    private let runner: any QueryRunner
    private var batch: [Sealed] = []
    private var contents: [Content] = []
    private var place = 0
    private var isAtEnd = false

    /// - Parameters:
    ///   - condition: Which rows of `studyAnswer`, by day and identifier.
    ///   - seal: How the content is sealed.
    ///   - keys: What opens it.
    ///   - runner: Runs the queries, in one transaction.
    init(of condition: Query, _ seal: PaddedSeal<Content>, _ keys: KeyRing, by runner: any QueryRunner) {
        (self.condition, self.seal, self.keys, self.runner) = (condition, seal, keys, runner)
    }

    /// The next answer; `nil` at the end.
    ///
    /// - Throws: An error of the database, or of a sealed value.
    func next() throws -> Answer? {
        if place == batch.count { try fill() }
        guard place < batch.count else { return nil }
        defer { place += 1 }
        let sealed = batch[place]
        return Answer(
            participant: sealed.participant, day: sealed.day, window: sealed.window, edition: sealed.edition,
            content: contents[place])
    }

    private func fill() throws {
        guard !isAtEnd else { return }
        let later: Query = batch.last.map { "AND (day, id) > (\($0.day), \($0.id))" } ?? ""
        let rows = try runner.rows(
            """
            SELECT id, sealed, participant, day, version, form, dayWindow FROM studyAnswer
            WHERE \(condition) \(later) ORDER BY day, id LIMIT \(size)
            """)
        batch = try rows.map { row in
            Sealed(
                id: try row[0], bytes: try row[1], participant: try row[2], day: try row[3],
                window: UInt8(try row[6] as Int),
                edition: StudyVersions.Edition(version: try row[4], form: try row[5]))
        }
        (place, isAtEnd) = (0, rows.count < size)
        let outcomes = Mutex<[Int: Result<[Content], any Error>]>([:])
        let share = max(1, batch.count / max(1, ProcessInfo.processInfo.activeProcessorCount))
        let shares = (batch.count + share - 1) / share
        DispatchQueue.concurrentPerform(iterations: shares) { [batch, seal, keys] number in
            let part = batch[(number * share)..<min(batch.count, (number + 1) * share)]
            let outcome = Result {
                try part.map { try seal.opened($0.bytes, at: .text($0.id), keys) }
            }
            outcomes.withLock { $0[number] = outcome }
        }
        contents = try outcomes.withLock { outcomes in
            try (0..<shares).flatMap { try outcomes[$0]?.get() ?? [] }
        }
    }
}
