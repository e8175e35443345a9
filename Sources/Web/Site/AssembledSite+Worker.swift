import Foundation
import HTTP

extension AssembledSite {
    static let manifestName = "manifest.webmanifest"
    static let workerName = "service-worker.js"
    /// Leaflet's script, which the pages load, the routes serve and the service worker caches.
    ///
    /// The worker caches all of its files or none.
    static let leafletScript = "leaflet.min.js"

    /// A hash of all files of the site.
    static func version(of sources: [String: [UInt8]], leaflet: [UInt8]) -> String {
        var whole = leaflet
        for (name, bytes) in sources.sorted(by: { $0.key < $1.key }) { whole += Array(name.utf8) + bytes }
        return ContentHash.etag(of: whole).filter { $0 != "\"" }
    }

    /// The service worker with its list of files: every page, every file, and the messages of one language.
    static func worker(
        _ version: String, _ script: String, files: some Sequence<String>, pages: [String],
        leaflet: [UInt8]
    ) -> SiteFile {
        var kept = files.filter { !$0.hasPrefix("messages/") }.sorted()
        if !leaflet.isEmpty { kept.append("leaflet/\(leafletScript)") }
        let text =
            script
            .replacing("{{=version}}", with: version)
            .replacing("{{=files}}", with: list(kept.map { "/assets/\($0)" }))
            .replacing("{{=pages}}", with: list(pages))
        return SiteFile(Array(text.utf8), type: "text/javascript; charset=utf-8")
    }

    /// Paths as JSON; none of their characters need escaping.
    private static func list(_ paths: [String]) -> String {
        "[" + paths.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
}
