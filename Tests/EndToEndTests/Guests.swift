import Authentication
import Foundation
import Observations
import People
import Server
import Storage
import Testing

/// Accounts and keys made in the tests' own process, because starting the program for each
/// of many would take too long.
extension Workspace {
    /// The parts of the network, on the database of the workspace.
    func network() throws -> Network {
        try Network(
            ServerConfiguration(
                flags: [.database: database.path, .resources: Program.root.path], environment: [:]))
    }
}

extension Network {
    /// Opens an account with every consent and with roles such as `operator:basel`, and returns its token.
    func guest(_ name: String, _ roles: String...) async throws -> String {
        let token = try await createAccount(named: name, address: nil, at: Date())
        for text in roles {
            let role = try #require(Role(text))
            try await grant(role.kind, of: role.station, to: name, at: Date())
        }
        return token
    }

    /// Opens a session for an account, as after a successful sign-in.
    func session(of name: String, _ kind: Session.Kind) async throws -> OpenedSession {
        let service = SignInService(
            logins: logins, sessions: store, hasher: PasswordHasher(logarithm: 10), mailing: nil,
            now: { Date() })
        return try await service.openSession(for: account(named: name).id, kind: kind, device: "")
    }

    /// Makes a key for a station.
    func key(of station: String) async throws -> (id: String, secret: String) {
        try await StationKeyService(store: store)
            .makeKey(for: try #require(Station.ID(rawValue: station)), at: Date())
    }
}
