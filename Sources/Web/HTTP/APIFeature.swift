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
    /// Prepares what takes long to read, so that no reader waits for it; called from time to time while the service
    /// runs, and quick when little has changed.
    package let preparation: (@Sendable () async throws -> Void)?

    package init(
        chapter: APIChapter, endpoints: [Endpoint], shortcut: Shortcut? = nil,
        preparation: (@Sendable () async throws -> Void)? = nil
    ) {
        self.chapter = chapter
        self.endpoints = endpoints
        self.shortcut = shortcut
        self.preparation = preparation
    }
}
