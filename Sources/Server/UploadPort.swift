import Alerting
import Allergens
import Feeds
import Foundation
import Storage
import Web

/// Uploads, as the routes see them.
struct UploadPort: ReadingIntake {
    let importer: Importer
    let plain: FeedDefinition
    /// The folder of the feed definitions.
    let feeds: URL

    private var archive: Archive { importer.network.archive }

    func replay(of key: String, by station: Station.ID) async throws -> UploadReplay? {
        try await archive.replay(of: key, by: station, at: importer.now())
    }

    func take(_ upload: Upload) async throws -> UploadAnswer {
        let definition = try definition(for: upload)
        let begun = importer.now()
        do {
            let summary = try await summary(of: upload, by: definition)
            let answer = UploadAnswer(summary, isTrial: upload.isTrial)
            try await log(upload, begun: begun, summary, failure: nil, answer: answer)
            return answer
        } catch let abandonment as Importer.Abandonment {
            let refusal = UploadRefusal(abandonment, isTrial: upload.isTrial)
            try await log(
                upload, begun: begun, abandonment.summary, failure: refusal.sentence, answer: nil)
            throw refusal
        } catch let interruption as Importer.Interruption {
            try await log(
                upload, begun: begun, interruption.summary, failure: "The body was not read to its end.",
                answer: nil)
            throw interruption.cause
        }
    }

    private func definition(for upload: Upload) throws -> FeedDefinition {
        guard let feed = upload.feed else { return plain }
        do {
            return try FeedDefinition.named(feed, in: feeds, taxonomy: importer.network.taxonomy)
        } catch let mistake as DefinitionMistake {
            throw UploadRefusal.unknownFeed(mistake.reason)
        }
    }

    private func summary(
        of upload: Upload, by definition: FeedDefinition
    ) async throws -> Importer.Summary {
        let wishes = Importer.Wishes(
            for: upload.station, by: .key(upload.credential), isTrial: upload.isTrial,
            isAtomic: upload.isAtomic, isConfirmed: upload.isConfirmed)
        switch upload.format {
        case .csv:
            return try await importer.importUpload(feed: definition, wishes) {
                try await upload.body.forEachChunk($0)
            }
        case .json:
            var bytes: [UInt8] = []
            try await upload.body.forEachChunk { bytes += $0 }
            return try await importer.importUpload(json: bytes, wishes)
        }
    }

    /// Notes what became of an upload; of one that was only tried nothing is kept.
    private func log(
        _ upload: Upload, begun: Date, _ summary: Importer.Summary, failure: String?, answer: UploadAnswer?
    ) async throws {
        guard !upload.isTrial else { return }
        var replay: UploadReplay?
        if let key = upload.idempotencyKey, let answer {
            replay = UploadReplay(
                key: key, fingerprint: upload.body.fingerprint, answer: try Self.encoder.encode(answer))
        }
        let rejected = Array(summary.rejected.prefix(UploadRecord.keptRows))
        try await archive.log(
            UploadRecord(
                station: upload.station, credential: upload.credential,
                feed: upload.feed ?? (upload.format == .json ? "json" : plain.name), begun: begun,
                ended: importer.now(), bytes: upload.body.bytes,
                counts: UploadRecord.Counts(summary), rejectedRows: try Self.encoder.encode(rejected),
                failure: failure), replay: replay)
    }

    /// Writes answers as the routes do, so that a repeated one has the same bytes.
    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension UploadRecord.Counts {
    fileprivate init(_ summary: Importer.Summary) {
        self.init()
        rows = summary.rows
        accepted = summary.counts.accepted
        replaced = summary.counts.replaced
        unchanged = summary.counts.unchanged
        suspect = summary.suspectCount
        missing = summary.missing
        rejected = summary.rejectedCount
    }
}

extension UploadAnswer {
    fileprivate init(_ summary: Importer.Summary, isTrial: Bool) {
        self.init(
            counts: UploadRecord.Counts(summary), rejected: summary.rejected, suspects: summary.suspects,
            dryRun: isTrial)
    }
}

extension UploadRefusal {
    fileprivate init(_ abandonment: Importer.Abandonment, isTrial: Bool) {
        switch abandonment.reason {
        case .unreadable(let failure):
            let kept = abandonment.summary.counts.accepted + abandonment.summary.counts.replaced
            let rest = kept == 0 || isTrial ? "" : " The \(kept) values before are kept."
            self = .unreadable(failure.sentence + rest)
        case .incomplete: self = .incomplete(UploadAnswer(abandonment.summary, isTrial: isTrial))
        case .tooLargeForAtomic: self = .tooLargeForAtomic(limit: Importer.atomicLimit)
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .unreadable(let sentence), .unknownFeed(let sentence): sentence
        case .incomplete: "Rows were turned away, and so nothing was kept."
        case .tooLargeForAtomic(let limit): "An atomic upload has at most \(limit) values."
        }
    }
}
