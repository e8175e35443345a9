package import Alerting
package import Feeds
package import Foundation
package import Observations
import Storage

/// Imports feeds into the network.
package struct Importer: Sendable {
    let network: Network
    let now: @Sendable () -> Date
    let uploadBatch: Int
    private let givesWay: Bool

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - network: The network that stores the readings.
    ///   - now: Returns the current time.
    ///   - uploadBatch: Rows per transaction of an upload.
    ///   - givesWay: Whether to read files only while the processor is otherwise idle, as far as possible.
    ///     Storing does not wait, because other writers may wait for it.
    package init(
        network: Network, now: @escaping @Sendable () -> Date = Date.init,
        uploadBatch: Int = usualUploadBatch, givesWay: Bool = false
    ) {
        self.network = network
        self.now = now
        self.uploadBatch = uploadBatch
        self.givesWay = givesWay
    }

    /// The outcome of a file.
    package struct Summary: Sendable {
        /// The counts of stored readings and forecasts.
        package var counts = IntakeCounts()
        /// The number of empty values.
        package var missing = 0
        /// The first rejected rows.
        package var rejected: [RejectedRow] = []
        /// The number of rejected rows; ``rejected`` may contain fewer.
        package var rejectedCount = 0
        /// The number of those rejected for an unknown station.
        package var unknownStationCount = 0
        /// The number of rows read.
        package var rows = 0
        /// The number of readings stored as suspect; ``suspects`` may contain fewer.
        package var suspectCount = 0
        /// The first suspect readings, with the reasons.
        package var suspects: [SuspectRow] = []
        /// The number of new stations described by the file.
        package var stations = 0
        /// Counts of classes and of regional concentrations.
        package var regional = RegionalCounts()

        package init() {}
    }

    /// Rows per transaction of a file import.
    ///
    /// Each commit waits for the disk and writes every page touched, so large batches are fast. Each row
    /// takes some 500 bytes of memory meanwhile, and other writers wait a quarter of a second per batch.
    private static let batch = 60_000

    /// The pause between two batches for other processes: longer than their interval between attempts to lock
    /// the file.
    private static let pause = Duration.milliseconds(3)

    /// Imports a file on disk.
    ///
    /// A station that the feed declares is added with its first reading. Each batch is committed separately,
    /// and `progress` is called after each with the number of bytes done. Confirmed values are not judged.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - feed: The definition of its format.
    ///   - asked: The place that the request was about, for documents that do not repeat it.
    ///   - submitter: The submitter of the file.
    ///   - isConfirmed: Whether the submitter vouches for every value.
    ///   - isJudged: Whether the values keep their quality, as those of an export do.
    ///   - progress: Called after each batch.
    /// - Returns: The outcome of the rows.
    /// - Throws: `FeedFailure` if the file as a whole cannot be read. Earlier batches remain stored.
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

    /// Reads the next batch of a file and prepares it as far as possible without the store.
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

    /// Stores a submission.
    func take(_ submission: Submission) async throws -> IntakeCounts {
        try await network.take(submission, at: now())
    }

    /// Stores a batch.
    ///
    /// A station that the feed declares is added with its first reading or class. A station that the file
    /// describes is always added.
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

    /// Stores a batch's regional classes and concentrations.
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

/// The submitter of a batch, and how far to trust its values.
private struct BatchWishes: Sendable {
    let submitter: Submitter
    let isConfirmed: Bool
    let isJudged: Bool
}

/// A batch, with its readings split into parts for separate transactions, each with the lines of its
/// readings.
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
        // Their indices refer to a batch that is finished, and the maps already know its days. A history has
        // many of both.
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
    /// The stations with entries in the batch.
    fileprivate var speakingStations: Set<Station.ID> {
        let classes = stationClasses.compactMap(\.place.station)
        return Set(
            readings.map(\.station) + forecasts.map(\.station) + notes.map(\.station) + classes)
    }

    /// The classes for stations.
    var stationClasses: [ClassReading] { classes.filter { $0.place.station != nil } }

    /// The classes for regions.
    fileprivate var regionalClasses: [ClassReading] { classes.filter { $0.place.station == nil } }
}
