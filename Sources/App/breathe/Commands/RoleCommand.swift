import API
import ArgumentParser
import Foundation
import People
import Server

struct RoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Grant, revoke and list the roles of accounts.",
        subcommands: [Grant.self, Revoke.self, List.self])

    struct Choice: ParsableArguments {
        @Argument(help: "The account's name.") var name: String
        @Argument(help: "expert, moderator, researcher, administrator, or operator:STATION.") var role: String

        func validate() throws {
            guard Role(role) == nil else { return }
            throw ValidationError(
                "a role must be expert, moderator, researcher, administrator or operator:STATION")
        }

        var chosen: Role {
            get throws {
                guard let role = Role(role) else { throw AccountRefusal.unknownStation }
                return role
            }
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Grant an account a role.")

        @OptionGroup var choice: Choice
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let (network, role) = (try await common.network(), try choice.chosen)
            try await explained(choice.name) {
                try await network.grant(role.kind, of: role.station, to: choice.name, at: Date())
            }
            Output.note("\(choice.name) is \(role)")
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a role from an account.")

        @OptionGroup var choice: Choice
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let (network, role) = (try await common.network(), try choice.chosen)
            let hadIt = try await explained(choice.name) {
                try await network.revoke(role.kind, of: role.station, from: choice.name, at: Date())
            }
            guard hadIt else { throw Failure("\(choice.name) is not \(role)") }
            Output.note("\(choice.name) is no longer \(role)")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the roles of an account.")

        @Argument(help: "The account's name.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try await common.network()
            let roles = try await explained(name) {
                let account = try await network.account(named: name).id
                try await network.store.note(
                    .inspected, of: account, by: .command, object: "roles", at: Date())
                return try await network.store.roles(of: account)
            }
            for role in roles.map(\.description).sorted() { print(role) }
        }
    }
}
