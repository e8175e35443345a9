import Hummingbird

/// The query parameters of each route, as the API's definition lists them.
///
/// A misspelled parameter would otherwise change nothing, and its sender would take the answer for another
/// one. OGC API demands the same: "The server SHALL respond with a response with the status code 400" if the
/// definition does not list a parameter (OGC 17-069r4, 7.15.6).
package struct QueryParameters: Sendable {
    /// By method and path; routes without an entry take any parameter.
    private let names: [String: [String]]

    /// Reads the parameters of routes from the written descriptions.
    package init(of endpoints: [Endpoint], in chapters: [APIChapter]) {
        var shared = APIChapter.frame["components"]?["parameters"]?.members ?? [:]
        for chapter in chapters { shared.merge(chapter.parameters ?? [:]) { $1 } }
        var names: [String: [String]] = [:]
        for endpoint in endpoints {
            guard let (chapter, written) = APIDocument.words(about: endpoint, in: chapters),
                chapter.takesAnyParameter != true, written["x-parameters"] != "any"
            else { continue }
            let parameters = (written["parameters"]?.elements ?? [])
                .compactMap { parameter in parameter.string.map { shared[$0] } ?? parameter }
            names[Self.key(of: endpoint)] = parameters.filter { $0["in"] == "query" }
                .compactMap { $0["name"]?.string }.sorted()
        }
        self.names = names
    }

    private static func key(of endpoint: Endpoint) -> String {
        "\(endpoint.method.rawValue) \(endpoint.path)"
    }

    /// The route, refusing requests with parameters that it does not have.
    package func guarding(_ endpoint: Endpoint) -> Endpoint {
        guard let names = names[Self.key(of: endpoint)] else { return endpoint }
        return endpoint.answered { request, context in
            try request.expectParameters(in: names)
            return try await endpoint.handler(request, context)
        }
    }
}

extension Request {
    /// Checks that the query has no other parameters than these.
    fileprivate func expectParameters(in names: [String]) throws {
        guard let unknown = uri.queryParameters.first(where: { !names.contains(String($0.key)) })
        else { return }
        let known =
            names.isEmpty
            ? "This takes no parameters." : "The parameters are \(names.joined(separator: ", "))."
        let problem = Problem.parameter(
            String(unknown.key.prefix(60)), "There is no such parameter. \(known)")
        if hasBody { throw UnreadBody(cause: problem) }
        throw problem
    }
}
