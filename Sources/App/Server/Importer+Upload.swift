import Alerting
import Alerts
package import Feeds
import Foundation
package import Observations

extension Importer {
    /// The options of an upload.
    package struct Wishes: Sendable {
        /// The station whose readings are accepted.
        package let station: Station.ID
        package let submitter: Submitter
        /// Whether it is only a dry run that stores nothing.
        package var isTrial = false
        /// Whether any rejected row prevents the whole upload.
        package var isAtomic = false
        /// Whether the sender vouches for every value.
        package var isConfirmed = false
        /// Describes the whole upload, to be logged in the transaction of its last readings.
        var closing: (@Sendable (IntakeTally) throws -> (UploadRecord, UploadReplay?))?

        package init(
            for station: Station.ID, by submitter: Submitter, isTrial: Bool = false, isAtomic: Bool = false,
            isConfirmed: Bool = false
        ) {
            self.station = station
            self.submitter = submitter
            self.isTrial = isTrial
            self.isAtomic = isAtomic
            self.isConfirmed = isConfirmed
        }
    }

    /// Why an upload was abandoned.
    package struct Abandonment: Error {
        package let reason: Reason
        /// The outcome of the rows so far.
        ///
        /// Nothing was stored if the upload is atomic.
        package let tally: IntakeTally

        package enum Reason: Sendable {
            /// The file or body as a whole cannot be read.
            case unreadable(FeedFailure)
            /// Rows of an atomic upload were rejected.
            case incomplete
            /// An atomic upload has more values than ``Importer/atomicLimit``.
            case tooLargeForAtomic
        }
    }

    /// An error that ended an upload early: the sender disconnected or sent an invalid body, or the store
    /// failed.
    struct Interruption: Error {
        let cause: any Error
        /// Whether the store failed, rather than the body.
        let isOurs: Bool
        /// The outcome of the rows so far.
        let tally: IntakeTally
    }

    /// The most values of an atomic upload.
    ///
    /// They are held in memory until the last row has been read, some 150 bytes each, and then stored in one
    /// transaction.
    package static let atomicLimit = 200_000

    /// The default number of rows per transaction of an upload, so that it does not delay alerts.
    package static let usualUploadBatch = 20_000

    /// Reads an upload of a station's operator, chunk by chunk.
    ///
    /// Each batch is committed separately, so that memory does not grow with the file; the last one together
    /// with the record of the upload and its answer. A file within one batch is one transaction. If the sender
    /// disconnects, what came remains, and a repeated upload finds it unchanged.
    ///
    /// - Parameters:
    ///   - feed: The definition of its format.
    ///   - wishes: The options of the upload.
    ///   - forEachChunk: Passes the chunks in order.
    /// - Returns: The outcome of the rows.
    /// - Throws: ``Abandonment``, and `Interruption` with an error of `forEachChunk`.
    package func importUpload(
        feed: FeedDefinition, _ wishes: Wishes,
        forEachChunk: (_ act: ([UInt8]) async throws -> Void) async throws -> Void
    ) async throws -> IntakeTally {
        var reader = FeedReader(
            definition: feed, stations: try await known(wishes.station), now: now(), only: wishes.station,
            batchSize: uploadBatch)
        return try await running(wishes) { run in
            try await forEachChunk { chunk in
                var batches: [Submission] = []
                try reader.read(chunk) { batches.append($0) }
                for batch in batches { try await run.add(batch) }
            }
            var batches: [Submission] = []
            try reader.finish { batches.append($0) }
            for batch in batches { try await run.add(batch) }
        }
    }

    /// Reads a JSON upload of a station's operator, which is held in memory as a whole.
    ///
    /// - Parameters:
    ///   - wishes: The options of the upload.
    ///   - forEachChunk: Passes the chunks in order.
    /// - Returns: The outcome of the entries.
    /// - Throws: ``Abandonment``, and `Interruption` with an error of `forEachChunk`.
    package func importJSON(
        _ wishes: Wishes, forEachChunk: (_ act: ([UInt8]) async throws -> Void) async throws -> Void
    ) async throws -> IntakeTally {
        let stations = try await known(wishes.station)
        return try await running(wishes) { run in
            var body = Data()
            try await forEachChunk { body += $0 }
            try await run.add(
                try JSONReadings.read(
                    body, stations: stations, taxonomy: network.taxonomy, now: now(), only: wishes.station))
        }
    }

    private func running(
        _ wishes: Wishes, _ read: (inout UploadRun) async throws -> Void
    ) async throws -> IntakeTally {
        var run = try UploadRun(importer: self, wishes: wishes)
        do {
            do {
                try await read(&run)
            } catch  where !(error is KeepingError) {
                // What came before is kept, as it would have been had more followed.
                try? await run.keepRest()
                throw error
            }
            return try await run.finish()
        } catch let failure as FeedFailure {
            throw Abandonment(reason: .unreadable(failure), tally: run.tally)
        } catch let abandonment as Abandonment {
            throw abandonment
        } catch let failure as KeepingError {
            throw Interruption(cause: failure.cause, isOurs: true, tally: run.tally)
        } catch {
            throw Interruption(cause: error, isOurs: false, tally: run.tally)
        }
    }

    private func known(_ station: Station.ID) async throws -> [Station.ID: Station] {
        guard let station = try await network.store.station(station) else { return [:] }
        return [station.id: station]
    }
}

/// Processes the batches of one upload according to its options.
private struct UploadRun {
    let importer: Importer
    let wishes: Importer.Wishes
    private(set) var tally = IntakeTally()
    /// The values of an atomic upload, held until all have been read.
    private var held: Submission
    /// The last part so far of another one, held because the end of the upload is logged with its last part.
    private var rest: Submission?
    /// The dry run, if nothing is to be stored.
    private let dryRun: ReadingDryRun?

    init(importer: Importer, wishes: Importer.Wishes) throws {
        self.importer = importer
        self.wishes = wishes
        dryRun = wishes.isTrial ? try importer.network.readings.dryRun() : nil
        held = Submission(by: wishes.submitter, isConfirmed: wishes.isConfirmed)
    }

    mutating func add(_ batch: Submission) async throws {
        tally.add(batch.tally)
        guard wishes.isAtomic else {
            var batch = batch
            batch.agree(to: held)
            // A document is one batch, however long it is.
            for part in batch.parts(of: importer.uploadBatch) {
                try await keepRest()
                rest = part
            }
            return
        }
        // Nothing will be stored any more. The rest is read only to report further errors.
        guard tally.rejectedCount == 0 else { return held = held.emptied() }
        held.append(batch)
        guard held.count <= Importer.atomicLimit
        else { throw Importer.Abandonment(reason: .tooLargeForAtomic, tally: tally) }
    }

    mutating func finish() async throws -> IntakeTally {
        guard !wishes.isAtomic || tally.rejectedCount == 0
        else { throw Importer.Abandonment(reason: .incomplete, tally: tally) }
        let before = tally
        try await keep(rest ?? held) { [wishes] kept, transaction in
            guard let closing = wishes.closing else { return }
            var tally = before
            tally.add(kept)
            let (record, replay) = try closing(tally)
            try transaction.log(record, replay: replay)
        }
        return tally
    }

    /// Keeps the part that is held.
    mutating func keepRest() async throws {
        guard let rest else { return }
        self.rest = nil
        try await keep(rest)
    }

    private mutating func keep(
        _ submission: Submission, closing: ReadingService.Closing? = nil
    ) async throws {
        do {
            let kept =
                if let dryRun {
                    try await dryRun.keep(submission, at: importer.now())
                } else {
                    try await importer.network.readings.keep(
                        submission, at: importer.now(), closing: closing)
                }
            tally.add(kept)
        } catch {
            throw KeepingError(cause: error)
        }
    }
}

/// An error of the store, as opposed to one of the body.
private struct KeepingError: Error {
    let cause: any Error
}
