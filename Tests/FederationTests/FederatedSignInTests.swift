import Crypto
import Federation
import Foundation
import Testing

@Suite struct FederatedSignInTests {
    @Test func `the request to the provider's page has a challenge, a state and a nonce`()
        async throws
    {
        let trips = try Trips()
        let address = try await trips.redirectToProvider().address
        let query = URLComponents(string: address)?.queryItems ?? []
        let values = Dictionary(query.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        #expect(values["redirect_uri"] == Trips.callback)
        #expect(values["scope"] == "openid email profile")
        for name in ["state", "nonce", "code_challenge"] { #expect(values[name]?.count == 43, "\(name)") }
        #expect(Set([values["state"], values["nonce"], values["code_challenge"]]).count == 3)
    }

    @Test func `only the token endpoint gets the secret, in the form that it requires`() async throws {
        let trips = try Trips()
        _ = try await trips.completeSignIn()
        let pair = Data("breathe:s3cret%20%26%20more".utf8).base64EncodedString()
        #expect(trips.provider.lastForm["client_secret"] == nil)
        trips.provider.say("token_endpoint_auth_methods_supported", #"["client_secret_post"]"#)
        trips.clock.advance(3_700)
        trips.provider.issue { claims in
            var claims = claims
            (claims.iat, claims.exp) = ((claims.iat ?? 0) + 3_700, (claims.exp ?? 0) + 3_700)
            return try await SigningKeys.shared.token(claims, .rs256)
        }
        _ = try await trips.completeSignIn()
        #expect(trips.provider.lastForm["client_secret"] == PlayedProvider.secret)
        let basic = try Trips()
        basic.provider.answer("/token", with: .late)
        _ = await basic.failure()
        #expect(basic.provider.lastHeaders["authorization"] == "Basic \(pair)")
    }

    @Test func `an answer without the browser's ticket is refused`() async throws {
        let trips = try Trips()
        let redirect = try await trips.redirectToProvider()
        let state = try trips.provider.agree(to: redirect.address)
        let answer = AuthorizationResponse(state: state, code: "code-1")
        let other = try await trips.redirectToProvider()
        for ticket in [nil, "", "nonsense", other.ticket, String(redirect.ticket.dropLast(4)) + "AAAA"] {
            await #expect(throws: SignInFailure.stale) {
                try await trips.federation.proven(from: "clinic", answer, ticket: ticket)
            }
        }
        await #expect(throws: SignInFailure.stale) {
            try await trips.federation.proven(
                from: "clinic", AuthorizationResponse(state: nil, code: "code-1"), ticket: redirect.ticket)
        }
        // The ticket was made for another provider.
        await #expect(throws: SignInFailure.stale) {
            try await trips.federation.proven(from: "other", answer, ticket: redirect.ticket)
        }
        #expect(trips.provider.count("/token") == 0)
        #expect(
            try await trips.federation.proven(from: "clinic", answer, ticket: redirect.ticket).identity
                .provider
                == "clinic")
    }

    @Test func `a browser may come back to another node with the same keys`() async throws {
        let (old, new) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let first = try Trips(seal: TicketSeal { [old] })
        let redirect = try await first.redirectToProvider()
        let state = try first.provider.agree(to: redirect.address)
        let answer = AuthorizationResponse(state: state, code: "code-1")
        let stranger = try Trips(first.provider, seal: TicketSeal { [new] })
        await #expect(throws: SignInFailure.stale) {
            try await stranger.federation.proven(from: "clinic", answer, ticket: redirect.ticket)
        }
        // The other node has a newer key, too.
        let second = try Trips(first.provider, seal: TicketSeal { [new, old] })
        let proven = try await second.federation.proven(from: "clinic", answer, ticket: redirect.ticket)
        #expect(proven.identity.provider == "clinic")
        let registration = try second.federation.registration(of: proven)
        #expect(stranger.federation.registration(in: registration)?.identity == proven.identity)
        #expect(first.federation.registration(in: registration) == nil)
    }

    @Test func `a ticket is good for ten minutes`() async throws {
        let trips = try Trips()
        let redirect = try await trips.redirectToProvider()
        let state = try trips.provider.agree(to: redirect.address)
        trips.clock.advance(601)
        await #expect(throws: SignInFailure.stale) {
            try await trips.federation.proven(
                from: "clinic", AuthorizationResponse(state: state, code: "code-1"), ticket: redirect.ticket)
        }
    }

    @Test func `a ticket for one purpose is not valid for another`() async throws {
        let trips = try Trips()
        let redirect = try await trips.redirectToProvider()
        #expect(trips.federation.registration(in: redirect.ticket) == nil)
        let proven = try await trips.completeSignIn()
        let registration = try trips.federation.registration(of: proven)
        #expect(trips.federation.registration(in: registration)?.identity == proven.identity)
        trips.clock.advance(1_801)
        #expect(trips.federation.registration(in: registration) == nil)
    }

    @Test func `a ticket cannot be read`() async throws {
        let trips = try Trips()
        let ticket = try trips.federation.registration(of: try await trips.completeSignIn())
        let bytes = Data(base64Encoded: padded(ticket)) ?? Data()
        #expect(bytes.count > 100)
        #expect(bytes.range(of: Data("anna".utf8)) == nil)
        #expect(bytes.range(of: Data("person".utf8)) == nil)
    }

    private func padded(_ text: String) -> String {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        return plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    }

    @Test func `another issuer's answer is refused before its code is sent to anybody`() async throws {
        let trips = try Trips()
        #expect(await trips.failure(issuer: "https://evil.example") == .stale)
        #expect(await trips.failure(issuer: PlayedProvider.issuer) == nil)
        let careful = try Trips()
        careful.provider.say("authorization_response_iss_parameter_supported", "true")
        #expect(await careful.failure() == .stale)
        #expect(careful.provider.count("/token") == 0)
        #expect(await careful.failure(issuer: PlayedProvider.issuer) == nil)
    }

    @Test func `a code stolen from another browser is worthless`() async throws {
        let trips = try Trips()
        let victim = try await trips.redirectToProvider()
        _ = try trips.provider.agree(to: victim.address)
        // The thief presents the victim's code with the ticket and the state of their own sign-in.
        let thief = try await trips.redirectToProvider()
        let state = try #require(
            URLComponents(string: thief.address)?.queryItems?.first { $0.name == "state" }?.value)
        await #expect(throws: SignInFailure.refused("the answer to the code: invalid_grant")) {
            try await trips.federation.proven(
                from: "clinic", AuthorizationResponse(state: state, code: "code-1"), ticket: thief.ticket)
        }
    }

    @Test(arguments: [
        ("access_denied", SignInFailure.denied), ("consent_required", .denied),
        ("server_error", .refused("server_error")), ("<b>x</b>", .refused("an error")),
    ])
    func `an error from the provider is reported by its kind`(error: String, failure: SignInFailure)
        async throws
    {
        let trips = try Trips()
        #expect(await trips.failure(error: error) == failure)
        #expect(trips.provider.count("/token") == 0)
    }

    @Test func `an answer with neither code nor error is refused`() async throws {
        let trips = try Trips()
        let redirect = try await trips.redirectToProvider()
        let state = try trips.provider.agree(to: redirect.address)
        await #expect(throws: SignInFailure.unusable("there is no code")) {
            try await trips.federation.proven(
                from: "clinic", AuthorizationResponse(state: state, code: nil), ticket: redirect.ticket)
        }
    }

    @Test func `an unknown provider is refused`() async throws {
        let trips = try Trips()
        await #expect(throws: SignInFailure.unknownProvider) {
            try await trips.federation.redirect(
                to: "nobody", returningTo: Trips.callback, for: SignInPurpose(returnPath: "/"))
        }
    }
}
