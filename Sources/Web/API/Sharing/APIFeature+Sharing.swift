package import HTTP

private let sharingChapter = APIChapter(EmbeddedFiles["Sharing/sharing.json"])

extension APIFeature {
    /// Links by which people share files that the service cannot read.
    package static func sharing(
        in links: any SharedLinkStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: sharingChapter,
            endpoints: SharedLinkRoutes(linkStore: links, environment: environment).endpoints
                + ManifestRoutes(linkStore: links, environment: environment).endpoints)
    }
}
