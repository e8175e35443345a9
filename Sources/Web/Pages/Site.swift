import Allergens
import Foundation

/// Everything that the site sends: files by their names, and pages by language and path.
struct Site: Sendable {
    let files: [String: SiteFile]
    let pages: [Language: [String: SiteFile]]

    /// Puts the site together.
    ///
    /// - Parameters:
    ///   - sources: What it is made of, by name.
    ///   - leaflet: Leaflet's own style sheet; nothing without the package.
    /// - Throws: `SiteMistake` for the first source that is missing or asks for what there is not.
    init(sources: [String: [UInt8]], leaflet: [UInt8]) throws(SiteMistake) {
        var files: [String: SiteFile] = [:]
        // The rest of the style sheets, and the contents of pages, are only parts of what is sent.
        let whole = sources.filter { name, _ in
            name == Self.linkSheet || !name.hasSuffix(".html") && !name.hasSuffix(".css")
        }
        for (name, bytes) in whole {
            guard let type = SiteFile.type(of: name) else { continue }
            files[name] = SiteFile(bytes, type: type)
        }
        for page in SitePage.all {
            let sheet = try Self.sheet(of: page, sources, leaflet: leaflet)
            files["\(page.name)-page.css"] = SiteFile(sheet, type: "text/css; charset=utf-8")
        }
        self.files = files
        var pages: [Language: [String: SiteFile]] = [:]
        for language in Language.allCases {
            let assembly = try SiteAssembly(sources: sources, language: language)
            var written: [String: SiteFile] = [:]
            for page in SitePage.all {
                let text = try assembly.page(page)
                written[page.path] = SiteFile(Array(text.utf8), type: "text/html; charset=utf-8")
            }
            pages[language] = written
        }
        self.pages = pages
    }

    /// The style sheet of the pages that a link in a message opens, which need no frame.
    private static let linkSheet = "link.css"

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
