import API
import ArgumentParser
import Foundation
import HTTP
import People
import Server

struct MessageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Read messages to the operators of the service.",
        subcommands: [List.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the messages, newest first.")

        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let id: String
            let sent: Date
            let topic: ContactMessage.Topic
            let account: String?
            let replyTo: String?
            let page: String?
            let text: String
        }

        /// Messages read at a time.
        private static let page = 100

        func run() async throws {
            let store = try await common.network().store
            var rows: [Row] = []
            var last = Int64.max
            while case let found = try await store.messages(before: last, limit: Self.page),
                let oldest = found.last
            {
                try await store.note(
                    .inspected, of: Array(Set(found.compactMap(\.account?.id))), by: .command,
                    object: "message", at: Date())
                rows += found.map(Self.row)
                last = oldest.number
            }
            if json { return try Output.json(rows) }
            for row in rows {
                let from = [row.account, row.replyTo].compactMap(\.self).joined(separator: " ")
                print("\(row.id)  \(row.sent.formatted(.iso8601))  \(row.topic.rawValue)  \(from)")
                for line in row.text.split(whereSeparator: \.isNewline) { print("    \(line)") }
            }
        }

        private static func row(_ message: ContactMessage) -> Row {
            Row(
                id: message.id.rawValue, sent: message.sent, topic: message.draft.topic,
                account: message.account?.name, replyTo: message.draft.replyTo, page: message.draft.page,
                text: message.draft.text)
        }
    }
}
