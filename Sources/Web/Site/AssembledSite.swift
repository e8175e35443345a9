import Foundation
import People

/// Everything that the site sends: files by their names, and pages by language and path.
struct AssembledSite: Sendable {
    let files: [String: SiteFile]
    let pages: [Language: [String: SiteFile]]
    /// What lets browsers install the site as a program, by language.
    let manifests: [Language: SiteFile]
    /// What keeps the site in browsers for when there is no network.
    let worker: SiteFile
    /// Tells one state of the site from every other.
    let version: String

    /// Puts the site together.
    ///
    /// - Parameters:
    ///   - sources: What it is made of, by name.
    ///   - leaflet: Leaflet's own style sheet; nothing without the package.
    /// - Throws: `SiteMistake` for the first source that is missing or asks for what there is not.
    init(sources: [String: [UInt8]], leaflet: [UInt8]) throws(SiteMistake) {
        let modules = SiteModules(sources)
        let scripts = try SiteScripts(sources, modules: modules)
        var files: [String: SiteFile] = [:]
        let sent = sources.filter { Self.isSentAsItIs($0.key) }.merging(try scripts.all()) { _, joined in
            joined
        }
        for (name, bytes) in sent {
            guard let type = SiteFile.type(of: name) else { continue }
            files[name] = SiteFile(bytes, type: type)
        }
        for page in SitePage.all {
            let sheet = try Self.sheet(of: page, sources, leaflet: leaflet)
            files["\(page.name)-page.css"] = SiteFile(sheet, type: "text/css; charset=utf-8")
        }
        self.files = files
        version = Self.version(of: sources, leaflet: leaflet)
        worker = Self.worker(
            version, try scripts.worker(Self.workerName), files: files.keys, leaflet: leaflet)
        var pages: [Language: [String: SiteFile]] = [:]
        var manifests: [Language: SiteFile] = [:]
        let asks = try Self.asks(by: modules)
        for language in Language.allCases {
            let assembly = try SiteAssembly(sources: sources, asks: asks, language: language)
            var written: [String: SiteFile] = [:]
            for page in SitePage.all {
                let text = try assembly.page(page)
                written[page.path] = SiteFile(Array(text.utf8), type: "text/html; charset=utf-8")
            }
            pages[language] = written
            let manifest = try assembly.filled(
                Self.manifestName, ["language": language.rawValue], escaping: SiteAssembly.jsonEscaped)
            manifests[language] = SiteFile(
                Array(manifest.utf8), type: "application/manifest+json; charset=utf-8")
        }
        (self.pages, self.manifests) = (pages, manifests)
    }

    /// Tells for each page, by its name, which messages its scripts may ask for.
    private static func asks(by modules: SiteModules) throws(SiteMistake) -> [String: (String) -> Bool] {
        var asks: [String: (String) -> Bool] = [:]
        for page in SitePage.all {
            let isAskedFor = modules.asksFor(of: try modules.all(of: page.scripts, later: true))
            asks[page.name] = { key in isAskedFor(key) || page.toldMessages.contains(where: key.hasPrefix) }
        }
        return asks
    }

    /// Whether a source is sent under its own name, with nothing put in.
    private static func isSentAsItIs(_ name: String) -> Bool {
        [linkSheet, earlyScript].contains(name)
            || ![".html", ".css", ".js"].contains(where: name.hasSuffix) && name != manifestName
    }

    /// The style sheet of the pages that a link in a message opens, which need no frame.
    private static let linkSheet = "link.css"
    /// The script that waits for no other, and so is no module.
    private static let earlyScript = "early.js"

    /// One style sheet for a page, so that nothing else keeps it from being painted.
    private static func sheet(
        of page: SitePage, _ sources: [String: [UInt8]], leaflet: [UInt8]
    ) throws(SiteMistake) -> [UInt8] {
        var sheet = page.hasMap ? leaflet : []
        for name in ["style.css"] + page.styles + ["shell.css"] {
            guard let bytes = sources[name] else { throw SiteMistake(file: name, problem: "is missing") }
            sheet += bytes
        }
        return sheet
    }
}
