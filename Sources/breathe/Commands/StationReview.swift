import Alerting
import Allergens
import ArgumentParser
import Foundation
import Server
import Storage

extension StationCommand {
    struct Revisions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the changes of a station's values, the newest first.")

        @Argument(help: "The station's identifier.") var id: String
        @Option(help: "How many at most.") var limit = 100
        @Flag(help: "Write them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let allergen: String
            let period: String
            let former: Double
            let formerQuality: String
            let current: Double
            let quality: String
            let by: String
            let name: String?
            let changed: Date

            init(_ revision: Revision) {
                allergen = revision.allergen.rawValue
                switch revision.period {
                case .day(let day): period = day.description
                case .hour(let end), .threeHours(let end): period = end.formatted(.iso8601)
                }
                former = revision.former.value
                formerQuality = revision.former.quality.word
                current = revision.current.value
                quality = revision.current.quality.word
                by = revision.submitter.kind
                name = revision.submitter.name
                changed = revision.changed
            }
        }

        func run() async throws {
            let archive = try common.network().archive
            let station = try await archive.known(id)
            let rows = try await archive.revisions(of: station, limit: limit).map(Row.init)
            if json { return try Output.json(rows) }
            for row in rows {
                print(
                    "\(row.changed.formatted(.iso8601))  \(row.allergen) \(row.period)  \(row.former) "
                        + "\(row.formerQuality) → \(row.current) \(row.quality)  \(row.by) \(row.name ?? "")")
            }
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stand by a station's values, or dismiss them.",
            discussion: "What is confirmed is shown on maps and alerted; what is dismissed is neither.")

        @Argument(help: "The station's identifier.") var id: String
        @Option(help: "The allergen, by its key or alias.") var allergen: String
        @Option(help: "The days, as YYYY-MM-DD.") var day: [String]
        @Flag(help: "Dismiss the values instead.") var dismiss = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try common.network()
            let station = try await network.archive.known(id)
            guard let allergen = network.taxonomy.allergen(spelled: allergen)
            else { throw Failure("no allergen has the key or alias \(allergen)") }
            let decisions = try day.map { text in
                guard let day = CivilDate(text)
                else { throw ValidationError("--day \(text) is not a day as YYYY-MM-DD") }
                return ReadingDecision(allergen: allergen.id, period: .day(day), isConfirmed: !dismiss)
            }
            let outcomes = try await network.decide(decisions, at: station, by: .command, now: Date())
            for (day, outcome) in zip(day, outcomes) {
                print("\(day)  \(outcome.map { $0 ? "changed" : "unchanged" } ?? "no such value")")
            }
            if outcomes.contains(nil) { throw ExitCode.incomplete }
        }
    }
}

extension Archive {
    fileprivate func known(_ text: String) async throws -> Station.ID {
        guard let id = Station.ID(rawValue: text), try await station(id) != nil
        else { throw Failure("there is no station \(text)") }
        return id
    }
}
