import Caching
import Foundation
import People

/// The pages of the site in one language, each of them written when it is asked for first.
struct SiteEdition: Sendable {
    /// The web app manifest.
    let manifest: SiteFile
    private let pages: [String: Lazily<SiteFile, SiteMistake>]

    init(_ assembly: SiteAssembly) throws(SiteMistake) {
        let text = try assembly.filled(
            AssembledSite.manifestName, ["language": assembly.language.rawValue],
            escaping: SiteAssembly.jsonEscaped)
        manifest = SiteFile(Array(text.utf8), type: "application/manifest+json; charset=utf-8")
        var pages: [String: Lazily<SiteFile, SiteMistake>] = [:]
        for page in SitePage.all {
            pages[page.path] = Lazily { () throws(SiteMistake) in
                SiteFile(Array(try assembly.page(page).utf8), type: "text/html; charset=utf-8")
            }
        }
        self.pages = pages
    }

    /// The page with a path; `nil` when there is none.
    ///
    /// - Throws: `SiteMistake` when it refers to something unknown.
    func page(_ path: String) throws(SiteMistake) -> SiteFile? { try pages[path]?.value() }
}
