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
