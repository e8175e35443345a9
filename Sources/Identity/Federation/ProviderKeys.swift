import Foundation
import JWTKit

/// The keys of a provider, fetched when they are needed.
///
/// A token with a key of a name that is not known makes them be fetched anew, for providers change their keys; but once a
/// minute at most, so that invented names cost the provider nothing.
struct ProviderKeys: Sendable {
    /// Keys are looked at anew each hour, so that one that was withdrawn is not believed for longer.
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
