import Crypto
import Federation
import Foundation
import JWTKit
import Synchronization

/// A fake provider: its documents, its keys, and tokens signed with keys made here.
final class PlayedProvider: ProviderTransport {
    static let issuer = "https://login.example"
    static let client = "breathe"
    static let secret = "s3cret & more"

    /// The claims of a token; each test changes those that it needs.
    struct Claims: JWTPayload {
        var iss: String? = PlayedProvider.issuer
        var sub: String? = "person-7"
        var aud: [String]? = [PlayedProvider.client]
        var azp: String?
        var exp: Double?
        var iat: Double?
        var nonce: String?
        var email: String? = "anna@example.org"
        var email_verified: Bool? = true
        var name: String? = "Anna"

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private struct Play {
        var code: (challenge: String, nonce: String, callback: String)?
        var asked: [String: Int] = [:]
        var answers: [String: ProviderAnswer] = [:]
        var token: (@Sendable (Claims) async throws -> String)?
        var keys: [String]
        var metadata: [String: String] = [:]
        var forms: [[(String, String)]] = []
        var headers: [(String, String)] = []
    }

    let signer: SigningKeys
    private let play: Mutex<Play>

    init(_ signer: SigningKeys = .shared) {
        self.signer = signer
        play = Mutex(Play(keys: signer.publicKeys))
    }

    /// The number of requests for a path.
    func count(_ path: String) -> Int { play.withLock { $0.asked[path] ?? 0 } }
    var lastForm: [String: String] {
        play.withLock { Dictionary($0.forms.last ?? [], uniquingKeysWith: { $1 }) }
    }
    var lastHeaders: [String: String] {
        play.withLock { Dictionary($0.headers, uniquingKeysWith: { $1 }) }
    }

    /// Sets another answer for a path.
    func answer(_ path: String, with answer: ProviderAnswer?) { play.withLock { $0.answers[path] = answer } }
    /// Sets the keys that the provider shows.
    func show(keys: [String]) { play.withLock { $0.keys = keys } }
    /// Sets a member of the provider's metadata.
    func say(_ name: String, _ json: String) { play.withLock { $0.metadata[name] = json } }
    /// Sets how tokens are made.
    func issue(_ token: @escaping @Sendable (Claims) async throws -> String) {
        play.withLock { $0.token = token }
    }

    /// Simulates consent: stores the address of the provider's page, and returns the state to bring back.
    func agree(to address: String) throws -> String {
        let items = URLComponents(string: address)?.queryItems ?? []
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        guard address.hasPrefix(Self.issuer + "/authorize?"), query["code_challenge_method"] == "S256",
            query["client_id"] == Self.client, query["response_type"] == "code", let state = query["state"],
            let challenge = query["code_challenge"], let callback = query["redirect_uri"]
        else { throw Unplayed(what: address) }
        play.withLock { $0.code = (challenge, query["nonce"] ?? "", callback) }
        return state
    }

    struct Unplayed: Error {
        let what: String
    }

    func answer(to request: ProviderRequest) async -> ProviderAnswer {
        let path = request.url.path
        let given = play.withLock { play -> ProviderAnswer? in
            play.asked[path, default: 0] += 1
            if let form = request.form { play.forms.append(form) }
            play.headers = request.headers
            return play.answers[path]
        }
        if let given { return given }
        switch path {
        case "/.well-known/openid-configuration": return Self.document(metadata)
        case "/keys": return Self.document("{\"keys\":[\(play.withLock { $0.keys }.joined(separator: ","))]}")
        case "/token": return await tokens(for: request)
        default: return .answered(status: 404, body: Data())
        }
    }

    static func document(_ text: String) -> ProviderAnswer { .answered(status: 200, body: Data(text.utf8)) }

    private var metadata: String {
        var members = [
            "issuer": "\"\(Self.issuer)\"", "authorization_endpoint": "\"\(Self.issuer)/authorize\"",
            "token_endpoint": "\"\(Self.issuer)/token\"", "jwks_uri": "\"\(Self.issuer)/keys\"",
        ]
        members.merge(play.withLock { $0.metadata }) { $1 }
        return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    /// Checks the code as a provider does: its verifier (RFC 7636, section 4.6), its callback and its client.
    private func tokens(for request: ProviderRequest) async -> ProviderAnswer {
        let form = Dictionary(request.form ?? [], uniquingKeysWith: { $1 })
        let (code, token) = play.withLock { ($0.code, $0.token) }
        let digest = Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        guard let code, form["code"] == "code-1", digest == code.challenge,
            form["redirect_uri"] == code.callback
        else { return .answered(status: 400, body: Data(#"{"error":"invalid_grant"}"#.utf8)) }
        let now = Date().timeIntervalSince1970
        let claims = Claims(exp: now + 300, iat: now, nonce: code.nonce)
        do {
            let text =
                if let token { try await token(claims) } else { try await signer.token(claims, .rs256) }
            return Self.document(
                "{\"access_token\":\"at-1\",\"token_type\":\"Bearer\",\"id_token\":\"\(text)\"}")
        } catch {
            return .answered(status: 500, body: Data("\(error)".utf8))
        }
    }
}
