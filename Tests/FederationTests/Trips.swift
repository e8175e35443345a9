import Federation
import Foundation
import Synchronization
import Testing

/// A clock that tests set.
final class PlayedClock: Sendable {
    private let time = Mutex(Date())
    var now: Date { time.withLock { $0 } }
    func advance(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }
}

/// Providers from the text of an operator's file.
func definitions(_ json: String, environment: [String: String] = [:]) throws -> ProviderDefinitions {
    let folder = FileManager.default.temporaryDirectory.appending(path: "providers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("s3cret\n".utf8).write(to: folder.appending(path: "clinic.secret"))
    let file = folder.appending(path: "providers.json")
    try Data(json.utf8).write(to: file)
    return try ProviderDefinitions(file: file, environment: environment)
}

/// One person, one browser, one provider.
struct Trips {
    let provider: PlayedProvider
    let clock = PlayedClock()
    let federation: FederatedSignIn
    static let callback = "https://air.example/auth/clinic/callback"

    init(_ provider: PlayedProvider = PlayedProvider(), seal: TicketSeal = TicketSeal()) throws {
        self.provider = provider
        let known = try definitions(
            """
            {"providers": [
              {"id": "clinic", "name": "City Clinic", "issuer": "https://login.example", "clientID": "breathe",
               "secretVariable": "SECRET"},
              {"id": "other", "name": "Other", "issuer": "https://login.example", "clientID": "breathe"}
            ]}
            """, environment: ["SECRET": PlayedProvider.secret])
        federation = FederatedSignIn(known, transport: provider, seal: seal, now: { [clock] in clock.now })
    }

    func redirectToProvider(_ purpose: SignInPurpose = SignInPurpose(returnPath: "/")) async throws
        -> ProviderRedirect
    {
        try await federation.redirect(to: "clinic", returningTo: Self.callback, for: purpose)
    }

    /// The complete sign-in of a person who consents.
    func completeSignIn(issuer: String? = nil, error: String? = nil) async throws -> ProviderSignIn {
        let redirect = try await redirectToProvider(SignInPurpose(returnPath: "/account"))
        let state = try provider.agree(to: redirect.address)
        return try await federation.proven(
            from: "clinic",
            AuthorizationResponse(
                state: state, code: error == nil ? "code-1" : nil, error: error, issuer: issuer),
            ticket: redirect.ticket)
    }

    /// The failure of a complete sign-in.
    func failure(issuer: String? = nil, error: String? = nil) async -> SignInFailure? {
        do {
            _ = try await completeSignIn(issuer: issuer, error: error)
            return nil
        } catch {
            return error as? SignInFailure
        }
    }
}
