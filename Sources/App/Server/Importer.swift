import Alerting
package import Feeds
package import Foundation
package import Observations

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
    ) async throws -> IntakeTally {
        let reader = FeedReader(
            definition: feed, stations: try await knownStations(), now: now(), asked: asked,
            batchSize: Self.batch)
        let source = try FeedFile(file, reader: reader, patience: givesWay ? FeedFile.patience : nil)
        let terms = Submission(by: submitter, isConfirmed: isConfirmed, isJudged: isJudged)
        var tally = IntakeTally()
        var upcoming = try await next(of: source, on: terms)
        while let next = upcoming {
            async let following = self.next(of: source, on: terms)
            tally.add(try await keep(next, of: feed))
            progress(next.submission.bytesRead)
            try await Task.sleep(for: Self.pause)
            upcoming = try await following
        }
        return tally
    }

    /// Reads the next batch of a file and plans it as far as possible without the store.
    private func next(of source: FeedFile, on terms: Submission) async throws -> PlannedBatch? {
        guard var batch = try await source.next() else { return nil }
        batch.agree(to: terms)
        let now = now()
        let parts = batch.parts(of: Self.batch)
        return PlannedBatch(
            submission: batch, parts: parts.map { ($0, SubmissionPlan(of: $0, at: now)) })
    }

    private func knownStations() async throws -> [Station.ID: Station] {
        Dictionary(uniqueKeysWithValues: try await network.store.stations().map { ($0.id, $0) })
    }

    /// Stores a batch.
    ///
    /// A station that the feed declares is added with its first reading or class. A station that the file
    /// describes is always added.
    private func keep(_ batch: PlannedBatch, of feed: FeedDefinition) async throws -> IntakeTally {
        let submission = batch.submission
        if let grid = feed.grid { return try await keep(submission, of: feed, asGrid: grid) }
        var tally = submission.tally
        let store = network.store
        if !submission.stations.isEmpty { tally.stations += try await store.add(submission.stations).count }
        if !feed.stations.isEmpty {
            let speaking = submission.speakingStations
            try await store.add(feed.stations.filter { speaking.contains($0.id) })
        }
        for (part, plan) in batch.parts {
            tally.add(try await network.readings.keep(part, by: plan, at: now()))
        }
        tally.add(try await keepRegional(submission))
        tally.add(try await keepWeather(submission))
        return tally
    }

    /// Stores a batch of a numerical model as the days of its grid.
    private func keep(
        _ submission: Submission, of feed: FeedDefinition, asGrid source: GridSource
    ) async throws -> IntakeTally {
        let positions = Dictionary(
            feed.stations.map { ($0.id, $0.position) }, uniquingKeysWith: { first, _ in first })
        let days = GridDay.means(of: submission.gridValues(of: source, positions: positions))
        var tally = submission.tally
        tally.add(try await network.store.keep(days, from: source))
        return tally
    }

    /// Stores a batch's regional classes and concentrations.
    private func keepRegional(_ submission: Submission) async throws -> IntakeTally {
        var tally = IntakeTally()
        let (classes, store) = (submission.regionalClasses, network.store)
        guard !classes.isEmpty || !submission.regionValues.isEmpty else { return tally }
        try await store.keep(submission.regions)
        for part in classes.parts(of: Self.batch) {
            tally.add(try await store.keep(Array(part), [], received: now()))
        }
        for part in submission.regionValues.parts(of: Self.batch) {
            tally.add(try await store.keep([], Array(part), received: now()))
        }
        return tally
    }
}

extension Importer {
    /// The hours and days of weather per transaction: other writers wait a quarter of a second.
    private static let weatherBatch = 20_000

    private func keepWeather(_ submission: Submission) async throws -> IntakeTally {
        var tally = IntakeTally()
        guard !submission.weather.isEmpty else { return tally }
        let sites = Dictionary(uniqueKeysWithValues: submission.weatherSites.map { ($0.id, $0) })
        for part in submission.weather.parts(of: Self.weatherBatch) {
            let places = Set(part.map(\.site)).compactMap { sites[$0] }
            tally.add(try await network.store.keep(Array(part), at: places, received: now()))
        }
        return tally
    }
}

/// A batch of a file, and its entries of stations in parts for separate transactions.
private struct PlannedBatch: Sendable {
    let submission: Submission
    let parts: [(Submission, SubmissionPlan)]
}

extension Submission {
    /// Takes over the submitter of another submission, and how far to trust its values.
    mutating func agree(to terms: Submission) {
        submitter = terms.submitter
        isConfirmed = terms.isConfirmed
        isJudged = terms.isJudged
    }
}
