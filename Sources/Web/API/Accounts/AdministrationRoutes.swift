import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import People

/// Administration: finding accounts by name and role, granting and revoking roles, suspending accounts.
///
/// Administrators see neither addresses nor watched allergens, and the owners of accounts can see each
/// access.
struct AdministrationRoutes: Sendable {
    let personalRecords: any PersonalRecords
    let administration: any AccountStore
    let environment: APIEnvironment

    /// Accounts on one page.
    private static let pageLimit = 100

    var endpoints: [Endpoint] {
        [
            Endpoint(.get, "/v1/accounts", .administrator, handler: list),
            Endpoint(.get, "/v1/administration/roles", .administrator, handler: roles),
            Endpoint(.put, "/v1/accounts/{account}/roles/{role}", .administrator, handler: grant),
            Endpoint(.delete, "/v1/accounts/{account}/roles/{role}", .administrator, handler: revoke),
            Endpoint(.put, "/v1/accounts/{account}/suspension", .administrator) { request, context in
                try await suspend(true, context)
            },
            Endpoint(.delete, "/v1/accounts/{account}/suspension", .administrator) { request, context in
                try await suspend(false, context)
            },
        ]
    }

    private struct Entry: Encodable {
        let name: String
        let created: Date
        let suspended: Date?
        let roles: [String]
    }

    private struct Page: Encodable {
        let accounts: [Entry]
        /// The value of `after` for the next page; absent on the last.
        let next: String?
    }

    @Sendable private func list(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let entries = try await administration.accounts(
            beginning: request.words("name") ?? "", having: try request.role(), after: request.text("after"),
            limit: Self.pageLimit + 1)
        let page = entries.prefix(Self.pageLimit)
        try await personalRecords.note(
            .inspected, of: page.map(\.account.id), by: .administrator, object: nil, at: environment.now())
        return try JSON.response(
            Page(
                accounts: page.map {
                    Entry(
                        name: $0.account.name, created: $0.created, suspended: $0.suspended,
                        roles: $0.roles.map(\.description).sorted())
                }, next: entries.count > page.count ? page.last?.account.name : nil),
            headers: [.cacheControl: Freshness.personal])
    }

    private struct RoleList: Encodable {
        struct Entry: Encodable {
            let role: String
            let accounts: Int
        }

        let roles: [Entry]
    }

    @Sendable private func roles(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let counts = try await administration.roleCounts()
        return try JSON.response(
            RoleList(
                roles: Role.Kind.allCases.map {
                    RoleList.Entry(role: $0.rawValue, accounts: counts[$0] ?? 0)
                }),
            headers: [.cacheControl: Freshness.personal])
    }

    private func account(_ context: BreatheContext) async throws -> Account.ID {
        try await administration.account(at: context).id
    }

    private func role(_ context: BreatheContext) throws -> Role {
        guard let role = context.parameters.get("role")?.removingPercentEncoding.flatMap({ Role($0) }) else {
            throw Problem(
                .unknownRole, "A role is expert, moderator, researcher, administrator or operator:{station}.")
        }
        return role
    }

    private static var done: Response {
        Response(status: .noContent, headers: [.cacheControl: Freshness.personal])
    }

    @Sendable private func grant(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let role = try role(context)
        try await administration.grant(role, to: account(context), by: .administrator, at: environment.now())
        return Self.done
    }

    @Sendable private func revoke(_ request: Request, _ context: BreatheContext) async throws -> Response {
        let role = try role(context)
        guard
            try await administration.revoke(
                role, from: account(context), by: .administrator, at: environment.now())
        else { throw Problem(.unknownRole) }
        return Self.done
    }

    private func suspend(_ isSuspended: Bool, _ context: BreatheContext) async throws -> Response {
        let account = try await account(context)
        guard !isSuspended || account != context.account
        else { throw Problem(.forbidden, "Nobody suspends their own account.") }
        try await administration.setSuspended(isSuspended, account, by: .administrator, at: environment.now())
        return Self.done
    }
}

extension Request {
    /// The role of the accounts that are wanted, whatever the station of an operator.
    fileprivate func role() throws -> Role.Kind? {
        guard let text = text("role") else { return nil }
        guard let kind = Role.Kind(rawValue: text)
        else {
            throw Problem.parameter(
                "role", "role is one of \(Role.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return kind
    }
}
