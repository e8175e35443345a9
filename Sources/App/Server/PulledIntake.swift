import Alerting
package import Feeds
package import Foundation
package import Observations
import Pulling

/// Stores the data of fetched feeds.
package struct PulledIntake: FeedIntake {
    private let network: Network

    package init(network: Network) { self.network = network }

    /// Reads the whole response once before anything is stored.
    package func store(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> IntakeTally {
        // Rows are streamed. Other formats are held in memory as a whole.
        guard feed.form != "csv"
        else { return try await storeInTurn(file, as: feed, asked: asked, at: now) }
        return try await network.documents.withSlot {
            try await storeInTurn(file, as: feed, asked: asked, at: now)
        }
    }

    private func storeInTurn(
        _ file: URL, as feed: FeedDefinition, asked: AskedPlace, at now: Date
    ) async throws -> IntakeTally {
        try await examine(file, as: feed, asked: asked, at: now)
        return try await Importer(network: network, now: { now })
            .importFile(file, feed: feed, asked: asked, by: .feed(feed.name), progress: { _ in })
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
                reason = reason ?? batch.tally.rejected.first.map { "\($0.column): \($0.rejection.reason)" }
            }
            guard totals.tally.rejectedCount == 0 || totals.understood > 0
            else { throw UnreadableAnswer(reason: "no row of the answer can be read; \(reason ?? "")") }
        } catch let failure as FeedFailure {
            throw UnreadableAnswer(reason: failure.sentence)
        }
    }
}
