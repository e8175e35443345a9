import Foundation
import Synchronization

/// Holds the site, put together when it is first asked for.
///
/// From a folder it is put together anew whenever a file there has changed: for those who work on it.
final class SiteKeeper: Sendable {
    private struct Kept {
        let stamp: [String: Date]
        let site: Site
    }

    private let folder: URL?
    private let leaflet: URL
    private let kept = Mutex<Kept?>(nil)

    /// - Parameters:
    ///   - folder: Holds the sources; `nil` takes those that are built in.
    ///   - leaflet: The folder of Leaflet.
    init(folder: URL?, leaflet: URL) {
        (self.folder, self.leaflet) = (folder, leaflet)
    }

    /// The site as it is now.
    ///
    /// - Throws: `SiteMistake`, or what keeps the folder from being read.
    var site: Site {
        get throws {
            try kept.withLock { kept in
                let stamp = try stamp
                if let kept, kept.stamp == stamp { return kept.site }
                let site = try Site(sources: sources, leaflet: leafletSheet)
                kept = Kept(stamp: stamp, site: site)
                return site
            }
        }
    }

    /// The names of the files in the folder, and when each was changed.
    private var stamp: [String: Date] {
        get throws {
            try files.mapValues { try $0.resourceValues(forKeys: [.contentModificationDateKey]) }
                .compactMapValues(\.contentModificationDate)
        }
    }

    private var sources: [String: [UInt8]] {
        get throws {
            guard folder != nil else { return SiteSources.builtIn }
            return try files.mapValues { [UInt8](try Data(contentsOf: $0)) }
        }
    }

    private var files: [String: URL] {
        get throws {
            guard let folder else { return [:] }
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                .filter { SiteFile.type(of: $0) != nil }
            return Dictionary(uniqueKeysWithValues: names.map { ($0, folder.appending(path: $0)) })
        }
    }

    /// Leaflet's style sheet, whose pictures are sought from where ours lies; nothing when it is not installed.
    private var leafletSheet: [UInt8] {
        let text = try? String(contentsOf: leaflet.appending(path: "leaflet.css"), encoding: .utf8)
        return Array((text ?? "").replacing("url(images/", with: "url(/assets/leaflet/images/").utf8)
    }
}
