package import HTTP

private let injectorsChapter = APIChapter(EmbeddedFiles["Injectors/injectors.json"])

extension APIFeature {
    /// The adrenaline injectors of a subscriber, and of each person in care.
    package static func injectors(in store: any HelpStore, in environment: APIEnvironment) -> APIFeature {
        APIFeature(
            chapter: injectorsChapter,
            endpoints: HelpRoutes<InjectorDocument>(in: store, environment).endpoints)
    }
}
