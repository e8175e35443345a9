import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import NIOCore
import People

/// Administration: opening accounts for others, renaming and deleting them.
///
/// Nobody chooses a password for somebody else: the answer to an opening has a link with which the owner chooses
/// it. Such an account has no consents yet, because nobody gives these for somebody else, either.
struct AccountKeepingRoutes: Sendable {
    let signInService: any SigningIn
    let administration: any AccountStore
    let accountClosing: any AccountClosing
    let environment: APIEnvironment

    private struct Opened: Encodable {
        let name: String
        /// Where the owner chooses a password, once.
        let link: String
        let ends: Date
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(.post, "/v1/administration/accounts", .administrator, handler: open),
            Endpoint(.patch, "/v1/accounts/{account}", .administrator, handler: rename),
            Endpoint(.delete, "/v1/accounts/{account}", .administrator, handler: delete),
        ]
    }

    private func read<Body: StrictDocument>(_ type: Body.Type, _ request: Request) async throws -> Body {
        let body = Data(try await request.bytes(upTo: BodyLimits.account).readableBytesView)
        return try JSON.decodeStrictly(type, from: body)
    }

    private static var done: Response {
        Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func open(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let wish = try await read(AccountOpening.self, request).checked(signInService.isAddress)
        let account = try await signInService.openAccount(wish)
        let invitation = try await signInService.invitation(for: account.id, by: .administrator)
        let link = "\(environment.base(of: request))/reset-password#\(invitation.secret)"
        return try JSON.response(
            Opened(name: account.name, link: link, ends: invitation.ends), status: .created,
            headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func rename(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let name = try await read(AccountRenaming.self, request).checked()
        let account = try await administration.account(at: context)
        try await administration.rename(account.id, to: name, by: .administrator, at: environment.now())
        return Self.done
    }

    @Sendable private func delete(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let deletion = try await read(AccountRemoval.self, request)
        let account = try await administration.account(at: context)
        guard account.id != context.account
        else { throw Problem(.forbidden, "Your own account is deleted by DELETE /v1/me.") }
        guard deletion.confirm == account.name else {
            throw Problem(
                .unconfirmed,
                errors: [Problem.Detail(pointer: "/confirm", detail: "This is the name of the account.")])
        }
        try await accountClosing.delete(account.id, by: context.account, at: environment.now())
        return Self.done
    }
}

extension AccountStore {
    /// The account that the path names.
    ///
    /// - Throws: A problem if there is none.
    func account(at context: BreatheContext) async throws -> Account {
        guard let name = context.parameters.get("account")?.removingPercentEncoding,
            let account = try await account(named: name)
        else { throw Problem(.unknownAccount) }
        return account
    }
}

/// `POST /v1/administration/accounts`.
private struct AccountOpening: StrictDocument {
    static let members: Set = ["username", "email"]

    let username: String
    let email: String?

    /// - Throws: One ``Problem`` that names every mistake.
    func checked(_ isAddress: (String) -> Bool) throws -> NewAccount {
        var mistakes = Mistakes(.invalidAccount)
        if !AccountRules.isName(username) { mistakes.note("/username", AccountText.name) }
        if let email, !isAddress(email) { mistakes.note("/email", AccountText.address) }
        try mistakes.check()
        return NewAccount(name: username, address: email, opener: .administrator)
    }
}

/// `PATCH /v1/accounts/{account}`.
private struct AccountRenaming: StrictDocument {
    static let members: Set = ["username"]

    let username: String

    func checked() throws -> String {
        var mistakes = Mistakes(.invalidAccount)
        if !AccountRules.isName(username) { mistakes.note("/username", AccountText.name) }
        try mistakes.check()
        return username
    }
}

/// `DELETE /v1/accounts/{account}`: its name again, so that no slip deletes an account.
private struct AccountRemoval: StrictDocument {
    static let members: Set = ["confirm"]

    let confirm: String
}
