import API
import Alerting
import Feeds
package import Foundation
import HTTP
package import Observations

/// What uploads leave behind besides their values.
package protocol UploadStore: Sendable {
    /// The answer to a station's upload with an idempotency key, as long as it is stored.
    func replay(of key: String, by station: Station.ID, at now: Date) async throws -> UploadReplay?
    /// Logs the outcome of an upload, and stores its answer for repetitions.
    func log(_ upload: UploadRecord, replay: UploadReplay?) async throws
}

/// Connects the routes to uploads.
struct UploadService: UploadIntake {
    let importer: Importer
    let plain: FeedDefinition
    /// The folder of the feed definitions.
    let feeds: URL
    /// The bytes of a document that is held in memory as a whole, inflated.
    var documentLimit = FeedLimits.documentBytes

    private var store: any UploadStore { importer.network.store }

    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay? {
        try await store.replay(of: key, by: station, at: importer.now())
    }

    func receive(_ upload: Upload) async throws -> UploadAnswer {
        let definition = try definition(for: upload)
        let begun = importer.now()
        do {
            let tally = try await tally(of: upload, by: definition, begun: begun)
            return UploadAnswer(tally, dryRun: upload.isTrial)
        } catch let abandonment as Importer.Abandonment {
            let refusal = UploadRefusal(abandonment, isTrial: upload.isTrial)
            try await log(upload, begun: begun, abandonment.tally, failure: refusal.sentence)
            throw refusal
        } catch let interruption as Importer.Interruption {
            try await log(upload, begun: begun, interruption.tally, failure: interruption.sentence)
            throw interruption.cause
        }
    }

    private func definition(for upload: Upload) throws -> FeedDefinition {
        guard let feed = upload.feed else { return plain }
        do {
            let definition = try FeedDefinition.named(feed, in: feeds, taxonomy: importer.network.taxonomy)
            guard definition.hasReadings
            else { throw UploadRefusal.unknownFeed("\(feed) describes stations; a key is for readings.") }
            guard definition.grid == nil
            else { throw UploadRefusal.unknownFeed("\(feed) is a model's grid; a key is for readings.") }
            return definition
        } catch let mistake as DefinitionMistake {
            throw UploadRefusal.unknownFeed(mistake.reason)
        }
    }

    private func tally(
        of upload: Upload, by definition: FeedDefinition, begun: Date
    ) async throws -> IntakeTally {
        var wishes = Importer.Wishes(
            for: upload.station, by: .key(upload.credential), isTrial: upload.isTrial,
            isAtomic: upload.isAtomic, isConfirmed: upload.isConfirmed)
        wishes.closing = { tally in
            let replay = try upload.idempotencyKey.map { key in
                UploadReplay(
                    key: key, fingerprint: upload.body.fingerprint,
                    answer: try Self.encoder.encode(UploadAnswer(tally, dryRun: false)))
            }
            return (try record(of: upload, begun: begun, tally, failure: nil), replay)
        }
        switch upload.format {
        case .csv where definition.form == "csv":
            return try await importer.importUpload(feed: definition, wishes) {
                try await upload.body.forEachChunk($0)
            }
        case .csv:
            return try await holding(upload) { chunks in
                try await importer.importUpload(feed: definition, wishes, forEachChunk: chunks)
            }
        case .json:
            return try await holding(upload) { chunks in
                try await importer.importJSON(wishes, forEachChunk: chunks)
            }
        }
    }

    /// How long a body may take while others wait for its slot, in seconds: 32 MiB at 1 Mbit/s.
    static let longestHold: TimeInterval = 300

    private typealias Chunks = (_ act: ([UInt8]) async throws -> Void) async throws -> Void

    /// Reads a body that is held in memory as a whole, when its turn comes.
    private func holding(
        _ upload: Upload, _ read: (Chunks) async throws -> IntakeTally
    ) async throws -> IntakeTally {
        do {
            return try await importer.network.documents.withSlot(for: upload.station) {
                let end = importer.now().addingTimeInterval(Self.longestHold)
                return try await read { act in
                    var held = 0
                    try await upload.body.forEachChunk { chunk in
                        held += chunk.count
                        guard held <= documentLimit
                        else { throw UploadRefusal.tooLargeToHold(limit: documentLimit) }
                        guard importer.now() < end else { throw UploadRefusal.tooSlow }
                        try await act(chunk)
                    }
                }
            }
        } catch is DocumentSlots.Busy {
            throw UploadRefusal.busy
        }
    }

    /// Records why an upload failed.
    ///
    /// A dry run leaves no record.
    private func log(_ upload: Upload, begun: Date, _ tally: IntakeTally, failure: String) async throws {
        guard !upload.isTrial else { return }
        try await store.log(try record(of: upload, begun: begun, tally, failure: failure), replay: nil)
    }

    private func record(
        of upload: Upload, begun: Date, _ tally: IntakeTally, failure: String?
    ) throws -> UploadRecord {
        UploadRecord(
            station: upload.station, credential: upload.credential,
            feed: upload.feed ?? (upload.format == .json ? "json" : plain.name), begun: begun,
            ended: importer.now(), bytes: upload.body.bytes, tally: tally,
            rejectedRows: try Self.encoder.encode(Array(tally.rejected.prefix(UploadRecord.keptRows))),
            failure: failure)
    }

    /// Encodes responses like the routes do, so that a replayed one has the same bytes.
    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension UploadRefusal {
    fileprivate init(_ abandonment: Importer.Abandonment, isTrial: Bool) {
        switch abandonment.reason {
        case .unreadable(let failure):
            let kept = abandonment.tally.accepted + abandonment.tally.replaced
            let rest = kept == 0 || isTrial ? "" : " The \(kept) values before are kept."
            self = .unreadable(failure.sentence + rest)
        case .incomplete: self = .incomplete(UploadAnswer(abandonment.tally, dryRun: isTrial))
        case .tooLargeForAtomic: self = .tooLargeForAtomic(limit: Importer.atomicLimit)
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .unreadable(let sentence), .unknownFeed(let sentence): sentence
        case .incomplete: "Rows were rejected, so nothing was kept."
        case .tooLargeForAtomic(let limit): "An atomic upload has at most \(limit) values."
        case .tooLargeToHold(let limit): "A document has at most \(limit >> 20) MiB here."
        case .busy: "Other documents were being read."
        case .tooSlow: "The body came too slowly for a document that others wait for."
        }
    }
}

extension Importer.Interruption {
    /// Explains to the operator what happened.
    fileprivate var sentence: String {
        if isOurs { return "The service could not keep the readings; send them again." }
        return switch cause {
        case let problem as Problem: problem.sentence
        case let refusal as UploadRefusal: refusal.sentence
        case is CancellationError: "The service was stopped before all of the body had come."
        default: "The connection was lost before all of the body had come."
        }
    }
}
