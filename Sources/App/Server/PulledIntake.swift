import Alerting
package import Feeds
package import Foundation
import Observations
package import Pulling
import Storage

/// Stores the data of fetched feeds.
package struct PulledIntake: FeedIntake {
    private let network: Network

    package init(network: Network) { self.network = network }

    /// Reads the whole response once before anything is stored.
    package func take(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> PulledRows {
        // Rows are streamed. Other formats are held in memory as a whole.
        guard feed.form != "csv"
        else { return try await takeInTurn(file, as: feed, asked: asked, at: now) }
        return try await network.documents.withSlot {
            try await takeInTurn(file, as: feed, asked: asked, at: now)
        }
    }

    private func takeInTurn(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> PulledRows {
        try await examine(file, as: feed, asked: asked, at: now)
        let summary = try await Importer(network: network, now: { now })
            .importFile(file, feed: feed, asked: asked, by: .feed(feed.name), progress: { _ in })
        return PulledRows(
            rows: summary.rows, accepted: summary.counts.accepted + summary.regional.accepted,
            replaced: summary.counts.replaced + summary.regional.replaced,
            unchanged: summary.counts.unchanged + summary.regional.unchanged, missing: summary.missing,
            rejected: summary.rejectedCount, suspect: summary.suspectCount,
            ofUnknownStations: summary.unknownStationCount)
    }

    /// Checks that a response matches its feed: an error page does not, whatever its type and status.
    private func examine(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws {
        let stations = try await network.store.stations()
        var reader = FeedReader(
            definition: feed, stations: Dictionary(uniqueKeysWithValues: stations.map { ($0.id, $0) }),
            now: now, asked: asked)
        var reason: String?
        do {
            let totals = try reader.readFile(at: file) { batch in
                reason = reason ?? batch.rejected.first.map { "\($0.column): \($0.rejection.reason)" }
            }
            guard totals.rejected == 0 || totals.understood > 0
            else { throw UnreadableAnswer(reason: "no row of the answer can be read; \(reason ?? "")") }
        } catch let failure as FeedFailure {
            throw UnreadableAnswer(reason: failure.sentence)
        }
    }
}
