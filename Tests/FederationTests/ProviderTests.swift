import Federation
import Foundation
import Testing

/// What providers get wrong, and how often they are called.
@Suite struct ProviderTests {
    @Test(arguments: ["/.well-known/openid-configuration", "/keys", "/token"])
    func `each failure of a provider has its kind`(path: String) async throws {
        let answers: [(ProviderAnswer, String)] = [
            (.late, "late"), (.unreachable("no connection"), "unreachable"),
            (.unusable("the answer is of the type “text/html”"), "unusable"),
            (.answered(status: 500, body: Data("oops".utf8)), "refused"),
            (.answered(status: 200, body: Data("<html>".utf8)), "unusable"),
            (PlayedProvider.document("{}"), "unusable"), (PlayedProvider.document("[]"), "unusable"),
        ]
        for (answer, word) in answers {
            let trips = try Trips()
            trips.provider.answer(path, with: answer)
            #expect(await trips.failure()?.word == word, "\(answer)")
        }
    }

    @Test func `metadata of another issuer are refused`() async throws {
        for other in ["https://evil.example", "https://login.example/", "HTTPS://login.example"] {
            let trips = try Trips()
            trips.provider.say("issuer", "\"\(other)\"")
            #expect(await trips.failure() == .unusable("the metadata are those of another issuer"))
        }
    }

    @Test(arguments: ["token_endpoint", "jwks_uri", "authorization_endpoint", "userinfo_endpoint"])
    func `an address without TLS is refused`(member: String) async throws {
        let trips = try Trips()
        trips.provider.say(member, #""http://login.example/x""#)
        #expect(await trips.failure() == .unusable("the metadata name an address without TLS"))
    }

    @Test func `metadata and keys are requested once an hour`() async throws {
        let trips = try Trips()
        for _ in 0..<3 { _ = try await trips.completeSignIn() }
        #expect(trips.provider.count("/.well-known/openid-configuration") == 1)
        #expect(trips.provider.count("/keys") == 1)
        trips.clock.advance(3_601)
        _ = try await trips.redirectToProvider()
        #expect(trips.provider.count("/.well-known/openid-configuration") == 2)
    }

    @Test func `an unknown key makes the keys be requested again, at most once a minute`()
        async throws
    {
        let trips = try Trips()
        _ = try await trips.completeSignIn()
        trips.provider.issue { try await SigningKeys.shared.token($0, .rs256, kid: "new") }
        for _ in 0..<5 { #expect(await trips.failure() == .forged(.unknownKey)) }
        #expect(trips.provider.count("/keys") == 1)
        trips.clock.advance(61)
        trips.provider.issue { claims in
            var claims = claims
            (claims.iat, claims.exp) = ((claims.iat ?? 0) + 61, (claims.exp ?? 0) + 61)
            return try await SigningKeys.shared.token(claims, .rs256, kid: "new")
        }
        trips.provider.show(keys: [SigningKeys.shared.rsaKey("new")])
        #expect(await trips.failure() == nil)
        #expect(trips.provider.count("/keys") == 2)
    }

    @Test func `a provider that is down is not called again and again`() async throws {
        let trips = try Trips()
        trips.provider.answer("/.well-known/openid-configuration", with: .late)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { #expect(await trips.failure() == .late) } }
        }
        #expect(trips.provider.count("/.well-known/openid-configuration") == 1)
        trips.clock.advance(6)
        trips.provider.answer("/.well-known/openid-configuration", with: nil)
        #expect(await trips.failure() == nil)
    }

    @Test func `facts missing in the token come from its userinfo endpoint, for the same person`()
        async throws
    {
        let trips = try Trips()
        trips.provider.say("userinfo_endpoint", #""https://login.example/me""#)
        trips.provider.issue { claims in
            var claims = claims
            (claims.email, claims.email_verified, claims.name) = (nil, nil, nil)
            return try await SigningKeys.shared.token(claims, .rs256)
        }
        trips.provider.answer(
            "/me",
            with: PlayedProvider.document(
                #"{"sub":"person-7","email":"a@b.example","email_verified":"true"}"#))
        let identity = try await trips.completeSignIn().identity
        #expect(identity.email == "a@b.example")
        #expect(identity.isEmailVerified)
        #expect(trips.provider.lastHeaders["authorization"] == "Bearer at-1")
        trips.provider.answer(
            "/me", with: PlayedProvider.document(#"{"sub":"person-8","email":"a@b.example"}"#))
        #expect(await trips.failure() == .forged(.subject))
    }

    @Test func `an address with deceptive characters is not used`() {
        let longest = String(repeating: "a", count: 255)
        for address in ["a\n@b.example", "a\u{202E}@b.example", "a@b.example\u{0}", "\u{FEFF}", "", longest] {
            let identity = ProvenIdentity(
                provider: "p", subject: "s", email: address, isEmailVerified: true, name: nil)
            #expect(identity.email == nil)
            #expect(!identity.isEmailVerified)
        }
    }
}
