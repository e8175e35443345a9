import API
import ArgumentParser
import Foundation
import HTTP
import People
import Server

extension AccountCommand {
    struct Audit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show who accessed the data of an account, newest first.",
            discussion: "Running this command is recorded as well, as the first entry.")

        @Argument(help: "The account's name.") var name: String
        @Option(help: "The number of entries to show, 1 to 10000.") var limit = 100
        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let act: AuditEntry.Act
            let actor: AuditEntry.Actor
            let object: String?
            let at: Date
        }

        func validate() throws {
            guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be in 1…10000") }
        }

        func run() async throws {
            let network = try await common.network()
            let account = try await explained(name) { try await network.account(named: name).id }
            try await network.store.note(
                .inspected, of: account, by: .command, object: "audit", at: Date())
            let rows = try await network.store.audit(of: account, before: .max, limit: limit).map {
                Row(act: $0.act, actor: $0.actor, object: $0.object, at: $0.created)
            }
            if json { return try Output.json(rows) }
            for row in rows {
                let object = row.object.map { "  \($0)" } ?? ""
                print("\(row.at.formatted(.iso8601))  \(row.actor.rawValue)  \(row.act.rawValue)\(object)")
            }
        }
    }
}
