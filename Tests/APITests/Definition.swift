import Allergens
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import API
@testable import HTTP

/// The API's definition, which every answer in these tests must match.
enum Definition {
    static let endpoints = TestAPI().service.endpoints
    static let document = APIDocument(
        of: endpoints, in: TestAPI().features.map(\.chapter), taxonomy: .standard,
        publisher: TestAPI().environment.publisher)

    /// How an answer departs from the definition; nil when it matches.
    static func complaint(about response: TestResponse, to method: HTTPRequest.Method, _ target: String)
        -> String?
    {
        let method = method == .head ? .get : method
        let path = target.split(separator: "?", omittingEmptySubsequences: false).first ?? ""
        guard let endpoint = endpoint(method, String(path)) else { return nil }
        let operation = document.tree["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()]
        // Internal errors can occur anywhere; the definition describes them once for all operations.
        if response.status == .internalServerError { return nil }
        let place = "\(method) \(endpoint.path): \(response.status.code)"
        guard let answer = operation?["responses"]?["\(response.status.code)"]
        else { return "\(place) is not among the answers" }
        let media = answer["content"]?.members.keys.map { $0.lowercased() } ?? []
        guard let type = response.headers[.contentType]?.lowercased() else {
            return media.isEmpty || response.body.readableBytes == 0 ? nil : "\(place) has no type"
        }
        guard media.contains(where: { type == $0 || type.hasPrefix("\($0);") })
        else { return "\(place) is of another type, \(type)" }
        guard type == Problem.mediaType, response.body.readableBytes > 0,
            let problem = try? JSONDecoder().decode(
                JSONTree.self, from: Data(response.body.readableBytesView)),
            let kind = problem["type"]?.string
        else { return nil }
        let isListed = answer.problemTypes.isEmpty || answer.problemTypes.contains(kind)
        return isListed ? nil : "\(place) with \(kind) is not among the failures"
    }

    /// The endpoint for a path: if several match, the one with the most literal
    /// parts wins, whatever its methods.
    private static func endpoint(_ method: HTTPRequest.Method, _ path: String) -> Endpoint? {
        let parts = path.split(separator: "/")
        let found = endpoints.filter { endpoint in
            let template = endpoint.path.split(separator: "/")
            return template.count == parts.count
                && zip(template, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        let least = found.map(\.placeholders).min()
        return found.first { $0.method == method && $0.placeholders == least }
    }
}

extension Endpoint {
    /// The number of parts of the path that are placeholders.
    fileprivate var placeholders: Int { path.count { $0 == "{" } }
}

extension JSONTree {
    /// The problem types that the examples of an answer show; empty when it is not a problem.
    var problemTypes: [String] {
        let examples = self["content"]?[Problem.mediaType]?["examples"]?.members ?? [:]
        return examples.values.compactMap { $0["value"]?["type"]?.string }
    }
}

/// A client that checks every answer against the API's definition.
struct DefinedClient: TestClientProtocol {
    let inner: any TestClientProtocol

    var port: Int? { inner.port }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let response = try await inner.executeRequest(uri: uri, method: method, headers: headers, body: body)
        if let complaint = Definition.complaint(about: response, to: method, uri) {
            Issue.record("\(complaint)")
        }
        return response
    }
}
