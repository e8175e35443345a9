import Allergens
import ArgumentParser
import Foundation
import Server

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make keys for station operators.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a key with which a station's operator uploads readings.",
            discussion: "The key is the last line; it is shown once and kept only as a hash.")

        @Option(help: "The station's identifier.") var station: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard let id = Station.ID(rawValue: station),
                let key = try await common.network().createKey(for: id, at: Date())
            else { throw Failure("there is no station \(station)") }
            Output.note("the key for station \(station), shown once:")
            print(key)
        }
    }
}

struct AccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Open accounts for subscribers.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Open an account and make its bearer token.",
            discussion: "The token is the last line; it is shown once and kept only as a hash.")

        @Argument(help: "The account's name, 1 to 60 characters.") var name: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard (1...60).contains(name.count) else {
                throw ValidationError("a name has 1 to 60 characters")
            }
            guard let token = try await common.network().createAccount(named: name, at: Date())
            else { throw Failure("an account named \(name) exists already") }
            Output.note("the token of \(name), shown once:")
            print(token)
        }
    }
}
