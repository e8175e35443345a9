import HTTPTypes
import Hummingbird

/// The methods of a known path, and the answers to all others.
struct AllowedMethods: Sendable {
    private let endpoints: [HTTPRequest.Method: Endpoint]
    private let methods: [HTTPRequest.Method]
    /// What pages of other origins may send; empty if nothing.
    private let shared: [String]
    /// Whether they may send a body.
    private let sharesWrites: Bool

    /// - Parameter endpoints: The endpoints of the path, each with another method.
    init(of endpoints: [Endpoint]) {
        self.endpoints = Dictionary(uniqueKeysWithValues: endpoints.map { ($0.method, $0) })
        var methods = Set(endpoints.map(\.method))
        if methods.contains(.get) { methods.insert(.head) }
        methods.insert(.options)
        self.methods = methods.sorted { $0.rawValue < $1.rawValue }
        let isPublicRead = endpoints.contains { $0.method == .get && $0.access == .everyone }
        shared =
            (isPublicRead ? ["GET", "HEAD"] : [])
            + endpoints.filter(\.isForAllOrigins).map(\.method.rawValue)
        sharesWrites = endpoints.contains(where: \.isForAllOrigins)
    }

    /// The endpoint for a method; HEAD asks what GET does (RFC 9110, 9.3.2).
    func endpoint(for method: HTTPRequest.Method) -> Endpoint? {
        endpoints[method] ?? (method == .head ? endpoints[.get] : nil)
    }

    /// The value of `Allow` (RFC 9110, 10.2.1).
    private var allow: String { methods.map(\.rawValue).joined(separator: ", ") }

    /// Answers OPTIONS and refuses everything else.
    func answer(_ request: Request) throws -> Response {
        guard request.method == .options else {
            var problem = Problem(plain: .methodNotAllowed)
            problem.headers[.allow] = allow
            if request.hasBody { throw UnreadBody(cause: problem) }
            throw problem
        }
        var headers: HTTPFields = [.allow: allow]
        if !shared.isEmpty {
            // Preflight requests from other origins (WHATWG Fetch, 4.8): they come without credentials.
            headers[.accessControlAllowOrigin] = "*"
            headers[.accessControlAllowMethods] = shared.joined(separator: ", ")
            let fields = ["Accept-Language"] + (sharesWrites ? ["Content-Type"] : []) + ["If-None-Match"]
            headers[.accessControlAllowHeaders] = fields.joined(separator: ", ")
            headers[.accessControlMaxAge] = "86400"
        }
        return Response(status: .noContent, headers: headers)
    }
}
