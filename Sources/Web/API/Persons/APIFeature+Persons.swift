package import HTTP

extension APIFeature {
    /// The persons in a subscriber's care.
    package static func persons(
        in persons: any PersonRegistry,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: APIChapter(EmbeddedFiles["Persons/persons.json"]),
            endpoints: PersonRoutes(
                personRegistry: persons, environment: environment, idempotency: environment.idempotency
            ).endpoints)
    }
}
