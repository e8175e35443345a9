import Caching
import Foundation
import People

/// The pages of the site in one language, each of them written when it is asked for first.
struct SiteEdition: Sendable {
    /// The web app manifest.
    let manifest: SiteFile
    private let pages: [String: Lazily<SiteFile, SiteMistake>]
    /// The pages that are composed for each request, by name.
    private let templates: [String: Lazily<PageTemplate, SiteMistake>]

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
        var templates: [String: Lazily<PageTemplate, SiteMistake>] = [:]
        for page in SitePage.composed {
            templates[page.name] = Lazily { () throws(SiteMistake) in try assembly.template(page) }
        }
        self.templates = templates
    }

    /// The page with a path; `nil` when there is none.
    ///
    /// - Throws: `SiteMistake` when it refers to something unknown.
    func page(_ path: String) throws(SiteMistake) -> SiteFile? { try pages[path]?.value() }

    /// What is the same in all pages that are composed under a name.
    ///
    /// - Throws: `SiteMistake` when it refers to something unknown.
    func template(of page: SitePage) throws(SiteMistake) -> PageTemplate {
        guard let template = templates[page.name]
        else { preconditionFailure("\(page.name) is among the composed pages") }
        return try template.value()
    }
}
