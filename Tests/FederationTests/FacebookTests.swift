import Crypto
import Federation
import Foundation
import Synchronization
import Testing

@Suite struct FacebookTests {
    /// A fake of Facebook's Graph API on the wire.
    private final class PlayedGraph: ProviderTransport {
        let asked = Mutex<[URL]>([])
        let forms = Mutex<[[(String, String)]]>([])
        let me: String

        init(me: String) { self.me = me }

        func answer(to request: ProviderRequest) async -> ProviderAnswer {
            asked.withLock { $0.append(request.url) }
            if let form = request.form { forms.withLock { $0.append(form) } }
            switch request.url.path {
            case "/v23.0/oauth/access_token":
                return .answered(
                    status: 200, body: Data(#"{"access_token":"EAAG","token_type":"bearer"}"#.utf8))
            case "/v23.0/me": return .answered(status: 200, body: Data(me.utf8))
            default: return .answered(status: 404, body: Data())
            }
        }
    }

    private func completeSignIn(_ graph: PlayedGraph) async throws -> ProvenIdentity {
        let known = try definitions(
            #"{"providers":[{"id":"facebook","preset":"facebook","clientID":"4711","secretFile":"clinic.secret"}]}"#
        )
        let federation = FederatedSignIn(known, transport: graph)
        #expect(federation.labels == [ProviderLabel(id: "facebook", name: "Facebook")])
        let redirect = try await federation.redirect(
            to: "facebook", returningTo: "https://air.example/auth/facebook/callback",
            for: SignInPurpose(returnPath: "/"))
        #expect(redirect.address.hasPrefix("https://www.facebook.com/v23.0/dialog/oauth?"))
        let query = URLComponents(string: redirect.address)?.queryItems ?? []
        #expect(query.first { $0.name == "scope" }?.value == "public_profile,email")
        let state = query.first { $0.name == "state" }?.value
        return try await federation.proven(
            from: "facebook", AuthorizationResponse(state: state, code: "code-1"), ticket: redirect.ticket
        ).identity
    }

    @Test func `Facebook says who the person is, and the token is checked to be ours`() async throws {
        let graph = PlayedGraph(me: #"{"id":"10158","name":"Anna Bee","email":"anna@example.org"}"#)
        let identity = try await completeSignIn(graph)
        #expect(identity.subject == "10158")
        #expect(identity.email == "anna@example.org")
        // The Graph API does not vouch for addresses.
        #expect(!identity.isEmailVerified)
        let query = graph.asked.withLock { $0.last?.query() ?? "" }
        let proof = HMAC<SHA256>.authenticationCode(
            for: Data("EAAG".utf8), using: SymmetricKey(data: Data("s3cret".utf8)))
        #expect(query.contains("appsecret_proof=" + proof.map { String(format: "%02x", $0) }.joined()))
        #expect(query.contains("fields=id,name,email"))
        #expect(!query.contains("EAAG"))
        let form = Dictionary(graph.forms.withLock { $0.last ?? [] }, uniquingKeysWith: { $1 })
        #expect(form["client_secret"] == "s3cret")
        #expect(form["code_verifier"]?.count == 43)
    }

    @Test(arguments: [#"{"id":"","name":"x"}"#, #"{"id":"1; x"}"#])
    func `an invalid identifier is refused`(me: String) async throws {
        await #expect(throws: SignInFailure.forged(.subject)) {
            try await completeSignIn(PlayedGraph(me: me))
        }
    }
}
