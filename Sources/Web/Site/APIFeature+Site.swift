package import Foundation
package import HTTP

private let siteChapter = APIChapter(EmbeddedFiles["pages.json"])

extension APIFeature {
    /// The pages of the site and their files.
    ///
    /// - Parameters:
    ///   - leaflet: The folder that contains `leaflet.min.js`.
    ///   - folder: A folder whose files replace the built-in pages.
    ///   - icons: The app icons.
    ///   - headers: The security headers.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func site(
        leaflet: URL, folder: URL? = nil, icons: [AppIcon] = [], headers: SecurityHeaders = SecurityHeaders()
    ) -> APIFeature {
        APIFeature(
            chapter: siteChapter,
            endpoints: SiteRoutes(
                leaflet: leaflet, folder: folder, icons: icons, policy: headers.formlessPolicy
            ).endpoints)
    }
}
