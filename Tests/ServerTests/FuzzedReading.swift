import Foundation
import Observations
import SampleTesting

@testable import Feeds

/// The result of reading a file, so that two ways of passing its bytes can be compared.
struct FuzzedReading: Equatable {
    private(set) var readings: [Reading] = []
    private(set) var lines: [Int] = []
    private(set) var forecasts: [Forecast] = []
    private(set) var notes: [StationNote] = []
    private(set) var stations: [Station.ID] = []
    private(set) var classes: [ClassReading] = []
    private(set) var regions: [Region.ID] = []
    private(set) var regionValues: [RegionValue] = []
    private(set) var rejected: [RejectedRow] = []
    private(set) var totals = FeedTotals()
    private(set) var failure: FeedFailure?

    /// Reads chunks as a feed defines them.
    init(
        _ chunks: [[UInt8]], as feed: FeedDefinition, only: Station.ID?, batchSize: Int
    ) throws {
        var reader = FeedReader(
            definition: feed, stations: ["basel": .sample(), "bern": .sample("bern")], now: noon, only: only,
            asked: AskedPlace(position: .basel), batchSize: batchSize)
        do {
            for chunk in chunks { try reader.read(chunk) { add($0) } }
            totals = try reader.finish { add($0) }
        } catch let failure as FeedFailure {
            self.failure = failure
        }
    }

    private mutating func add(_ batch: Submission) {
        readings += batch.readings
        lines += batch.lines
        forecasts += batch.forecasts
        notes += batch.notes
        stations += batch.stations.map(\.id)
        classes += batch.classes
        regions += batch.regions.map(\.id)
        regionValues += batch.regionValues
        rejected += batch.tally.rejected
    }

    /// The mistakes in the result itself.
    ///
    /// - Parameters:
    ///   - feed: The definition that read it.
    ///   - only: The station of the presented key.
    ///   - start: The beginning of the file, with its header.
    /// - Returns: Complaints.
    func complaints(of feed: FeedDefinition, only: Station.ID?, start: String) -> [String] {
        var complaints: [String] = []
        if failure == nil, let complaint = miscount(of: feed, start: start) { complaints.append(complaint) }
        if lines != lines.sorted() { complaints.append("lines out of order") }
        let isFit = (readings.map(\.value) + forecasts.map(\.value) + regionValues.map(\.value)).allSatisfy {
            $0 >= 0 && $0 < 1e9
        }
        if !isFit { complaints.append("a value that nobody measures") }
        guard let only else { return complaints }
        let named = Set(readings.map(\.station) + forecasts.map(\.station) + notes.map(\.station) + stations)
        let placed = classes.compactMap(\.place.station)
        if !named.union(placed).isSubset(of: [only]) || placed.count != classes.count
            || !regionValues.isEmpty || !regions.isEmpty
        {
            complaints.append("another's place than the key's")
        }
        return complaints
    }

    /// How rows, or cells of a row with several values, are not accounted for exactly once.
    private func miscount(of feed: FeedDefinition, start: String) -> String? {
        let told = totals.readings + totals.tally.missing + totals.tally.rejectedCount
        switch feed.grammar {
        case .rows(let format) where format.isWide:
            // Only the reader knows the columns of a damaged header.
            let header = start.prefix { !$0.isNewline }
            guard header.wholeMatch(of: /[A-Za-z0-9_;]{4,399}/) != nil else { return nil }
            // A row is rejected as a whole, or each of its cells has an outcome.
            let names = format.allergens.keys.map { $0.lowercased() }
            let columns = header.split(separator: ";").count { names.contains($0.lowercased()) }
            let wholeRows = rejected.count {
                !names.contains($0.column.lowercased()) || $0.rejection.isAboutTheRow
            }
            let cells = (totals.tally.rows - wholeRows) * columns
            return told - wholeRows == cells ? nil : "\(cells) cells, and \(told - wholeRows) outcomes"
        case .rows:
            let rows = told + totals.tally.onlyExpected
            if rows != totals.tally.rows { return "\(totals.tally.rows) rows, and \(rows) outcomes" }
            let all = lines + rejected.map(\.line)
            return Set(all).count == all.count ? nil : "a row has two outcomes"
        case .document, .stations:
            let entries = told + totals.stations + totals.classes + totals.regionValues + totals.tally.ignored
            return entries == totals.tally.rows
                ? nil : "\(totals.tally.rows) entries, and \(entries) outcomes"
        }
    }
}

extension ReadingRejection {
    /// Whether a malformed row was rejected, and not one of its cells.
    fileprivate var isAboutTheRow: Bool {
        guard case .unreadable(let reason) = self else { return false }
        return reason.hasPrefix("the row ends") || reason.hasPrefix("text stands behind")
    }
}
