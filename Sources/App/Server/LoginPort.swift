import API
import Authentication
import Delivery
package import Foundation
import HTTP
import Logging
import Mail
import People
import ServiceLifecycle
import Storage

extension SQLiteLoginStore: LoginStore {}
extension SQLiteStore: SessionStore {}
extension AccountMailer: AccountMailing {}
extension SignInService: LoginOffice {
    /// Whether a text is a valid e-mail address.
    package func isAddress(_ text: String) -> Bool { MailAddress(text) != nil }

    /// Makes a portrait of an uploaded picture.
    package func portrait(from file: Data) async throws -> Data {
        try await PortraitService.shared.portrait(of: file)
    }
}

/// Connects the routes to the administration of accounts.
struct AdministrationPort: AccountAdministration {
    let network: Network

    func account(named name: String) async throws -> Account? {
        try await network.store.account(named: name)
    }

    func accounts(beginning prefix: String, after last: String?, limit: Int) async throws -> [AccountEntry] {
        try await network.store.accounts(beginning: prefix, after: last, limit: limit)
    }

    func grant(_ role: Role, to account: Account.ID, at now: Date) async throws {
        try await network.store.grant(role, to: account, by: .administrator, at: now)
    }

    func revoke(_ role: Role, from account: Account.ID, at now: Date) async throws -> Bool {
        try await network.store.revoke(role, from: account, by: .administrator, at: now)
    }

    func setSuspended(_ isSuspended: Bool, _ account: Account.ID, at now: Date) async throws {
        try await network.store.setSuspended(isSuspended, account, by: .administrator, at: now)
        if isSuspended { network.hub.close(account) }
    }
}

/// Runs the tasks that sign-in defers until after the response.
struct SignInTaskService: Service {
    let desk: SignInService

    func run() async throws {
        await withGracefulShutdownHandler {
            await desk.work()
        } onGracefulShutdown: {
            desk.close()
        }
    }
}

/// Writes the last uses of sessions and tokens to the store, and removes expired ones.
struct SessionUseService: Service {
    /// The longest delay before a use is written.
    static let interval = Duration.seconds(60)

    let store: SQLiteStore
    let visits: CredentialUses
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                await write()
            }
        }
        await write()
    }

    private func write() async {
        do {
            try await store.noteVisits(visits.take())
            try await store.forgetSignIns(at: Date())
        } catch {
            // Nothing depends on it, and the next use is recorded again.
            logger.warning("uses of sessions not noted", metadata: ["error": "\(error)"])
        }
    }
}

extension SessionCookies {
    /// Chooses the cookies of the site.
    ///
    /// They are protected by TLS, either a proxy's or this service's own. Without TLS, the choice depends on
    /// whether only this machine can reach the service.
    init(_ configuration: ServerConfiguration) {
        let isHere = ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
        let isSecure =
            configuration.publicAddress?.isSecure == true || configuration.transport.certificate != nil
        self.init(isSecure ? .secure : isHere ? .machine : .open, address: configuration.publicAddress?.text)
    }
}
