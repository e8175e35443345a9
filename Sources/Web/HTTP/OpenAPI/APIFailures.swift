import HTTPTypes

/// The failures of an operation, grouped into answers by status.
package struct APIFailures {
    package enum Failure: Hashable {
        case kind(ProblemKind)
        /// A failure that carries only its status.
        case plain(Int)

        /// Reads the name of a ``ProblemKind``, or `about:blank` and a status.
        package init(named name: String) {
            if let kind = ProblemKind(rawValue: name) {
                self = .kind(kind)
            } else if let status = Int(name.replacing("about:blank ", with: "")) {
                self = .plain(status)
            } else {
                preconditionFailure("the API's definition names a problem that there is not: \(name)")
            }
        }

        package var status: Int {
            switch self {
            case .kind(let kind): kind.status.code
            case .plain(let status): status
            }
        }

        package var type: String {
            switch self {
            case .kind(let kind): kind.type
            case .plain: "about:blank"
            }
        }

        package var title: String {
            switch self {
            case .kind(let kind): kind.title
            case .plain(let status): HTTPResponse.Status(code: status).reasonPhrase
            }
        }
    }

    /// The answers by status.
    package let responses: [String: JSONTree]

    package init(_ failures: [Failure]) {
        responses = Dictionary(grouping: Set(failures), by: \.status).reduce(into: [:]) { answers, entry in
            answers["\(entry.key)"] = Self.answer(entry.value.sorted { $0.type < $1.type }, entry.key)
        }
    }

    private static func answer(_ failures: [Failure], _ status: Int) -> JSONTree {
        let examples = failures.map { failure -> (String, JSONTree) in
            let document: JSONTree = [
                "type": .text(failure.type), "title": .text(failure.title), "status": .whole(status),
            ]
            return (String(failure.type.split(separator: "/").last ?? "plain"), ["value": document])
        }
        return [
            "description": .text(failures.map { "\($0.title)." }.joined(separator: " ")),
            "headers": APIReference.headers(headers(of: status), cacheControl: ["no-store"]),
            "content": [
                Problem.mediaType: [
                    // The examples show the possible types. A schema of its own for each answer would make
                    // generators of clients write a class for each, or none.
                    "schema": ["$ref": "Problem"],
                    "examples": .object(Dictionary(examples) { $1 }),
                ]
            ],
        ]
    }

    private static func headers(of status: Int) -> [String] {
        switch status {
        case 401: ["Cache-Control", "WWW-Authenticate"]
        case 408, 429, 503, 507: ["Cache-Control", "Retry-After"]
        default: ["Cache-Control"]
        }
    }
}
