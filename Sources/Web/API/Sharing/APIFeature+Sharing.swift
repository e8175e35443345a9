package import HTTP
import Sharing

private let sharingChapter = APIChapter(EmbeddedFiles["Sharing/sharing.json"])

extension APIFeature {
    /// Links by which people share files that the service cannot read.
    package static func sharing(
        in links: any SharedLinkStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: sharingChapter,
            endpoints: SharedLink.Purpose.allCases.flatMap { purpose in
                SharedLinkRoutes(purpose: purpose, linkStore: links, environment: environment).endpoints
            } + ManifestRoutes(linkStore: links, environment: environment).endpoints)
    }
}
