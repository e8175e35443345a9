package import HTTP

private let siteChapter = APIChapter(EmbeddedFiles["pages.json"])

extension APIFeature {
    /// The pages of the site and their files.
    ///
    /// - Parameters:
    ///   - pages: The pages.
    ///   - icons: The app icons.
    ///   - headers: The security headers.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func site(
        _ pages: SitePages, icons: [AppIcon] = [], headers: SecurityHeaders = SecurityHeaders()
    ) -> APIFeature {
        APIFeature(
            chapter: siteChapter,
            endpoints: SiteRoutes(pages, icons: icons, policy: headers.formlessPolicy).endpoints
        ).offered(false, at: pages.offer.leavesOut)
    }
}
