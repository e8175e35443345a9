import Caching
import Foundation
import Guide
import People

/// All content of the site: files by name, and an edition of the pages in each language.
struct AssembledSite: Sendable {
    let files: [String: SiteFile]
    private let editions: [Language: Lazily<SiteEdition, SiteMistake>]
    /// The service worker, which keeps the site available without a network.
    let worker: SiteFile
    /// Identifies a version of the site.
    let version: String

    /// Assembles the site.
    ///
    /// - Parameters:
    ///   - sources: The sources by name.
    ///   - leaflet: Leaflet's style sheet; empty if the package is not installed.
    ///   - offer: Which pages are offered: the service worker keeps no others.
    ///   - address: The public address of the service, if it has one: pages that may be listed name their own.
    /// - Throws: `SiteMistake` for the first source that is missing or refers to something unknown.
    init(
        sources: [String: [UInt8]], leaflet: [UInt8], offer: SiteOffer = SiteOffer(), address: String? = nil
    ) throws(SiteMistake) {
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
        for page in SitePage.every {
            let sheet = try Self.sheet(of: page, sources, leaflet: leaflet)
            files[page.sheet] = SiteFile(sheet, type: "text/css; charset=utf-8")
        }
        self.files = files
        version = Self.version(of: sources, leaflet: leaflet)
        worker = Self.worker(
            version, try scripts.worker(Self.workerName),
            files: Set(files.keys).subtracting(Self.uncached).filter { !$0.hasPrefix(Self.drawings) },
            pages: SitePage.all.map(\.path).filter { !offer.leavesOut($0) }, leaflet: leaflet)
        let asks = try Self.asks(by: modules)
        let editions = Language.allCases.map { language in
            (
                language,
                Lazily<SiteEdition, SiteMistake> { () throws(SiteMistake) in
                    try SiteEdition(
                        SiteAssembly(sources: sources, asks: asks, language: language, address: address))
                }
            )
        }
        self.editions = Dictionary(uniqueKeysWithValues: editions)
    }

    /// The pages in a language.
    ///
    /// - Throws: `SiteMistake` for the first source that is missing or refers to something unknown.
    func edition(in language: Language) throws(SiteMistake) -> SiteEdition {
        guard let edition = editions[language]
        else { preconditionFailure("there is an edition for each language") }
        return try edition.value()
    }

    /// Finds for each page, by name, the messages that its scripts may use.
    private static func asks(
        by modules: SiteModules
    ) throws(SiteMistake) -> [String: @Sendable (String) -> Bool] {
        var asks: [String: @Sendable (String) -> Bool] = [:]
        for page in SitePage.every {
            let isAskedFor = modules.asksFor(of: try modules.all(of: page.scripts, later: true))
            asks[page.name] = { key in isAskedFor(key) || page.toldMessages.contains(where: key.hasPrefix) }
        }
        return asks
    }

    /// Whether a source is sent unchanged under its own name.
    private static func isSentAsItIs(_ name: String) -> Bool {
        // The page of the guide contains them.
        guard name != GuideBook.sources.list, !name.hasPrefix(GuideBook.sources.texts) else { return false }
        return [linkSheet, earlyScript].contains(name)
            || ![".html", ".css", ".js"].contains(where: name.hasSuffix) && name != manifestName
    }

    /// The files that only pages load which the service worker never keeps.
    static let uncached = Set(SitePage.composed.filter { !$0.isKept }.flatMap { [$0.sheet] + $0.scripts })
        .subtracting((SitePage.all + SitePage.composed.filter(\.isKept)).flatMap(\.scripts))
        .union([foodVectors])

    /// What names of foods are compared with: larger than any other file, and few readers need it.
    static let foodVectors = "food-vectors.json"

    /// What the names of the allergens' drawings begin with, which are many and only on pages that are not kept.
    static let drawings = "allergen-"

    /// The style sheet of pages behind links in messages, which have no frame.
    private static let linkSheet = "link.css"
    /// The script that waits for no other, and so is not a module.
    private static let earlyScript = "early.js"

    /// One style sheet per page, so that no further request delays the first paint.
    private static func sheet(
        of page: SitePage, _ sources: [String: [UInt8]], leaflet: [UInt8]
    ) throws(SiteMistake) -> [UInt8] {
        var sheet = page.hasMap ? leaflet : []
        let names = page.hasFrame ? ["style.css"] + page.styles + ["shell.css"] : page.styles
        for name in names {
            guard let bytes = sources[name] else { throw SiteMistake(file: name, problem: "is missing") }
            sheet += bytes
        }
        return sheet
    }
}
