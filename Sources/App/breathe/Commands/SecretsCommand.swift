import ArgumentParser
import Foundation
import HTTP
import Sealing
import Server
import Storage

struct SecretsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "Look after the keys that personal values are sealed under.",
        subcommands: [Rotate.self, Status.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seal everything under a new key while the service runs.",
            discussion: """
                What cuts it off does no harm: called again, it goes on. The old key stays in the key file, for \
                backups that were made before, until --forget. Keys that come from BREATHE_DATA_KEYS are changed \
                there: put the new one first, start the service anew, and call this.
                """)

        @Flag(help: "Take keys out of the key file that nothing in the database names any more.")
        var forget = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let rotation = try KeyRotation(common.configuration())
            let outcome = try await rotation.run(forgetting: forget)
            if let made = outcome.made { Output.note("the key \(made) was made") }
            for key in outcome.forgotten {
                Output.note("the key \(key) was forgotten; backups from before cannot be read without it")
            }
            print("\(outcome.sealed) values sealed anew under the key \(outcome.current)")
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys, with how many values are sealed under each.")

        @Flag(help: "Write them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Line: Encodable {
            let key: String
            let isCurrent: Bool
            let count: Int
            let values: [String: Int]
        }

        func run() async throws {
            let rotation = try KeyRotation(common.configuration())
            let current = try rotation.keys.current()
            let uses = try await rotation.store.dataKeyUses()
            let lines = rotation.keys.ids.map { key in
                let use = uses.first { $0.key == key }
                return Line(
                    key: "\(key)", isCurrent: key == current, count: use?.count ?? 0,
                    values: use?.values ?? [:])
            }
            if json { return try Output.json(lines) }
            for line in lines {
                print("\(line.key)  \(line.isCurrent ? "current" : "older  ")  \(line.count) values")
            }
        }
    }
}
