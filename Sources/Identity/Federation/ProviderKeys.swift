import Foundation
import JWTKit

/// The keys of a provider, fetched when needed.
///
/// A token with an unknown key name triggers a new fetch, because providers change their keys. That happens
/// at most once a minute, so that invented names cost the provider nothing.
struct ProviderKeys: Sendable {
    /// Keys are fetched anew each hour, so that a withdrawn key is not trusted for longer.
    private static let lifetime: TimeInterval = 3_600
    private static let pause: TimeInterval = 60

    let transport: any ProviderTransport
    private let copy = ExpiringCopy<KeySet>()

    init(transport: any ProviderTransport) { self.transport = transport }

    func keys(for token: IDToken, at address: URL, now: Date) async throws(SignInFailure) -> [JWK] {
        let known = try await keySet(at: address, fetchedSince: now - Self.lifetime, now)
        let keys = known.keys(named: token.keyName, for: token.algorithm)
        if !keys.isEmpty { return keys }
        return try await keySet(at: address, fetchedSince: now - Self.pause, now)
            .keys(named: token.keyName, for: token.algorithm)
    }

    private func keySet(
        at address: URL, fetchedSince oldest: Date, _ now: Date
    ) async throws(SignInFailure) -> KeySet {
        try await copy.value(fetchedSince: oldest, at: now) { () throws(SignInFailure) in
            try await transport.document(KeySet.self, from: ProviderRequest(address), called: "the keys")
        }
    }
}
