package import Alerting
package import Allergens
package import Feeds
package import Foundation
import Storage

/// Reads a feed into the network.
package struct Importer: Sendable {
    private let network: Network
    private let now: @Sendable () -> Date

    package init(network: Network, now: @escaping @Sendable () -> Date = Date.init) {
        self.network = network
        self.now = now
    }

    /// What became of a file.
    package struct Summary: Sendable {
        package var counts = IntakeCounts()
        package var missing = 0
        package var rejected: [RejectedRow] = []
        /// Rows that were turned away; ``rejected`` may hold fewer.
        package var rejectedCount = 0
        package var rows = 0
        /// Stations that the file described and that were not known before.
        package var stations = 0
        /// Classes, and concentrations of regions.
        package var regional = RegionalCounts()

        package init() {}
    }

    /// Rejected rows that are kept for the report: a file with more than these has one mistake many times.
    package static let reportedRows = 10_000

    /// Rows in one transaction of a file's import.
    ///
    /// Each commit waits for the disk and writes every page that it touched; 50,000 rows take some 10 MB of memory.
    private static let batch = 50_000

    /// Bytes that are read at a time.
    private static let chunk = 1 << 20

    /// Reads a file on disk.
    ///
    /// A station that the feed declares is added with its first reading. Batches are durable one by one; `progress` is
    /// called after each with the bytes that are done.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - feed: Its form.
    ///   - asked: The place that the source was asked about, for documents that do not repeat it.
    ///   - progress: Called after each batch.
    /// - Returns: What became of the rows.
    /// - Throws: `FeedFailure` when the file as a whole cannot be read; batches before that stand.
    package func importFile(
        _ file: URL, feed: FeedDefinition, asked: AskedPlace = AskedPlace(),
        progress: (_ bytes: Int) -> Void
    ) async throws -> Summary {
        var reader = FeedReader(
            definition: feed, stations: try await knownStations(), now: now(), asked: asked,
            batchSize: Self.batch)
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var summary = Summary()
        var isAtEnd = false
        while !isAtEnd {
            var batches: [FeedBatch] = []
            if let chunk = try handle.read(upToCount: Self.chunk), !chunk.isEmpty {
                try reader.read(chunk) { batches.append($0) }
            } else {
                try reader.finish { batches.append($0) }
                isAtEnd = true
            }
            for batch in batches {
                try await take(batch, of: feed, into: &summary)
                progress(batch.bytesRead)
            }
        }
        return summary
    }

    /// Reads what a station's operator uploads.
    ///
    /// All of it is one transaction.
    package func importUpload(
        csv bytes: [UInt8], feed: FeedDefinition, station: Station.ID
    ) async throws -> Summary {
        var reader = FeedReader(
            definition: feed, stations: try await known(station), now: now(), only: station)
        var whole = FeedCollection()
        try reader.read(bytes) { whole.add($0) }
        try reader.finish { whole.add($0) }
        return try await take(whole)
    }

    /// Reads what a station's operator uploads as JSON.
    package func importUpload(json bytes: [UInt8], station: Station.ID) async throws -> Summary {
        var whole = FeedCollection()
        whole.add(
            try JSONReadings.read(
                Data(bytes), stations: try await known(station), taxonomy: network.taxonomy, now: now(),
                only: station))
        return try await take(whole)
    }

    private func knownStations() async throws -> [Station.ID: Station] {
        Dictionary(uniqueKeysWithValues: try await network.archive.stations().map { ($0.id, $0) })
    }

    private func known(_ station: Station.ID) async throws -> [Station.ID: Station] {
        guard let station = try await network.archive.station(station) else { return [:] }
        return [station.id: station]
    }

    private func take(_ whole: FeedCollection) async throws -> Summary {
        var summary = whole.summary
        summary.counts = try await network.take(whole.readings, forecasts: whole.forecasts, at: now())
        return summary
    }

    /// Keeps a batch.
    ///
    /// A station that the feed declares is added with its first reading or class, one that the file describes always.
    func take(_ batch: FeedBatch, of feed: FeedDefinition, into summary: inout Summary) async throws {
        summary.add(batch)
        let archive = network.archive
        summary.stations += try await archive.add(batch.stations).count
        let speaking = batch.speakingStations
        try await archive.add(feed.stations.filter { speaking.contains($0.id) })
        summary.counts.add(
            try await network.take(batch.readings, forecasts: batch.forecasts, at: now()))
        guard !batch.classes.isEmpty || !batch.regionValues.isEmpty else { return }
        try await archive.keep(batch.regions)
        summary.regional.add(
            try await archive.keep(batch.classes, batch.regionValues, received: now()))
    }
}

/// All batches of an upload.
private struct FeedCollection {
    var readings: [Reading] = []
    var forecasts: [Forecast] = []
    var summary = Importer.Summary()

    mutating func add(_ batch: FeedBatch) {
        readings += batch.readings
        forecasts += batch.forecasts
        summary.add(batch)
    }
}

extension Importer.Summary {
    fileprivate mutating func add(_ batch: FeedBatch) {
        missing += batch.missing
        rows += batch.rowsRead
        rejectedCount += batch.rejected.count
        rejected += batch.rejected.prefix(max(0, Importer.reportedRows - rejected.count))
    }
}

extension FeedBatch {
    /// The stations of which the batch has something to say.
    fileprivate var speakingStations: Set<Station.ID> {
        let classes = classes.compactMap { reading -> Station.ID? in
            if case .station(let station) = reading.place { station } else { nil }
        }
        return Set(readings.map(\.station) + forecasts.map(\.station) + classes)
    }
}
