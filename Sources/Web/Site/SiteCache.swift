import Foundation
import Synchronization

/// Holds the site, put together when it is first asked for.
///
/// From a folder it is put together anew whenever a file there has changed: for those who work on it.
final class SiteCache: Sendable {
    private struct Kept {
        let stamp: [String: Date]
        let site: AssembledSite
    }

    private let folder: URL?
    private let leaflet: URL
    private let kept = Mutex<Kept?>(nil)
    /// What is built in, by the folder of Leaflet: the same for every service of this program.
    private static let builtIn = Mutex<[URL: AssembledSite]>([:])

    /// - Parameters:
    ///   - folder: Holds the sources; `nil` takes those that are built in.
    ///   - leaflet: The folder of Leaflet.
    init(folder: URL?, leaflet: URL) {
        (self.folder, self.leaflet) = (folder, leaflet)
    }

    /// The site as it is now.
    ///
    /// - Throws: `SiteMistake`, or what keeps the folder from being read.
    var site: AssembledSite {
        get throws {
            guard let folder else { return try builtIn }
            return try kept.withLock { kept in
                let files = try Self.files(in: folder)
                let stamp = try Self.stamp(of: files)
                if let kept, kept.stamp == stamp { return kept.site }
                let sources = try files.mapValues { [UInt8](try Data(contentsOf: $0)) }
                let site = try AssembledSite(sources: sources, leaflet: leafletSheet)
                kept = Kept(stamp: stamp, site: site)
                return site
            }
        }
    }

    private var builtIn: AssembledSite {
        get throws {
            try Self.builtIn.withLock { known in
                if let site = known[leaflet] { return site }
                let site = try AssembledSite(sources: SiteSources.builtIn, leaflet: leafletSheet)
                known[leaflet] = site
                return site
            }
        }
    }

    /// The sources in a folder, by name.
    private static func files(in folder: URL) throws -> [String: URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { SiteFile.type(of: $0) != nil }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.appending(path: $0)) })
    }

    /// When each file was changed.
    private static func stamp(of files: [String: URL]) throws -> [String: Date] {
        try files.mapValues { try $0.resourceValues(forKeys: [.contentModificationDateKey]) }
            .compactMapValues(\.contentModificationDate)
    }

    /// Leaflet's style sheet, whose pictures are sought from where ours lies; nothing when it is not installed.
    private var leafletSheet: [UInt8] {
        let text = try? String(contentsOf: leaflet.appending(path: "leaflet.css"), encoding: .utf8)
        return Array((text ?? "").replacing("url(images/", with: "url(/assets/leaflet/images/").utf8)
    }
}
