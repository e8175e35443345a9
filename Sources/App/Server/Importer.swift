package import Alerting
package import Feeds
package import Foundation
package import Observations
import Storage

/// Reads a feed into the network.
package struct Importer: Sendable {
    let network: Network
    let now: @Sendable () -> Date
    let uploadBatch: Int
    private let givesWay: Bool

    /// Reads into a network.
    ///
    /// - Parameters:
    ///   - network: Where readings are kept.
    ///   - now: The present.
    ///   - uploadBatch: Rows in one transaction of an upload.
    ///   - givesWay: Whether a file is read while nobody else wants the processor, as far as that is ever so. Keeping what was
    ///     read does not wait like that, since others may wait for it.
    package init(
        network: Network, now: @escaping @Sendable () -> Date = Date.init,
        uploadBatch: Int = usualUploadBatch, givesWay: Bool = false
    ) {
        self.network = network
        self.now = now
        self.uploadBatch = uploadBatch
        self.givesWay = givesWay
    }

    /// What became of a file.
    package struct Summary: Sendable {
        package var counts = IntakeCounts()
        package var missing = 0
        package var rejected: [RejectedRow] = []
        /// Rows that were turned away; `rejected` may hold fewer.
        package var rejectedCount = 0
        /// Those of them whose station nobody knows.
        package var unknownStationCount = 0
        package var rows = 0
        /// Readings that were kept as suspect; `suspects` may hold fewer.
        package var suspectCount = 0
        package var suspects: [SuspectRow] = []
        /// Stations that the file described and that were not known before.
        package var stations = 0
        /// Classes, and concentrations of regions.
        package var regional = RegionalCounts()

        package init() {}
    }

    /// Rows in one transaction of a file's import.
    ///
    /// Each commit waits for the disk and writes every page that it touched, so that many rows at a time are fast; they
    /// take some 500 bytes of memory each on their way, and others who write wait for them a quarter of a second.
    private static let batch = 60_000

    /// How long other processes have the file to themselves between two batches: longer than they wait between two looks
    /// whether it is free.
    private static let pause = Duration.milliseconds(3)

    /// Reads a file on disk.
    ///
    /// A station that the feed declares is added with its first reading. Batches are durable one by one; `progress` is
    /// called after each with the bytes that are done. Of confirmed values none is judged.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - feed: Its form.
    ///   - asked: The place that the source was asked about, for documents that do not repeat it.
    ///   - submitter: Who brings it.
    ///   - isConfirmed: Whether whoever brings it stands by every value.
    ///   - isJudged: Whether its values keep the quality that they have, as those of an export.
    ///   - progress: Called after each batch.
    /// - Returns: What became of the rows.
    /// - Throws: `FeedFailure` when the file as a whole cannot be read; batches before that stand.
    package func importFile(
        _ file: URL, feed: FeedDefinition, asked: AskedPlace = AskedPlace(),
        by submitter: Submitter = .command,
        isConfirmed: Bool = false, isJudged: Bool = false, progress: (_ bytes: Int) -> Void
    ) async throws -> Summary {
        let reader = FeedReader(
            definition: feed, stations: try await knownStations(), now: now(), asked: asked,
            batchSize: Self.batch)
        let source = try FeedFile(file, reader: reader, patience: givesWay ? FeedFile.patience : nil)
        var summary = Summary()
        let wishes = BatchWishes(submitter: submitter, isConfirmed: isConfirmed, isJudged: isJudged)
        var upcoming = try await next(of: source, wishes)
        while let next = upcoming {
            async let following = self.next(of: source, wishes)
            try await take(next, of: feed, into: &summary)
            progress(next.batch.bytesRead)
            try await Task.sleep(for: Self.pause)
            upcoming = try await following
        }
        return summary
    }

    /// The next batch of a file, prepared as far as that goes without the store.
    private func next(of source: FeedFile, _ wishes: BatchWishes) async throws -> PreparedBatch? {
        try await source.next().map { prepared($0, wishes) }
    }

    private func prepared(_ batch: FeedBatch, _ wishes: BatchWishes) -> PreparedBatch {
        let now = now()
        let submission = Submission(
            batch, by: wishes.submitter, isConfirmed: wishes.isConfirmed, isJudged: wishes.isJudged)
        let parts = submission.parts(of: Self.batch, lines: batch.lines)
        return PreparedBatch(
            batch: batch, parts: parts.map { (PreparedSubmission($0.submission, at: now), $0.lines) })
    }

    private func knownStations() async throws -> [Station.ID: Station] {
        Dictionary(uniqueKeysWithValues: try await network.store.stations().map { ($0.id, $0) })
    }

    /// Keeps what was read.
    func take(_ submission: Submission) async throws -> IntakeCounts {
        try await network.take(submission, at: now())
    }

    /// Keeps a batch.
    ///
    /// A station that the feed declares is added with its first reading or class, one that the file describes always.
    func take(
        _ batch: FeedBatch, of feed: FeedDefinition, by submitter: Submitter = .command,
        isConfirmed: Bool = false, isJudged: Bool = false, into summary: inout Summary
    ) async throws {
        let wishes = BatchWishes(submitter: submitter, isConfirmed: isConfirmed, isJudged: isJudged)
        try await take(prepared(batch, wishes), of: feed, into: &summary)
    }

    private func take(
        _ prepared: PreparedBatch, of feed: FeedDefinition, into summary: inout Summary
    ) async throws {
        let batch = prepared.batch
        summary.add(batch)
        let store = network.store
        if !batch.stations.isEmpty { summary.stations += try await store.add(batch.stations).count }
        if !feed.stations.isEmpty {
            let speaking = batch.speakingStations
            try await store.add(feed.stations.filter { speaking.contains($0.id) })
        }
        for part in prepared.parts {
            summary.add(
                try await network.take(part.submission, at: now()), of: part.submission.submission,
                lines: part.lines)
        }
        try await keepRegional(batch, into: &summary)
    }

    /// Keeps the classes and the concentrations of the regions of a batch.
    private func keepRegional(_ batch: FeedBatch, into summary: inout Summary) async throws {
        let classes = batch.regionalClasses
        guard !classes.isEmpty || !batch.regionValues.isEmpty else { return }
        try await network.store.keep(batch.regions)
        for part in classes.parts(of: Self.batch) {
            summary.regional.add(try await network.store.keep(Array(part), [], received: now()))
        }
        for part in batch.regionValues.parts(of: Self.batch) {
            summary.regional.add(try await network.store.keep([], Array(part), received: now()))
        }
    }
}

/// Who brings a batch, and how far its values may be trusted.
private struct BatchWishes: Sendable {
    let submitter: Submitter
    let isConfirmed: Bool
    let isJudged: Bool
}

/// A batch, and its readings in parts that are transactions of their own, each with the lines of its readings.
private struct PreparedBatch: Sendable {
    let batch: FeedBatch
    let parts: [(submission: PreparedSubmission, lines: [Int])]
}

extension Importer.Summary {
    mutating func add(_ batch: FeedBatch) {
        missing += batch.missing
        rows += batch.rowsRead
        rejectedCount += batch.rejectedCount
        rejected += batch.rejected.prefix(max(0, UploadLimits.reportedRows - rejected.count))
        unknownStationCount += batch.unknownStationCount
    }

    mutating func add(_ counts: IntakeCounts, of submission: Submission, lines: [Int]) {
        self.counts.add(counts)
        // Their places are those in the batch, which is over, and the maps know its days: in a history there are many.
        self.counts.suspects = []
        self.counts.changed = [:]
        suspectCount += counts.suspects.count
        let room = max(0, UploadLimits.reportedRows - suspects.count)
        suspects += counts.suspects.prefix(room).map { suspect in
            SuspectRow(
                line: lines[suspect.index], submission.readings[suspect.index], suspect.suspicions)
        }
    }
}

extension FeedBatch {
    /// The stations of which the batch has something to say.
    fileprivate var speakingStations: Set<Station.ID> {
        let classes = stationClasses.compactMap(\.place.station)
        return Set(
            readings.map(\.station) + forecasts.map(\.station) + notes.map(\.station) + classes)
    }

    /// The classes that stations state.
    var stationClasses: [ClassReading] { classes.filter { $0.place.station != nil } }

    /// The classes that are stated for regions.
    fileprivate var regionalClasses: [ClassReading] { classes.filter { $0.place.station == nil } }
}
