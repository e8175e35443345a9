import ArgumentParser
import Foundation
import HTTP
import Sealing
import Server

struct SecretsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secrets", abstract: "Manage the keys that encrypt personal data.",
        subcommands: [Rotate.self, Status.self])

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Re-encrypt all data with a new key while the service runs.",
            discussion: """
                The command can be interrupted safely; run it again to resume. The old key stays in the key \
                file for older backups, until you run it with --forget. If the keys come from \
                BREATHE_DATA_KEYS, put the new one first there, restart the service, and run this command \
                with --forget. Then the old one can be taken out.
                """)

        @Flag(help: "Forget keys that the database no longer uses, and remove them from the key file.")
        var forget = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let rotation = try await KeyRotation(common.configuration())
            let outcome = try await rotation.run(forgetting: forget)
            if let made = outcome.made { Output.note("created the key \(made)") }
            let isFile = rotation.keys.file != nil
            for key in outcome.forgotten {
                let act = isFile ? "removed the key \(key)" : "the key \(key) can leave BREATHE_DATA_KEYS"
                Output.note("\(act); older backups cannot be read without it")
            }
            print("\(outcome.sealed) values re-encrypted with the key \(outcome.current)")
        }
    }

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys, with the number of values that each encrypts.")

        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Line: Encodable {
            let key: String
            let isCurrent: Bool
            let count: Int
            let values: [String: Int]
        }

        func run() async throws {
            let rotation = try await KeyRotation(common.configuration())
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
