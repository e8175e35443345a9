import Federation
import Foundation
import Testing

@Suite struct ProviderDefinitionTests {
    private func labels(_ json: String) throws -> [ProviderLabel] {
        FederatedSignIn(try definitions(json), transport: PlayedProvider()).labels
    }

    @Test func `Google needs only a client and its secret`() async throws {
        let known = try definitions(
            #"{"providers":[{"id":"google","preset":"google","clientID":"c","secretFile":"clinic.secret"}]}"#)
        let provider = PlayedProvider()
        let federation = FederatedSignIn(known, transport: provider)
        #expect(federation.labels == [ProviderLabel(id: "google", name: "Google")])
        // The fake provider is another issuer than Google, and is rejected.
        await #expect(throws: SignInFailure.unusable("the metadata are those of another issuer")) {
            try await federation.redirect(
                to: "google", returningTo: "https://x", for: SignInPurpose(returnPath: "/"))
        }
    }

    @Test func `providers keep the order of the file`() throws {
        let labels = try labels(
            """
            {"providers":[
              {"id":"z","name":"Zed","issuer":"https://z.example","clientID":"c"},
              {"id":"a","name":"Ay","issuer":"https://a.example/realm","clientID":"c","scopes":["openid"]}]}
            """)
        #expect(labels.map(\.name) == ["Zed", "Ay"])
    }

    @Test(arguments: [
        ("{}", "the member “providers” is needed"),
        ("[]", "does not hold"),
        (#"{"providers":[{"name":"x"}]}"#, "the member “id” is needed"),
        (#"{"providers":[{"id":"A","clientID":"c"}]}"#, "an id has 1 to 32"),
        (#"{"providers":[{"id":"a","clientID":"c","isuer":"x"}]}"#, "the member “isuer” is unknown"),
        (#"{"providers":[{"id":"a","clientID":"c","name":"A"}]}"#, "issuer is needed"),
        (#"{"providers":[{"id":"a","name":"A","issuer":"https://a.example"}]}"#, "clientID is needed"),
        (#"{"providers":[{"id":"a","clientID":"c","issuer":"https://a.example"}]}"#, "name is needed"),
        (
            #"{"providers":[{"id":"a","clientID":"c","name":"A","issuer":"ftp://a.example"}]}"#,
            "issuer is not"
        ),
        (#"{"providers":[{"id":"a","clientID":"c","preset":"apple"}]}"#, "preset is google or facebook"),
        (#"{"providers":[{"id":"a","clientID":"c","preset":"facebook"}]}"#, "Facebook needs a secret"),
        (
            #"{"providers":[{"id":"a","clientID":"c","preset":"google","secretFile":"none"}]}"#,
            "secretFile cannot"
        ),
        (
            #"{"providers":[{"id":"a","clientID":"c","preset":"google","secretVariable":"X"}]}"#,
            "no variable X"
        ),
        (
            #"{"providers":[{"id":"a","clientID":"c","preset":"google","scopes":["email"]}]}"#,
            "scopes need openid"
        ),
        (
            #"{"providers":[{"id":"a","clientID":"c","preset":"google"},{"id":"a","clientID":"c","preset":"google"}]}"#,
            "two of one id"
        ),
    ])
    func `a mistake in the file is reported`(json: String, words: String) throws {
        do {
            _ = try labels(json)
            Issue.record("\(json) was accepted")
        } catch let mistake as ProviderDefinitions.Mistake {
            #expect(mistake.description.contains(words), "\(mistake)")
        }
    }
}
