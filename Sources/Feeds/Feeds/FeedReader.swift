package import Foundation
package import Observations

/// Reads a feed chunk by chunk in the format of its definition.
///
/// Apart from the keys for duplicate detection, memory does not grow with the file. Every row becomes
/// readings, missing values or rejections. Only a file that makes no sense as a whole throws a
/// ``FeedFailure``. Batches delivered before a failure are not revoked: a caller that wants all or nothing
/// rolls them back. A reader reads one file and is unusable after an error.
package struct FeedReader: Sendable {
    package let definition: FeedDefinition
    /// The totals of the batches delivered so far.
    package private(set) var totals = FeedTotals()

    private let batchSize: Int
    private let stations: [Station.ID: Station]
    private let asked: AskedPlace
    private let now: Date
    private let only: Station.ID?
    /// The reader for feeds of rows; `nil` for documents and tables of stations, which are read as a whole at
    /// the end.
    private var rows: RowReader?
    /// Bytes that have arrived but are not yet split into rows.
    private var pending: [UInt8] = []
    private var bytesDone = 0

    /// Creates a reader for one file.
    ///
    /// - Parameters:
    ///   - definition: The format of the file.
    ///   - stations: The known stations, in addition to those that the definition declares.
    ///   - now: The current time, after which no value can have been measured.
    ///   - only: The station whose key was used. Rows of other stations are rejected, and rows without a
    ///     station are its own.
    ///   - asked: The place that the request was about, for files that do not repeat it. Rows without a
    ///     station are from its station.
    ///   - batchSize: The number of entries, or rows, in a batch.
    package init(
        definition: FeedDefinition, stations: [Station.ID: Station], now: Date, only: Station.ID? = nil,
        asked: AskedPlace = AskedPlace(), batchSize: Int = 10_000
    ) {
        precondition(batchSize > 0, "a batch holds at least one row")
        self.definition = definition
        self.batchSize = batchSize
        let declared = definition.stations.map { ($0.id, $0) }
        self.stations = stations.merging(declared) { known, _ in known }
        self.asked = only.map { AskedPlace(station: $0, position: asked.position) } ?? asked
        self.now = now
        self.only = only
        guard case .rows(let format) = definition.grammar else { return }
        let intake = Intake(
            stations: self.stations, spellings: definition.stationSpellings,
            taxonomy: definition.taxonomy, now: now, only: only, own: asked.station)
        rows = RowReader(
            format: format, intake: intake, stationIsKnown: only != nil || asked.station != nil,
            source: definition.name, attribution: definition.attribution)
    }

    /// Reads the next bytes of the file and delivers the batches that they complete.
    ///
    /// - Throws: ``FeedFailure``, or an error of `keep`.
    package mutating func read(_ chunk: some Sequence<UInt8>, into keep: (Submission) throws -> Void) throws {
        pending.append(contentsOf: chunk)
        guard rows != nil else {
            guard pending.count <= FeedLimits.documentBytes else { throw FeedFailure.documentTooLong }
            return
        }
        guard pending.count >= FeedLimits.blockBytes else { return }
        try splitPending(isLast: false, into: keep)
    }

    /// Ends the file and delivers the last batch, which may be empty.
    ///
    /// - Throws: ``FeedFailure``, or an error of `keep`.
    @discardableResult
    package mutating func finish(into keep: (Submission) throws -> Void) throws -> FeedTotals {
        guard rows != nil else { return try finishWhole(into: keep) }
        try splitPending(isLast: true, into: keep)
        try handOver(upTo: bytesDone, into: keep)
        return totals
    }

    /// Reads a file on disk.
    ///
    /// - Throws: ``FeedFailure``, an error of `keep`, or Foundation's errors if the file cannot be read.
    @discardableResult
    package mutating func readFile(
        at file: URL, into keep: (Submission) throws -> Void
    ) throws -> FeedTotals {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        // Large enough that reading costs little compared with splitting, and small enough for any machine.
        while let chunk = try handle.read(upToCount: 1_048_576), !chunk.isEmpty {
            try read(chunk, into: keep)
        }
        return try finish(into: keep)
    }

    private mutating func splitPending(isLast: Bool, into keep: (Submission) throws -> Void) throws {
        var block: [UInt8] = []
        swap(&block, &pending)
        let done = try splitRows(of: block.span, isLast: isLast, into: keep)
        bytesDone += done
        block.removeFirst(done)
        pending = block
    }

    private mutating func splitRows(
        of bytes: Span<UInt8>, isLast: Bool, into keep: (Submission) throws -> Void
    ) throws -> Int {
        var offset = 0
        while let next = try rows?.readRow(of: bytes, at: offset, isLast: isLast) {
            offset = next
            guard rows?.isBatch(of: batchSize) == true else { continue }
            try handOver(upTo: bytesDone + offset, into: keep)
        }
        return offset
    }

    private mutating func handOver(upTo bytes: Int, into keep: (Submission) throws -> Void) throws {
        guard let batch = rows?.takeBatch(bytesRead: bytes) else { return }
        totals.add(batch)
        try keep(batch)
    }

    /// Reads a document or a table of stations.
    private mutating func finishWhole(into keep: (Submission) throws -> Void) throws -> FeedTotals {
        var batch =
            switch definition.grammar {
            case .document(let format):
                try DocumentReader.read(
                    pending, of: definition, as: format, stations: stations, asked: asked, now: now,
                    only: only)
            case .stations(let format):
                try StationTable.read(
                    pending, as: format,
                    by: StationMaker(
                        spellings: definition.stationSpellings ?? [:], timeZone: format.timeZone,
                        attribution: definition.attribution))
            case .rows: preconditionFailure("rows are read as they come")
            }
        if let only { batch.describe(only: only) }
        pending = []
        totals.add(batch)
        try keep(batch)
        return totals
    }
}

extension Submission {
    /// The number of entries that take memory.
    fileprivate var entryCount: Int { readings.count + forecasts.count + tally.rejectedCount }
}

extension RowReader {
    /// Whether enough was read for a batch.
    fileprivate func isBatch(of size: Int) -> Bool { batch.entryCount >= size || batch.tally.rows >= size }
}
