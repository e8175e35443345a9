package import Foundation
package import HTTP

extension APIFeature {
    /// The pages of the site, and the files that they load.
    ///
    /// - Parameters:
    ///   - leaflet: The folder that holds `leaflet.min.js`.
    ///   - folder: A folder whose pages are served in place of those that are built in.
    ///   - icons: Pictures of the program.
    ///   - headers: Tell browsers what pages may load.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func site(
        leaflet: URL, folder: URL? = nil, icons: [AppIcon] = [], headers: SecurityHeaders = SecurityHeaders()
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["pages.json"]),
            endpoints: SiteRoutes(
                leaflet: leaflet, folder: folder, icons: icons, policy: headers.formlessPolicy
            ).endpoints)
    }
}
