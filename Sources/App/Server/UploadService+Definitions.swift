import API
import Feeds
import Foundation

extension UploadService {
    func definitions() async throws -> [UploadDefinition] {
        try FeedDefinition.names(in: feeds).compactMap { name in
            do {
                let feed = try FeedDefinition.named(name, in: feeds, taxonomy: importer.network.taxonomy)
                // A table of stations, an index of regions or a model has no readings of a station.
                guard feed.hasReadings, feed.regions.isEmpty, feed.grid == nil else { return nil }
                return UploadDefinition(name: name, title: feed.title)
            } catch is DefinitionMistake {
                // The definition is unusable. An upload that names it gets the reason.
                return nil
            }
        }
    }
}
