package import Foundation
package import NIOCore
package import People

/// The pages of the site with their files, assembled when they are asked for first.
package struct SitePages: Sendable {
    let cache: SiteCache
    let libraries: SiteLibraries
    let offer: SiteOffer

    /// - Parameters:
    ///   - libraries: Where the scripts of others are.
    ///   - medicalWords: Sentences that take the place of those that are built in.
    ///   - folder: A folder whose files replace the built-in pages.
    ///   - leftOut: The paths of pages that are not offered.
    package init(
        libraries: SiteLibraries, medicalWords: MedicalWords? = nil, folder: URL? = nil,
        without leftOut: [String] = []
    ) {
        self.libraries = libraries
        offer = SiteOffer(without: Set(leftOut))
        cache = SiteCache(
            folder: folder, leaflet: libraries.leaflet, medicalWords: medicalWords, offer: offer)
    }

    /// A page whose content is composed for a request.
    package enum Composed: Sendable {
        /// A place or a station, in the frame of all pages.
        case place
        /// A place for the pages of others: a document of its own, without scripts.
        case embeddedPlace
        /// An article, or the list of articles, in the frame of all pages.
        case articles

        var page: SitePage {
            switch self {
            case .place: .place
            case .embeddedPlace: .embeddedPlace
            case .articles: .articles
            }
        }
    }

    /// Composes a page.
    ///
    /// - Throws: `SiteMistake`, or an error from reading the folder.
    package func composed(
        _ page: Composed, in language: Language, _ content: ComposedContent
    ) throws -> ByteBuffer {
        try cache.site.edition(in: language).template(of: page.page).filled(with: content)
    }
}
