import API
import Alerting
import Allergens
import ArgumentParser
import Foundation
import HTTP
import Observations
import Server

extension StationCommand {
    struct Revisions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the changes of a station's values, newest first.")

        @Argument(help: "The station's identifier.") var id: String
        @Option(help: "The maximum number of entries.") var limit = 100
        @Flag(help: "Print them as JSON.") var json = false
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
                period = revision.period.words
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
            let store = try await common.network().store
            let station = try await store.known(id)
            let rows = try await store.revisions(of: station, before: nil, limit: limit).map(Row.init)
            if json { return try Output.json(rows) }
            for row in rows {
                print(
                    "\(row.changed.formatted(.iso8601))  \(row.allergen) \(row.period)  \(row.former) "
                        + "\(row.formerQuality) → \(row.current) \(row.quality)  \(row.by) \(row.name ?? "")")
            }
        }
    }

    struct Suspects: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List a station's suspect daily and hourly values, newest first.")

        @Argument(help: "The station's identifier.") var id: String
        @Option(help: "The maximum number of entries.") var limit = 100
        @Flag(help: "Print them as JSON.") var json = false
        @OptionGroup var common: CommonOptions

        private struct Row: Encodable {
            let allergen: String
            let period: String
            let hours: Int
            let value: Double
            let reasons: [String]

            init(_ suspect: SuspectValue) {
                allergen = suspect.place.allergen.rawValue
                period = suspect.place.period.words
                hours = suspect.place.period.hours
                value = suspect.value
                reasons = suspect.suspicions.reasons
            }
        }

        func validate() throws {
            if !(1...100_000).contains(limit) { throw ValidationError("--limit must be in 1…100000") }
        }

        func run() async throws {
            let store = try await common.network().store
            let page = try await store.suspects(of: store.known(id), before: nil, limit: limit)
            let rows = page.values.map(Row.init)
            if json { return try Output.json(rows) }
            for row in rows {
                print(
                    "\(row.allergen) \(row.period)\(row.hours < 24 ? " (\(row.hours) h)" : "")  \(row.value)  "
                        + row.reasons.joined(separator: "; "))
            }
            if rows.count < page.total { Output.note("the newest \(rows.count) of \(page.total)") }
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Confirm or dismiss a station's values.",
            discussion: "Confirmed values appear on maps and raise alerts; dismissed values do neither.")

        @Argument(help: "The station's identifier.") var id: String
        @Option(help: "The allergen, by its key or alias.") var allergen: String
        @Option(help: "The days, as YYYY-MM-DD.") var day: [String] = []
        @Option(help: "The ends of periods, such as 2026-04-08T14:00:00Z.") var time: [String] = []
        @Option(help: "The length of each period in hours, 1 or 3.") var hours = 1
        @Flag(help: "Dismiss the values instead.") var dismiss = false
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let network = try await common.network()
            let station = try await network.store.known(id)
            guard let allergen = network.taxonomy.allergen(spelled: allergen)
            else { throw Failure("no allergen has the key or alias \(allergen)") }
            let decisions = try periods().map {
                ReadingDecision(allergen: allergen.id, period: $0, isConfirmed: !dismiss)
            }
            let outcomes = try await network.readings.decide(
                decisions, at: station, by: .command, now: Date())
            for (text, outcome) in zip(day + time, outcomes) {
                print("\(text)  \(outcome.map { $0 ? "changed" : "unchanged" } ?? "no such value")")
            }
            if outcomes.contains(nil) { throw ExitCode.incomplete }
        }

        func validate() throws {
            if day.isEmpty && time.isEmpty { throw ValidationError("give --day or --time") }
            if hours != 1 && hours != 3 { throw ValidationError("--hours must be 1 or 3") }
        }

        private func periods() throws -> [Reading.Period] {
            let days = try day.map { text -> Reading.Period in
                guard let day = CivilDate(text)
                else { throw ValidationError("--day \(text) is not a day as YYYY-MM-DD") }
                return .day(day)
            }
            let ends = try time.map { text -> Reading.Period in
                guard let end = try? Date(text, strategy: .iso8601)
                else { throw ValidationError("--time \(text) is not a time as 2026-04-08T14:00:00Z") }
                return hours == 1 ? .hour(ending: end) : .threeHours(ending: end)
            }
            return days + ends
        }
    }
}

extension Reading.Period {
    /// The day, or the end of a period of hours.
    fileprivate var words: String {
        switch self {
        case .day(let day): day.description
        case .hour(let end), .threeHours(let end): end.formatted(.iso8601)
        }
    }
}

extension NetworkStore {
    fileprivate func known(_ text: String) async throws -> Station.ID {
        guard let id = Station.ID(rawValue: text), try await station(id) != nil
        else { throw Failure("there is no station \(text)") }
        return id
    }
}
