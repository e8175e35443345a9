import API
import Alerting
import ArgumentParser
import Foundation
import People
import Server

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Create and delete accounts, make moderators, and audit access.",
        subcommands: [Create.self, Invite.self, Delete.self, Moderator.self, Audit.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create an account and its bearer token.",
            discussion: "The token is the last line. It is only shown once; the database stores its hash.")

        @Argument(help: "The account's name, 1 to 60 characters.") var name: String
        @Flag(help: "Make it a moderator, who can hide other people's reports.") var moderator = false
        @Option(help: "The owner's e-mail address, for signing in and resetting the password.")
        var email: String?
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard (1...60).contains(name.count) else {
                throw ValidationError("a name must have 1 to 60 characters")
            }
            if let email, !Network.isMailAddress(email) {
                throw ValidationError("--email must be an e-mail address")
            }
            let network = try await common.network()
            let token: String
            do {
                token = try await network.createAccount(named: name, address: email, at: Date())
            } catch AccountRefusal.nameTaken {
                throw Failure("an account named \(name) already exists")
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
            abstract: "Create a link for the owner of an account to choose a password.",
            discussion: """
                The link is the last line. It works once and expires after a week. Pass it on over a private \
                channel: it gives access to the account.
                """)

        @Argument(help: "The account's name.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try await common.network()
            let link = try await explained(name) { try await network.invite(name, at: Date()) }
            Output.note("the link for \(name), shown once:")
            print(link)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an account and all of its data.",
            discussion: """
                Fences, profile, tokens, channels, inbox and reports are deleted permanently, and nothing \
                more is sent. Alerts that others have confirmed stay, without the account's name.
                """)

        @Argument(help: "The account's name.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try await common.network()
            guard let account = try await network.store.account(named: name)
            else { throw Failure("there is no account named \(name)") }
            try await network.accounts.delete(account.id, at: Date())
            Output.note("deleted account \(account.name)")
        }
    }

    struct Moderator: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account a moderator, who can hide other people's reports.")

        @Argument(help: "The account's name.") var name: String
        @Flag(help: "Revoke the role instead.") var revoke = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try await common.network()
            try await explained(name) {
                if revoke {
                    _ = try await network.revoke(.moderator, from: name, at: Date())
                } else {
                    try await network.grant(.moderator, to: name, at: Date())
                }
            }
            Output.note(revoke ? "\(name) is not a moderator" : "\(name) is a moderator")
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
