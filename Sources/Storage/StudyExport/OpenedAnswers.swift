import Dispatch
import Foundation
import GRDB
import Sealing
import Synchronization

/// The answers of a request, in its order: some thousand are opened at once, by all processors.
final class OpenedAnswers<Content: Codable & Sendable> {
    struct Answer {
        let participant: Int64?
        let day: Int
        let version: Int
        let content: Content
    }

    private struct Sealed: Sendable {
        let id: String
        let bytes: Data
        let participant: Int64?
        let day: Int
        let version: Int
    }

    /// Rows that are in memory at once: some megabyte of them.
    private let size = 2_048
    private let rows: RowCursor
    private let seal: PaddedSeal<Content>
    private let cipher: RowCipher
    private var batch: [Sealed] = []
    private var contents: [Content] = []
    private var place = 0

    /// - Parameters:
    ///   - rows: The columns `id`, `sealed`, `participant`, `day` and `version`.
    ///   - seal: How the content is sealed.
    ///   - cipher: What opens it.
    init(_ rows: RowCursor, _ seal: PaddedSeal<Content>, _ cipher: RowCipher) {
        (self.rows, self.seal, self.cipher) = (rows, seal, cipher)
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
            participant: sealed.participant, day: sealed.day, version: sealed.version,
            content: contents[place])
    }

    private func fill() throws {
        (batch, place) = ([], 0)
        while batch.count < size, let row = try rows.next() {
            batch.append(
                Sealed(id: row[0], bytes: row[1], participant: row[2], day: row[3], version: row[4]))
        }
        let outcomes = Mutex<[Int: Result<[Content], any Error>]>([:])
        let share = max(1, batch.count / max(1, ProcessInfo.processInfo.activeProcessorCount))
        let shares = (batch.count + share - 1) / share
        DispatchQueue.concurrentPerform(iterations: shares) { [batch, seal, cipher] number in
            let part = batch[(number * share)..<min(batch.count, (number + 1) * share)]
            let outcome = Result {
                try part.map { try seal.opened($0.bytes, at: .text($0.id), cipher) }
            }
            outcomes.withLock { $0[number] = outcome }
        }
        contents = try outcomes.withLock { outcomes in
            try (0..<shares).flatMap { try outcomes[$0]?.get() ?? [] }
        }
    }
}
