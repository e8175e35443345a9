package import HTTP

private let supportChapter = APIChapter(EmbeddedFiles["Support/support.json"])

extension APIFeature {
    /// Voluntary payments to those who run the service; nothing here depends on them.
    package static func support(
        _ offer: SupportOffer, gifts: any GiftStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: supportChapter,
            endpoints: SupportRoutes(offer: offer, gifts: gifts, environment: environment).endpoints)
    }
}
