package import HTTP

private let personsChapter = APIChapter(EmbeddedFiles["Persons/persons.json"])

extension APIFeature {
    /// The persons in a subscriber's care.
    package static func persons(
        in persons: any PersonStore,
        closing: any AccountClosing,
        in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: personsChapter,
            endpoints: PersonRoutes(
                personStore: persons, accountClosing: closing, environment: environment,
                idempotency: environment.idempotency
            ).endpoints)
    }
}
