package import HTTP
package import Site

private let tripsChapter = APIChapter(EmbeddedFiles["Trips/trips.json"])

extension APIFeature {
    /// Trips of people, without any place; `factors` are those that their carbon may come from.
    package static func trips(
        in store: any TripStore, factors: CarbonFactors = .builtIn, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: tripsChapter,
            endpoints: TripRoutes(tripStore: store, environment: environment, factors: factors).endpoints)
    }
}
