import Allergens
import Feeds
import Foundation
import Geography
import Observations

/// What a draft reads from its own file.
struct FeedTrial {
    let lines: [String]
    /// Whether the definition is complete and reads every row.
    let isClean: Bool

    /// The number of rejected rows to show.
    private static let shown = 5

    init(of draft: FeedDraft, feeds: URL, now: Date) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "breathe-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "draft.json")
        try Data(draft.definition.utf8).write(to: file)
        let questions = draft.questions.map { "? \($0)" }
        do {
            let feed = try FeedDefinition.check(file, beside: feeds)
            let (findings, isClean) = try Self.read(draft, as: feed, now: now)
            lines = questions + findings
            self.isClean = isClean
        } catch let mistakes as DefinitionMistakes {
            lines = questions + mistakes.mistakes.map { "to fill in: \($0.keyPath): \($0.reason)" }
            isClean = false
        } catch let failure as FeedFailure {
            lines = questions + ["The trial failed: \(failure.sentence)"]
            isClean = false
        }
    }

    /// Reads the file for stations that stand for the real ones.
    private static func read(
        _ draft: FeedDraft, as feed: FeedDefinition, now: Date
    ) throws -> (lines: [String], isClean: Bool) {
        guard let origin = Coordinate(longitude: 0, latitude: 0), let any = Station.ID(rawValue: "station")
        else { preconditionFailure("0, 0 is a position, and “station” an identifier") }
        let ids = draft.stations.isEmpty ? [any] : draft.stations
        let stations = ids.map { Station(id: $0, name: $0.rawValue, position: origin) }
        var reader = FeedReader(
            definition: feed, stations: Dictionary(stations.map { ($0.id, $0) }) { one, _ in one }, now: now,
            asked: AskedPlace(station: draft.stations.isEmpty ? any : nil))
        var sums = TrialSums()
        try reader.read(draft.sample) { sums.add($0) }
        let totals = try reader.finish { sums.add($0) }
        let rejected = totals.tally.rejectedCount
        let summary =
            "\(totals.tally.rows) rows, \(sums.days.count) days, \(totals.readings) values, "
            + "\(totals.tally.missing) missing, \(rejected) rejected"
        let taxa = sums.taxa.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let place = draft.stations.isEmpty ? "no station in the file: import it with --station" : nil
        let faults = sums.rejected.prefix(shown).map {
            "  line \($0.line), \($0.column) “\($0.value)”: \($0.rejection.reason)"
        }
        let lines = [
            summary, taxa.isEmpty ? nil : "values by allergen: " + taxa.joined(separator: ", "), place,
        ]
        return (lines.compactMap(\.self) + faults, rejected == 0)
    }
}

/// What is counted in a trial.
private struct TrialSums {
    var days: Set<String> = []
    var taxa: [String: Int] = [:]
    var rejected: [RejectedRow] = []

    mutating func add(_ batch: Submission) {
        for reading in batch.readings {
            days.insert(Self.day(of: reading.period))
            taxa[reading.allergen.rawValue, default: 0] += 1
        }
        rejected += batch.tally.rejected
    }

    private static func day(of period: Reading.Period) -> String {
        switch period {
        case .day(let day): day.description
        case .hour(let end), .threeHours(let end): String(end.formatted(.iso8601).prefix(10))
        }
    }
}
