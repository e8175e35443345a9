package import HTTPTypes

/// A feature of the HTTP API: its routes, and the chapter of the API definition that describes them.
///
/// To register a feature, add it to the list that the server passes to the web service.
package struct APIFeature: Sendable {
    /// Answers a request before any route is looked up and without waiting, or returns `nil` to leave it to the routes.
    package typealias Shortcut = @Sendable (HTTPRequest) -> ReadyAnswer?

    package let chapter: APIChapter
    package let endpoints: [Endpoint]
    package let shortcut: Shortcut?

    package init(chapter: APIChapter, endpoints: [Endpoint], shortcut: Shortcut? = nil) {
        self.chapter = chapter
        self.endpoints = endpoints
        self.shortcut = shortcut
    }
}
