package import HTTP

private let tripsChapter = APIChapter(EmbeddedFiles["Trips/trips.json"])

extension APIFeature {
    /// Trips of people, without any place.
    package static func trips(in store: any TripStore, in environment: APIEnvironment) -> APIFeature {
        APIFeature(
            chapter: tripsChapter,
            endpoints: TripRoutes(tripStore: store, environment: environment).endpoints)
    }
}
