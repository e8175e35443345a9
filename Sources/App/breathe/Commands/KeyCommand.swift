import API
import ArgumentParser
import Foundation
import HTTP
import Observations
import Server

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, list, replace and revoke the keys of station operators.",
        subcommands: [Create.self, List.self, Rotate.self, Revoke.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key for uploading a station's readings.",
            discussion: "The key is the last line. It is only shown once; the database stores its hash.")

        @Option(help: "The station's identifier.") var station: String
        @Option(help: "A label, such as the instrument that uses the key.") var label: String?
        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard let label, !StationKey.isLabel(label) else { return }
            throw ValidationError("--label must be one line of 1 to \(StationKey.labelLength) characters")
        }

        func run() async throws {
            let key = try await explained {
                guard let id = Station.ID(rawValue: station) else { throw KeyRefusal.unknownStation }
                return try await StationKeyService(store: await common.network().store)
                    .makeKey(for: id, label: label, at: Date())
            } unknownStation: {
                "there is no station \(station)"
            }
            Output.note("the key \(key.id) for station \(station), shown once:")
            print(key.secret)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys of a station.")

        @Option(help: "The station's identifier.") var station: String
        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let id: String
            let label: String?
            let created: Date
            let lastUsed: Date?
            let ends: Date?
        }

        func run() async throws {
            guard let id = Station.ID(rawValue: station),
                case let store = try await common.network().store, try await store.station(id) != nil
            else { throw Failure("there is no station \(station)") }
            let rows = try await store.keys(of: id).map {
                Row(id: $0.id, label: $0.label, created: $0.created, lastUsed: $0.lastUsed, ends: $0.ends)
            }
            if json { return try Output.json(rows) }
            for row in rows {
                let used = row.lastUsed.map { "last used \($0.formatted(.iso8601))" } ?? "never used"
                let end = row.ends.map { ", ends \($0.formatted(.iso8601))" } ?? ""
                print(
                    "\(row.id)  created \(row.created.formatted(.iso8601)), "
                        + "\(used)\(end)  \(row.label ?? "")")
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace a key; the old one stays valid for a while.",
            discussion: "The new key is the last line. It is only shown once; the database stores its hash.")

        @Argument(help: "The key's identifier, as `key list` shows it.") var key: String
        @Option(help: "Hours for which the old key stays valid, 0…720.") var grace = 48.0
        @Option(help: "A label for the new key.") var label: String?
        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard (0...720).contains(grace) else { throw ValidationError("--grace must be in 0…720") }
        }

        func run() async throws {
            let network = try await common.network()
            let made = try await explained {
                guard let station = try await network.store.station(ofKey: key)
                else { throw KeyRefusal.unknownKey }
                return try await StationKeyService(store: network.store).makeKey(
                    for: station, label: label, replacing: key, grace: .seconds(grace * 3_600), at: Date())
            }
            Output.note("the key \(made.id), shown once:")
            print(made.secret)
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key immediately.")

        @Argument(help: "The key's identifier, as `key list` shows it.") var key: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let store = try await common.network().store
            try await explained {
                guard let station = try await store.station(ofKey: key)
                else { throw KeyRefusal.unknownKey }
                try await store.revokeKey(key, of: station, sparingLast: false, at: Date())
            }
            Output.note("revoked the key \(key)")
        }
    }
}

/// Runs an action on a key and turns refusals into sentences.
private func explained<Outcome>(
    _ act: () async throws -> Outcome, unknownStation: () -> String = { "there is no such station" }
) async throws -> Outcome {
    do {
        return try await act()
    } catch let refusal as KeyRefusal {
        switch refusal {
        case .unknownStation: throw Failure(unknownStation())
        case .unknownKey: throw Failure("no valid key has this identifier")
        case .tooMany:
            throw Failure(
                "a station has at most \(StationKey.limit) valid keys, "
                    + "plus \(StationKey.endingLimit) that expire soon")
        case .last: throw Failure("this is the station's last key")
        }
    }
}
