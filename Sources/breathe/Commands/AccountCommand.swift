import Allergens
import ArgumentParser
import Foundation
import Server
import Storage

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Open and delete accounts of subscribers and moderators.",
        subcommands: [Create.self, Delete.self, Moderator.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Open an account and make its bearer token.",
            discussion: "The token is the last line; it is shown once and kept only as a hash.")

        @Argument(help: "The account's name, 1 to 60 characters.") var name: String
        @Flag(help: "Let it hide what others report.") var moderator = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard (1...60).contains(name.count) else {
                throw ValidationError("a name has 1 to 60 characters")
            }
            let network = try common.network()
            guard let token = try await network.createAccount(named: name, at: Date())
            else { throw Failure("an account named \(name) exists already") }
            if moderator { _ = try await network.archive.setModerator(true, named: name) }
            Output.note("the token of \(name), shown once:")
            print(token)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account with everything of its own.",
            discussion: """
                Fences, profile, tokens, channels, inbox and reports go for good, and nothing more is sent. Alerts that \
                others stand by stay, without its name.
                """)

        @Argument(help: "The account's name.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try common.network()
            guard let account = try await network.archive.account(named: name)
            else { throw Failure("there is no account named \(name)") }
            try await network.delete(account.id, at: Date())
            Output.note("deleted account \(account.name)")
        }
    }

    struct Moderator: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let an account hide what others report.")

        @Argument(help: "The account's name.") var name: String
        @Flag(help: "Let it do so no more.") var revoke = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard try await common.network().archive.setModerator(!revoke, named: name)
            else { throw Failure("there is no account named \(name)") }
            Output.note(revoke ? "\(name) is no moderator" : "\(name) is a moderator")
        }
    }
}
