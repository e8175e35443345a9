import API
import Feeds
import Foundation

extension UploadService {
    func definitions() async throws -> [UploadDefinition] {
        try FeedDefinition.names(in: feeds).compactMap { name in
            do {
                let feed = try FeedDefinition.named(name, in: feeds, taxonomy: importer.network.taxonomy)
                // A table of stations or an index of regions has no readings of a station.
                guard feed.hasReadings, feed.regions.isEmpty else { return nil }
                return UploadDefinition(name: name, title: feed.title)
            } catch is DefinitionMistake {
                // The definition is unusable. An upload that names it gets the reason.
                return nil
            }
        }
    }
}
