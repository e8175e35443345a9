import API
import Alerting
import Alerts
import ArgumentParser
import Foundation
import HTTP
import Server

struct AlertCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alert", abstract: "Moderate and trace alerts.",
        subcommands: [List.self, Hide.self, Show.self, AlertTrace.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the flagged or hidden alerts, oldest first.")

        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let id: String
            let sent: Date
            let expires: Date
            let hidden: Date?
            let reports: Int
            let confirmations: Int
            let flags: [String: Int]
            let comments: [String]
        }

        /// Alerts read at a time.
        private static let page = 100

        func run() async throws {
            let store = try await common.network().store
            let now = Date()
            var rows: [Row] = []
            var last: Int64 = 0
            while case let found = try await store.moderatedAlerts(after: last, limit: Self.page, at: now),
                let newest = found.last
            {
                rows += found.map(Self.row)
                last = newest.number
            }
            if json { return try Output.json(rows) }
            for row in rows {
                let flags = row.flags.sorted { $0.key < $1.key }.map { "\($0.value)× \($0.key)" }
                let state = row.hidden == nil ? "shown " : "hidden"
                let told = "\(row.reports) reports, \(row.confirmations) confirmations"
                print("\(row.id)  \(state)  \(row.sent.formatted(.iso8601))  \(told)", terminator: "")
                print(([""] + flags + row.comments.map { "“\($0)”" }).joined(separator: "  "))
            }
        }

        private static func row(_ moderated: ModeratedAlert) -> Row {
            Row(
                id: moderated.alert.id.rawValue, sent: moderated.alert.sent, expires: moderated.alert.expires,
                hidden: moderated.hidden, reports: moderated.alert.testimony?.reports ?? 0,
                confirmations: moderated.alert.testimony?.confirmations ?? 0,
                flags: Dictionary(
                    uniqueKeysWithValues: moderated.flags.map { ($0.key.rawValue, $0.value) }),
                comments: moderated.comments.map(\.text))
        }
    }

    struct Hide: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Hide a user-reported alert, and notify those alerted that it is cancelled.")

        @Argument(help: "The alert's identifier.") var id: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await setHidden(true, id, in: await common.network())
            Output.note("hidden: \(id)")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show a hidden or flagged alert until it expires; nobody is notified again.")

        @Argument(help: "The alert's identifier.") var id: String
        @OptionGroup var common: CommonOptions

        func run() async throws {
            try await setHidden(false, id, in: await common.network())
            Output.note("shown: \(id)")
        }
    }

    private static func setHidden(_ isHidden: Bool, _ id: String, in network: Network) async throws {
        do {
            try await network.reports.setHidden(
                isHidden, Alert.ID(rawValue: id), by: .command, at: Date())
        } catch ReportRefusal.unknownAlert {
            throw Failure("there is no alert \(id)")
        } catch ReportRefusal.notReported {
            throw Failure("alert \(id) was not reported by users")
        }
    }
}
