import People
import Testing

@testable import API
@testable import HTTP

@Suite struct PermissionTests {
    private func visitor(scopes: Scopes, roles: [String]) -> Visitor {
        Visitor(
            principal: .account(Account.ID(rawValue: 1)), credential: "x", scopes: scopes,
            roles: Set(roles.compactMap { Role($0) }))
    }

    private static let everything = [
        "expert", "moderator", "researcher", "administrator", "operator:basel", "operator:bern",
    ]

    private func passes(_ permission: Permission, _ visitor: Visitor) -> Bool {
        (try? permission.check(visitor, station: "basel")) != nil
    }

    @Test(arguments: Audience.allCases, [true, false])
    func `a token grants its scope and no more, whatever its owner's roles`(
        access: Audience, isReading: Bool
    ) throws {
        guard let permission = Permission.needed(for: access, reading: isReading), permission.isForAccounts
        else { return }
        #expect(!permission.scope.isEmpty)
        #expect(passes(permission, visitor(scopes: permission.scope, roles: Self.everything)))
        let others = Scopes.all.subtracting(permission.scope)
        #expect(!passes(permission, visitor(scopes: others, roles: Self.everything)))
    }

    @Test(arguments: Audience.allCases)
    func `a scope does not replace a missing role`(access: Audience) throws {
        guard let permission = Permission.needed(for: access, reading: true), !permission.roles.isEmpty
        else { return }
        let others =
            Self.everything.filter { name in !permission.roles.contains { name.hasPrefix($0.rawValue) } }
            + ["operator:bern"]
        #expect(!passes(permission, visitor(scopes: .all, roles: others)))
    }

    @Test func `scopes are written and read by name`() {
        #expect(Scopes(Scopes.allNames.compactMap { Scopes(name: $0) }) == .all)
        #expect(Scopes.all.names == Scopes.allNames)
        #expect(Scopes(name: "everything") == nil)
    }

    @Test(arguments: ["", "operator", "operator:", "operator:UPPER", "moderator:basel", "Moderator", "king"])
    func `an invalid role is not read`(text: String) {
        #expect(Role(text) == nil)
    }
}
