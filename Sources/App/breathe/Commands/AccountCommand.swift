import Alerting
import ArgumentParser
import Foundation
import People
import Server
import Storage

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Open and delete accounts of subscribers and moderators, and see who came near them.",
        subcommands: [Create.self, Invite.self, Delete.self, Moderator.self, Audit.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Open an account and make its bearer token.",
            discussion: "The token is the last line; it is shown once and kept only as a hash.")

        @Argument(help: "The account's name, 1 to 60 characters.") var name: String
        @Flag(help: "Let it hide what others report.") var moderator = false
        @Option(help: "The owner's e-mail address, with which one can sign in and reset the password.")
        var email: String?
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard (1...60).contains(name.count) else {
                throw ValidationError("a name has 1 to 60 characters")
            }
            if let email, !Network.isMailAddress(email) {
                throw ValidationError("--email is no e-mail address")
            }
            let network = try common.network()
            let token: String
            do {
                token = try await network.createAccount(named: name, address: email, at: Date())
            } catch AccountRefusal.nameTaken {
                throw Failure("an account named \(name) exists already")
            } catch AccountRefusal.addressTaken {
                throw Failure("another account has this address")
            }
            if moderator { try await network.grant(.moderator, to: name, at: Date()) }
            Output.note("the token of \(name), shown once:")
            print(token)
        }
    }

    struct Invite: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a link with which the owner of an account chooses a password.",
            discussion: """
                The link is the last line; it works once, for a week. Hand it on where nobody else reads it: whoever has it \
                gets into the account.
                """)

        @Argument(help: "The account's name.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try common.network()
            let link = try await explained(name) { try await network.invite(name, at: Date()) }
            Output.note("the link for \(name), shown once:")
            print(link)
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
            guard let account = try await network.store.account(named: name)
            else { throw Failure("there is no account named \(name)") }
            try await network.accounts.delete(account.id, at: Date())
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
            let network = try common.network()
            try await explained(name) {
                if revoke {
                    _ = try await network.revoke(.moderator, from: name, at: Date())
                } else {
                    try await network.grant(.moderator, to: name, at: Date())
                }
            }
            Output.note(revoke ? "\(name) is no moderator" : "\(name) is a moderator")
        }
    }
}

/// Runs an action on an account and turns refusals into sentences.
func explained<Outcome>(_ name: String, _ act: () async throws -> Outcome) async throws -> Outcome {
    do {
        return try await act()
    } catch AccountRefusal.unknownAccount {
        throw Failure("there is no account named \(name)")
    } catch AccountRefusal.unknownStation {
        throw Failure("there is no such station")
    }
}
