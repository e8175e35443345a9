import Alerting
package import Feeds
import Foundation
package import Observations
import Storage

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
        package let summary: Summary

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
        let summary: Summary
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
    /// Each batch is committed separately, so that memory does not grow with the file. A file within one
    /// batch is one transaction. If the sender disconnects, committed batches remain, and a repeated upload
    /// finds them unchanged.
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
    ) async throws -> Summary {
        var reader = FeedReader(
            definition: feed, stations: try await known(wishes.station), now: now(), only: wishes.station,
            batchSize: uploadBatch)
        return try await taking(wishes) { intake in
            try await forEachChunk { chunk in
                var batches: [FeedBatch] = []
                try reader.read(chunk) { batches.append($0) }
                for batch in batches { try await intake.take(batch) }
            }
            var batches: [FeedBatch] = []
            try reader.finish { batches.append($0) }
            for batch in batches { try await intake.take(batch) }
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
    ) async throws -> Summary {
        let stations = try await known(wishes.station)
        return try await taking(wishes) { intake in
            var body = Data()
            try await forEachChunk { body += $0 }
            try await intake.take(
                try JSONReadings.read(
                    body, stations: stations, taxonomy: network.taxonomy, now: now(), only: wishes.station))
        }
    }

    private func taking(
        _ wishes: Wishes, _ read: (inout UploadIntake) async throws -> Void
    ) async throws -> Summary {
        var intake = try UploadIntake(importer: self, wishes: wishes)
        do {
            try await read(&intake)
            return try await intake.finish()
        } catch let failure as FeedFailure {
            throw Abandonment(reason: .unreadable(failure), summary: intake.summary)
        } catch let abandonment as Abandonment {
            throw abandonment
        } catch let failure as StoreFailure {
            throw Interruption(cause: failure.cause, isOurs: true, summary: intake.summary)
        } catch {
            throw Interruption(cause: error, isOurs: false, summary: intake.summary)
        }
    }

    private func known(_ station: Station.ID) async throws -> [Station.ID: Station] {
        guard let station = try await network.store.station(station) else { return [:] }
        return [station.id: station]
    }
}

/// Processes the batches of one upload according to its options.
private struct UploadIntake {
    let importer: Importer
    let wishes: Importer.Wishes
    private(set) var summary = Importer.Summary()
    /// The values of an atomic upload, held until all have been read.
    private var held: Submission
    private var lines: [Int] = []
    /// The dry run, if nothing is to be stored.
    private let trial: ReadingDryRun?

    init(importer: Importer, wishes: Importer.Wishes) throws {
        self.importer = importer
        self.wishes = wishes
        trial = wishes.isTrial ? try importer.network.readings.trial() : nil
        held = Submission(by: wishes.submitter, isConfirmed: wishes.isConfirmed)
    }

    mutating func take(_ batch: FeedBatch) async throws {
        summary.add(batch)
        guard wishes.isAtomic else {
            // A document is one batch, however long it is.
            let submission = Submission(batch, by: wishes.submitter, isConfirmed: wishes.isConfirmed)
            for part in submission.parts(of: importer.uploadBatch, lines: batch.lines) {
                try await settle(part.submission, part.lines)
            }
            return
        }
        // Nothing will be stored any more. The rest is read only to report further errors.
        guard summary.rejectedCount == 0 else { return held.forget() }
        held.readings += batch.readings
        held.forecasts += batch.forecasts
        held.notes += batch.notes
        held.classes += batch.stationClasses
        lines += batch.lines
        guard held.count <= Importer.atomicLimit
        else { throw Importer.Abandonment(reason: .tooLargeForAtomic, summary: summary) }
    }

    mutating func finish() async throws -> Importer.Summary {
        guard wishes.isAtomic else { return summary }
        guard summary.rejectedCount == 0
        else { throw Importer.Abandonment(reason: .incomplete, summary: summary) }
        try await settle(held, lines)
        return summary
    }

    private mutating func settle(_ submission: Submission, _ lines: [Int]) async throws {
        let counts: IntakeCounts
        do {
            counts =
                if let trial {
                    try await trial.take(submission, at: importer.now())
                } else {
                    try await importer.take(submission)
                }
        } catch {
            throw StoreFailure(cause: error)
        }
        summary.add(counts, of: submission, lines: lines)
    }
}

/// An error of the store, as opposed to one of the body.
private struct StoreFailure: Error {
    let cause: any Error
}

extension Submission {
    init(_ batch: FeedBatch, by submitter: Submitter, isConfirmed: Bool, isJudged: Bool = false) {
        self.init(
            readings: batch.readings, forecasts: batch.forecasts, notes: batch.notes,
            classes: batch.stationClasses, by: submitter, isConfirmed: isConfirmed, isJudged: isJudged)
    }

    /// Splits the submission into parts for separate transactions, so that a long document does not block
    /// other writers.
    ///
    /// - Parameters:
    ///   - size: The entries of a part. A submission of at most twice this size is not split.
    ///   - lines: The lines of the readings.
    /// - Returns: The parts in order, each with the lines of its readings.
    func parts(of size: Int, lines: [Int]) -> [(submission: Submission, lines: [Int])] {
        guard count > 2 * size else { return [(self, lines)] }
        var part = self
        part.forget()
        func filled(_ fill: (inout Submission) -> Void) -> Submission {
            var filled = part
            fill(&filled)
            return filled
        }
        var parts = zip(readings.parts(of: size), lines.parts(of: size)).map { readings, lines in
            (filled { $0.readings = Array(readings) }, Array(lines))
        }
        parts += forecasts.parts(of: size).map { forecasts in (filled { $0.forecasts = Array(forecasts) }, [])
        }
        parts += notes.parts(of: size).map { notes in (filled { $0.notes = Array(notes) }, []) }
        parts += classes.parts(of: size).map { classes in (filled { $0.classes = Array(classes) }, []) }
        return parts
    }

    /// The number of entries held in memory.
    fileprivate var count: Int { readings.count + forecasts.count + notes.count + classes.count }

    fileprivate mutating func forget() {
        readings = []
        forecasts = []
        notes = []
        classes = []
    }
}

extension Array {
    /// Splits the array into consecutive slices of a size.
    ///
    /// The last one may be shorter.
    func parts(of size: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min(count, $0 + size)] }
    }
}
