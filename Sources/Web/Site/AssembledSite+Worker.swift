import Foundation
import HTTP

extension AssembledSite {
    static let manifestName = "manifest.webmanifest"
    static let workerName = "service-worker.js"
    /// Leaflet's script: what pages load, what is served, and what the service worker keeps, which keeps all or nothing.
    static let leafletScript = "leaflet.min.js"

    /// A hash of everything that the site is made of.
    static func version(of sources: [String: [UInt8]], leaflet: [UInt8]) -> String {
        var whole = leaflet
        for (name, bytes) in sources.sorted(by: { $0.key < $1.key }) { whole += Array(name.utf8) + bytes }
        return ContentHash.etag(of: whole).filter { $0 != "\"" }
    }

    /// The service worker, told what to keep: every page, every file, and of the words those of one language.
    static func worker(
        _ version: String, _ script: String, files: some Sequence<String>, leaflet: [UInt8]
    ) -> SiteFile {
        var kept = files.filter { !$0.hasPrefix("messages/") }.sorted()
        if !leaflet.isEmpty { kept.append("leaflet/\(leafletScript)") }
        let text =
            script
            .replacing("{{=version}}", with: version)
            .replacing("{{=files}}", with: list(kept.map { "/assets/\($0)" }))
            .replacing("{{=pages}}", with: list(SitePage.all.map(\.path)))
        return SiteFile(Array(text.utf8), type: "text/javascript; charset=utf-8")
    }

    /// Paths as JSON; they are made of letters that stand for themselves in it.
    private static func list(_ paths: [String]) -> String {
        "[" + paths.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
    }
}
