import Crypto
import Foundation

/// Facebook, which uses OAuth 2.0 and describes the person through its Graph API.
///
/// Its e-mail address counts as unverified: the Graph API does not promise that the signed-in person reads
/// mail there.
struct FacebookProvider: IdentityProvider {
    /// The addresses of Facebook's services.
    struct Endpoints: Sendable {
        /// The page that asks for the person's consent.
        var dialog: URL
        /// The Graph API, with its version.
        var graph: URL

        static let standard = Endpoints(
            dialog: address("https://www.facebook.com/v23.0/dialog/oauth"),
            graph: address("https://graph.facebook.com/v23.0"))

        private static func address(_ text: String) -> URL {
            guard let url = URL(string: text) else { preconditionFailure("\(text) is no address") }
            return url
        }
    }

    let client: ProviderClient
    let endpoints: Endpoints
    let transport: any ProviderTransport

    func page(for pending: PendingSignIn) async throws(SignInFailure) -> String {
        FormText.adding(
            [
                ("response_type", "code"), ("client_id", client.id), ("redirect_uri", pending.callback),
                ("scope", client.scopes.joined(separator: ",")), ("state", pending.state),
                ("code_challenge", RandomText.challenge(of: pending.verifier)),
                ("code_challenge_method", "S256"),
            ], to: endpoints.dialog)
    }

    func identity(
        for pending: PendingSignIn, _ answer: AuthorizationResponse, at now: Date
    ) async throws(SignInFailure) -> ProvenIdentity {
        let code = try answer.usableCode()
        let tokens = try await transport.document(
            Tokens.self,
            from: ProviderRequest(
                endpoints.graph.appending(path: "oauth/access_token"),
                form: [
                    ("client_id", client.id), ("client_secret", client.secret ?? ""),
                    ("redirect_uri", pending.callback), ("code", code), ("code_verifier", pending.verifier),
                ]), called: "the answer to the code")
        guard let token = tokens.accessToken else { throw .unusable("the answer to the code holds no token") }
        let me = try await transport.document(
            Me.self,
            from: ProviderRequest(
                endpoints.graph.appending(path: "me").appending(queryItems: [
                    URLQueryItem(name: "fields", value: "id,name,email"),
                    URLQueryItem(name: "appsecret_proof", value: proof(of: token)),
                ]), headers: [("authorization", "Bearer \(token)")]), called: "the person")
        guard me.id.wholeMatch(of: /[0-9]{1,40}/) != nil else { throw .forged(.subject) }
        return ProvenIdentity(
            provider: client.provider, subject: me.id, email: me.email, isEmailVerified: false, name: me.name)
    }

    private struct Me: Decodable {
        let id: String
        let name: String?
        let email: String?
    }

    /// Proves that the sender of the token also has the client's secret: Facebook's `appsecret_proof`.
    private func proof(of token: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(token.utf8), using: SymmetricKey(data: Data((client.secret ?? "").utf8)))
        return code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
