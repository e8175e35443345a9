import Allergens
import Foundation
import HTTP
import People

/// The account's details, sign-in methods and consents.
extension PersonalExport {
    /// The account as its owner sees it, without what belongs to a single request.
    private struct AccountEntry: Encodable {
        let name: String
        let email: String?
        let emailVerified: Date?
        let dateOfBirth: String?
        let hasPassword: Bool
        let roles: [String]
        /// The chosen drawn picture; an uploaded one is a file of its own.
        let picture: String?

        init(_ login: Login) {
            name = login.account.name
            email = login.address
            emailVerified = login.verified
            dateOfBirth = login.birth?.description
            hasPassword = login.password != nil
            roles = login.roles.map(\.description).sorted()
            if case .drawn(let drawn) = login.picture { picture = drawn } else { picture = nil }
        }
    }

    mutating func addAccount() async throws {
        guard let login = try await sources.signInService.login(of: account) else {
            throw Problem(.unauthorized)
        }
        try add("account", AccountEntry(login))
        if let png = try await sources.signInService.portrait(of: account) { try add("picture.png", png) }
    }

    /// Sessions, tokens, identities and channels, without their secrets.
    mutating func addWays() async throws {
        let sessions = try await sources.signInService.sessions(of: account)
        try add("sessions", sessions.map { SessionWire($0, current: nil) })
        try add(
            "tokens", try await sources.signInService.tokens(of: account).map { TokenWire($0, current: "") })
        try add("identities", try await sources.signInService.identities(of: account).map(IdentityWire.init))
        try add("channels", try await sources.channels.channels(of: account).map { ChannelAnswer($0) })
    }

    mutating func addRecords() async throws {
        try add("messages", try await sources.messageStore.messages(of: account).map(MessageAnswer.init))
        let consents = try await sources.personalRecords.consents(of: account)
        try add("consents", consents.map(ConsentAnswer.init))
        let columns = ["purpose", "version", "source", "given", "withdrawn"]
        try add("consents", consents, columns: columns) { consent in
            [
                consent.purpose.rawValue, "\(consent.version)", consent.source.rawValue, consent.given.text,
                consent.withdrawn?.text,
            ]
        }
        let size = PrivacyRoutes.pageSize
        let audit = try await all(from: .max, pageSize: size) { last in
            try await sources.personalRecords.audit(of: account, before: last, limit: size)
        } next: {
            $0.number
        }
        try add("audit", audit.map(AuditAnswer.init))
        try add("audit", audit, columns: ["act", "actor", "object", "at"]) { entry in
            [entry.act.rawValue, entry.actor.rawValue, entry.object, entry.created.text]
        }
    }
}

extension Date {
    /// The same form as in JSON (RFC 3339).
    var text: String { formatted(.iso8601) }
}
