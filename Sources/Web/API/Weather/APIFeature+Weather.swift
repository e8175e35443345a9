package import HTTP

private let weatherChapter = APIChapter(EmbeddedFiles["Weather/weather.json"])

extension APIFeature {
    /// The weather at a place.
    package static func weather(
        in weather: any WeatherStore, in environment: APIEnvironment
    ) -> APIFeature {
        APIFeature(
            chapter: weatherChapter,
            endpoints: WeatherRoutes(weatherStore: weather, environment: environment).endpoints)
    }
}
