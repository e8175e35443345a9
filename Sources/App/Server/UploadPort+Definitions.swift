import API
import Feeds
import Foundation

extension UploadPort {
    func definitions() async throws -> [UploadDefinition] {
        try FeedDefinition.names(in: feeds).compactMap { name in
            do {
                let feed = try FeedDefinition.named(name, in: feeds, taxonomy: importer.network.taxonomy)
                // A table of stations or an index of regions holds no station's readings.
                guard feed.hasReadings, feed.regions.isEmpty else { return nil }
                return UploadDefinition(name: name, title: feed.title)
            } catch is DefinitionMistake {
                // Nobody can upload by it; whoever tries is told what is wrong with it.
                return nil
            }
        }
    }
}
