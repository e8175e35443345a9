import Crypto
import Foundation
import People
import SampleTesting
import Storage
import Testing

@testable import Authentication

private struct StoredCredentials: CredentialStore {
    let store: SQLiteStore

    func credential(_ id: String) async throws -> Credential? { try await store.credential(id) }
    func hasConsent(to purpose: Consent.Purpose, of account: Account.ID) async throws -> Bool {
        try await store.hasConsent(to: purpose, of: account)
    }
    func session(_ id: String) async throws -> StoredSession? { try await store.session(id) }
    func renew(_ id: Session.ID, from former: Data, to hash: Data, at now: Date) async throws -> Bool {
        try await store.renew(id, from: former, to: hash, at: now)
    }
}

@Suite struct SecretTests {
    private let anna = Principal.account(Account.ID(rawValue: 1))

    @Test func `a secret has its prefix, a public part and 256 bits`() {
        for (principal, prefix) in [(anna, "bea"), (Principal.station("basel"), "bes")] {
            for _ in 0..<100 {
                let secret = Secret(for: principal)
                let form = /(be[as])_([0-9a-f]{16})_([A-Za-z0-9_-]{43})/
                let match = secret.text.wholeMatch(of: form)
                #expect(match.map { String($0.1) } == prefix, "\(secret.text)")
                #expect(match.map { String($0.2) } == secret.credential.id)
                #expect(secret.credential.principal == principal)
            }
        }
    }

    @Test func `ten thousand secrets are all different`() {
        let secrets = (0..<10_000).map { _ in Secret(for: anna) }
        #expect(Set(secrets.map(\.text)).count == 10_000)
        #expect(Set(secrets.map(\.credential.id)).count == 10_000)
        #expect(Set(secrets.map(\.credential.hash)).count == 10_000)
    }

    @Test func `only the hash of the secret part is stored`() throws {
        let secret = Secret(for: anna)
        let part = secret.text.dropFirst("bea_0123456789abcdef_".count)
        #expect(part.utf8.count == 43)
        #expect(secret.credential.hash == Data(SHA256.hash(data: Data(part.utf8))))
        let kept = "\(secret.credential.id) \(secret.credential.hash.base64EncodedString())"
        #expect(!kept.contains(part))
    }

    @Test(arguments: [
        "", "_", "__", "bea", "bea_0123456789abcdef", "bea_0123456789abcdef_",
        "bex_0123456789abcdef_" + String(repeating: "A", count: 43),
        "bea_0123456789abcde_" + String(repeating: "A", count: 43),
        "bea_0123456789abcdef_" + String(repeating: "A", count: 42),
        "bea_0123456789abcdef_" + String(repeating: "A", count: 44),
        " bea_0123456789abcdef_" + String(repeating: "A", count: 43),
        "bea-0123456789abcdef-" + String(repeating: "A", count: 43),
    ])
    func `a malformed text is not a secret`(text: String) {
        #expect(Secret.parts(of: text) == nil)
    }

    @Test func `a secret part may contain underscores`() throws {
        let part = String(repeating: "_", count: 43)
        let parts = try #require(Secret.parts(of: "bes_0123456789abcdef_\(part)"))
        #expect(parts.id == "0123456789abcdef" && parts.secret == part)
    }
}

@Suite struct AuthenticatorTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    private let authenticator: Authenticator
    private let anna: Principal

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("store.sqlite"))
        try await store.add([.sample()])
        anna = .account(try #require(try await store.addAccount(named: "anna", at: noon)).id)
        authenticator = Authenticator(store: StoredCredentials(store: store))
    }

    private func issued(_ principal: Principal) async throws -> Secret {
        let secret = Secret(for: principal)
        try await store.add(secret.credential, at: noon)
        return secret
    }

    @Test func `a secret proves its owner`() async throws {
        for principal in [anna, .station("basel")] {
            let secret = try await issued(principal)
            #expect(try await authenticator.principal(bearing: secret.text) == principal)
        }
    }

    @Test func `an account may have several secrets`() async throws {
        for _ in 0..<3 {
            let secret = try await issued(anna)
            #expect(try await authenticator.principal(bearing: secret.text) == anna)
        }
    }

    @Test func `a secret with any one character changed proves nothing`() async throws {
        let secret = try await issued(.station("basel")).text
        for place in secret.indices where place >= secret.index(secret.startIndex, offsetBy: 4) {
            var changed = secret
            changed.replaceSubrange(place...place, with: secret[place] == "a" ? "b" : "a")
            #expect(try await authenticator.principal(bearing: changed) == nil, "\(changed)")
        }
        for changed in [secret.uppercased(), String(secret.dropLast()), secret + "a", "\(secret) ", ""] {
            #expect(try await authenticator.principal(bearing: changed) == nil, "\(changed)")
        }
    }

    @Test func `the secret part of one does not match the public part of another`() async throws {
        let (first, second) = (try await issued(anna), try await issued(.station("basel")))
        let mixed = first.text.prefix(21) + second.text.dropFirst(21)
        #expect(try await authenticator.principal(bearing: String(mixed)) == nil)
    }

    @Test func `an unknown secret proves nothing`() async throws {
        #expect(try await authenticator.principal(bearing: Secret(for: anna).text) == nil)
    }
}
