package import Foundation
package import HTTP

private let siteChapter = APIChapter(EmbeddedFiles["pages.json"])

extension APIFeature {
    /// The pages of the site and their files.
    ///
    /// - Parameters:
    ///   - libraries: Where the scripts of others are.
    ///   - medicalWords: Sentences that take the place of those that are built in.
    ///   - folder: A folder whose files replace the built-in pages.
    ///   - icons: The app icons.
    ///   - headers: The security headers.
    ///   - leftOut: The paths of pages that are not offered.
    /// - Returns: The feature, with its chapter of the API's definition.
    package static func site(
        libraries: SiteLibraries, medicalWords: MedicalWords? = nil, folder: URL? = nil,
        icons: [AppIcon] = [],
        headers: SecurityHeaders = SecurityHeaders(), without leftOut: [String] = []
    ) -> APIFeature {
        let offer = SiteOffer(without: Set(leftOut))
        return APIFeature(
            chapter: siteChapter,
            endpoints: SiteRoutes(
                libraries: libraries, medicalWords: medicalWords, folder: folder, icons: icons,
                policy: headers.formlessPolicy, offer: offer
            ).endpoints
        ).offered(false, at: offer.leavesOut)
    }
}
