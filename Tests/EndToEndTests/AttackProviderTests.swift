import Foundation
import SampleTesting
import Testing

/// A provider of identities that lies to the running service; `lying_provider.py` plays it.
@Suite(.timeLimit(.minutes(20))) struct AttackProviderTests {
    /// How a token lies, and what the log says of it.
    private static let tokens = [
        ("issuer", "TokenFlaw.issuer"), ("audience", "TokenFlaw.audience"),
        ("audiences", "TokenFlaw.authorizedParty"), ("nonce", "TokenFlaw.nonce"),
        ("no-nonce", "TokenFlaw.nonce"),
        ("expired", "TokenFlaw.expired"), ("old", "TokenFlaw.old"), ("none", "TokenFlaw.notAToken"),
        ("shared-secret", "TokenFlaw.algorithm"), ("another-key", "TokenFlaw.signature"),
        ("own-key", "TokenFlaw.signature"), ("subject", "TokenFlaw.subject"),
        ("huge", "the answer is longer than 262144 bytes"),
    ]

    /// How metadata lie, and what the log says of it.
    private static let metadata = [
        ("redirecting", "status 302"), ("huge", "the answer is longer than 262144 bytes"), ("slow", "late"),
        ("impostor", "those of another issuer"), ("no-document", "not the JSON document"),
    ]

    private func definitions(_ provider: PythonServer) -> String {
        let all = (["honest"] + Self.metadata.map(\.0)).map {
            #"{"id":"\#($0)","name":"\#($0)","issuer":"\#(provider.greeting)/\#($0)","clientID":"breathe"}"#
        }
        return #"{"providers":[\#(all.joined(separator: ","))]}"#
    }

    /// A browser's way back from the provider with a code that says how the token lies.
    private func returned(_ service: RunningService, with code: String) async throws -> Answer {
        let begun = try await service.get("/auth/honest")
        try #require(begun.status == 303, "\(begun.text)")
        let page = try #require(begun.header("Location").flatMap { URLComponents(string: $0) })
        let query = Dictionary(
            (page.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        let cookie = try #require(begun.header("Set-Cookie")?.split(separator: ";").first)
        let (state, nonce) = (query["state"] ?? "", query["nonce"] ?? "")
        return try await service.get(
            "/auth/honest/callback?state=\(state)&code=\(code).\(nonce)", headers: ["Cookie": String(cookie)])
    }

    /// The line that the service has logged last about a provider.
    private func lastWords(_ service: RunningService) async throws -> String {
        let files = try FileManager.default.contentsOfDirectory(
            at: service.workspace.folder, includingPropertiesForKeys: nil)
        let log = try #require(files.first { $0.pathExtension == "log" })
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        return lines.last { $0.contains("provider failed") }.map(String.init) ?? ""
    }

    @Test func `a provider that lies signs nobody in, and the log says how it lied`() async throws {
        let provider = try await PythonServer("lying_provider.py")
        try await Workspace.temporary { workspace in
            let environment = [
                "BREATHE_OUTBOUND_ALLOW": "localhost", "BREATHE_OUTBOUND_TIMEOUT": "10",
                "BREATHE_IDENTITY_PROVIDERS": try workspace.file("providers.json", definitions(provider)),
            ]
            try await RunningService.during(workspace, environment: environment, logLevel: "warning") {
                service in
                let honest = try await returned(service, with: "honest")
                #expect(honest.status == 303 && honest.header("Location") == "/sign-up?registration")
                for (lie, words) in Self.tokens {
                    let answer = try await returned(service, with: lie)
                    expect(answer, 502, "provider-failed")
                    #expect(answer.header("Set-Cookie") == nil, "\(lie)")
                    let said = try await lastWords(service)
                    #expect(said.contains(words), "\(lie): \(said)")
                }
                for (lie, words) in Self.metadata {
                    let answer = try await service.get("/auth/\(lie)")
                    expect(answer, 502, "provider-failed")
                    #expect(answer.header("Location") == nil && answer.header("Set-Cookie") == nil, "\(lie)")
                    let said = try await lastWords(service)
                    #expect(said.contains(words), "\(lie): \(said)")
                }
                // A lie costs the others nothing, and a redirect was not followed.
                #expect(try await returned(service, with: "honest").status == 303)
            }
        }
        let paths = provider.lines.map { String(decoding: $0, as: UTF8.self) }
        #expect(paths.filter { $0.contains("honest/.well-known") }.count == 1)
    }
}
