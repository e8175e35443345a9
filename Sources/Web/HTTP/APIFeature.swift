package import Hummingbird

/// A feature of the HTTP surface: its routes, and the chapter of the API's definition that describes them.
///
/// A feature is registered by being one of the values that the server hands to the web service, and nowhere else.
package struct APIFeature: Sendable {
    /// Answers a request before any route is looked up, or returns `nil` to leave it to the routes.
    package typealias Shortcut = @Sendable (Request) -> Response?

    package let chapter: APIChapter
    package let endpoints: [Endpoint]
    package let shortcut: Shortcut?

    package init(chapter: APIChapter, endpoints: [Endpoint], shortcut: Shortcut? = nil) {
        self.chapter = chapter
        self.endpoints = endpoints
        self.shortcut = shortcut
    }
}
