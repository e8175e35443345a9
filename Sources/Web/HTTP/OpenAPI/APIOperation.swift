import HTTPTypes
import People

/// One operation of the document: the written description of a route, merged with facts from the route
/// itself.
package struct APIOperation {
    private let endpoint: Endpoint
    private let chapter: APIChapter
    private let written: JSONTree

    package init(_ endpoint: Endpoint, _ written: JSONTree, in chapter: APIChapter) {
        self.endpoint = endpoint
        self.written = written
        self.chapter = chapter
    }

    /// The operation as an OpenAPI object.
    package var tree: JSONTree {
        var members = written.members.filter { !$0.key.hasPrefix("x-") }
        members["tags"] = [.text(chapter.tag.name)]
        members["security"] = endpoint.access.security(reading: isReading)
        members["parameters"] = .list(parameters)
        members["requestBody"] = body
        members["responses"] = .object(responses)
        return .object(members)
    }

    /// How long clients may reuse its answers: the file's own word, or else a default for its audience.
    private var freshness: String {
        written["x-freshness"]?.string ?? (isPublicRead ? "shared" : "personal")
    }

    private var isReading: Bool { endpoint.method == .get }

    private var isPublicRead: Bool { endpoint.method == .get && endpoint.access == .everyone }

    /// The `Cache-Control` headers that answers may send for this.
    private var cacheControl: [String] {
        switch freshness {
        case "shared": [Freshness.shared, Freshness.linked]
        case "basemap": [Freshness.basemap]
        case "site": [Freshness.site]
        case "none", "stream": ["no-store"]
        default: [Freshness.personal]
        }
    }

    private var isTagged: Bool { ["shared", "basemap", "site"].contains(freshness) }

    private var parameters: [JSONTree] {
        let written = (written["parameters"]?.elements ?? []).map { parameter in
            parameter.string.map { APIReference.parameter($0) } ?? parameter
        }
        let forged = isReading || endpoint.access == .everyone ? [] : [APIReference.parameter("X-CSRF-Token")]
        return written + forged + (isTagged ? [APIReference.parameter("If-None-Match")] : [])
    }

    private var body: JSONTree? {
        guard let body = written["requestBody"] else { return nil }
        let whole = body["$ref"]?.string.flatMap { chapter.requestBodies?[$0] } ?? body
        return Self.withWholeContent(whole)
    }

    private var responses: [String: JSONTree] {
        var responses = APIFailures(problems).responses
        for (status, response) in written["responses"]?.members ?? [:] {
            let whole = response["$ref"]?.string.flatMap { chapter.responses?[$0] } ?? response
            var headers = (whole["headers"]?.members ?? [:]).mapValues { _ in JSONTree.null }
            if whole["content"] != nil { headers["Cache-Control"] = .null }
            if status == "200", isTagged { headers["ETag"] = .null }
            let isAnswer = status.hasPrefix("2")
            // What the file says of a failure comes on top of the problem document that programs get.
            let content = (responses[status]?["content"]?.members ?? [:]).merging(
                Self.withWholeContent(whole)["content"]?.members ?? [:]
            ) { $1 }
            responses[status] = whole.merging([
                "headers": APIReference.headers(
                    headers.keys, cacheControl: isAnswer ? cacheControl : ["no-store"])
            ])
            if !content.isEmpty {
                responses[status] = responses[status]?.merging(["content": .object(content)])
            }
        }
        if isTagged {
            responses["304"] = [
                "description": "What the client holds is current.",
                "headers": APIReference.headers(["ETag", "Cache-Control"], cacheControl: cacheControl),
            ]
        }
        return responses
    }

    /// The failures of the operation: those in the file, and those that every such route can return.
    package var problems: [APIFailures.Failure] {
        let names = (written["x-problems"]?.elements ?? []).compactMap(\.string)
        var kinds: [ProblemKind] = [
            .malformedRequest, .invalidParameter, .secretInAddress, .tooManyRequests, .tooSlow,
            .targetTooLong,
            .headTooLarge, .tooManyConnections, .storageUnavailable, .newerVersion,
        ]
        if !isReading { kinds.append(.storageFull) }
        if endpoint.access != .everyone { kinds += [.unauthorized, .forbidden] }
        if endpoint.access != .everyone, !isReading { kinds.append(.forgedRequest) }
        if endpoint.purpose != nil { kinds.append(.consentRequired) }
        let bodies = written["requestBody"]?["content"]?.members.keys.map(\.self) ?? []
        if bodies.contains(where: { $0 == "application/json" || $0.hasSuffix("+json") }) {
            kinds += [.invalidJSON, .contentTooLarge, .unsupportedMediaType]
        }
        if written["parameters"]?.elements.contains("Idempotency-Key") == true {
            kinds += [.keyInUse, .keyReused]
        }
        return kinds.map { APIFailures.Failure.kind($0) } + names.map { APIFailures.Failure(named: $0) }
    }

    /// Expands media types that are given as a schema name.
    private static func withWholeContent(_ tree: JSONTree) -> JSONTree {
        guard let content = tree["content"]?.members else { return tree }
        let whole = content.mapValues { type in
            type.string.map { ["schema": ["$ref": .text($0)]] } ?? type
        }
        return tree.merging(["content": .object(whole)])
    }
}

/// References to components that all operations share.
package enum APIReference {
    package static func parameter(_ name: String) -> JSONTree {
        ["$ref": .text("#/components/parameters/\(name)")]
    }

    /// The headers of an answer, including the remaining quota.
    package static func headers(_ names: some Sequence<String>, cacheControl: [String]) -> JSONTree {
        var headers: [String: JSONTree] = [:]
        for name in Set(names).union(["RateLimit", "RateLimit-Policy"]) {
            headers[name] = ["$ref": .text("#/components/headers/\(name)")]
        }
        if headers["Cache-Control"] != nil {
            headers["Cache-Control"] = [
                "description": "How long the answer may be used without asking again (RFC 9111, 5.2).",
                "schema": ["type": "string", "enum": .list(cacheControl.map { .text($0) })],
            ]
        }
        return .object(headers)
    }
}

extension Audience {
    /// The credentials that a route asks for, in terms of the document's `securitySchemes`.
    ///
    /// For a token it names the scope, and the role that the account needs. Each of several roles suffices.
    package func security(reading: Bool) -> JSONTree {
        guard let permission = Permission.needed(for: self, reading: reading) else { return [] }
        var schemes: [JSONTree] = []
        if permission.isForAccounts {
            let scope = permission.scope.names
            let roles = permission.roles.isEmpty ? [[]] : permission.roles.map { [$0.rawValue] }
            for role in roles.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let needs = scope + role.filter { !scope.contains($0) }
                schemes.append(["account": .list(needs.map { .text($0) })])
            }
            schemes.append(["session": []])
        }
        if permission.isForKeys { schemes.append(["station": []]) }
        return .list(schemes)
    }
}
