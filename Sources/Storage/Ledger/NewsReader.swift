import Alerts
import Allergens
import Foundation
import People

/// Collects lines of the ledger, and reads every alert once.
struct NewsReader {
    /// The condition that a line is in an inbox and disturbs the reader.
    static let disturbs: Query = "channel = 0 AND state = 'delivered'"

    /// A line as it is read.
    struct Line {
        let id: Int64
        let account: Int64
        /// The number of the alert.
        let alert: Int64
        let fences: String
        let nearness: Data?
    }

    private let taxonomy: Taxonomy
    private let runner: any QueryRunner
    private let concerns: ConcernReader
    private(set) var lines: [LedgerNews.Line] = []
    private(set) var alerts: [Alert] = []
    /// The names of reporters that are those of experts.
    private(set) var experts: Set<String> = []
    private var places: [Int64: Int] = [:]

    init(_ runner: any QueryRunner, _ cipher: RowCipher, taxonomy: Taxonomy) {
        (self.runner, self.taxonomy) = (runner, taxonomy)
        concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
    }

    /// Reads lines, once.
    mutating func read(_ lines: [Line]) throws {
        try concerns.prepare(for: lines.map(\.fences))
        try readAlerts(of: lines)
        for line in lines { try read(line) }
    }

    private mutating func read(_ line: Line) throws {
        guard let place = places[line.alert] else { throw LostAlert(number: line.alert) }
        let nearness = try concerns.nearness(line.nearness, of: line.account)
        self.lines.append(
            LedgerNews.Line(
                id: line.id, account: Account.ID(rawValue: line.account), alert: place,
                fences: try JSONList.encoded(concerns.names(line.fences)), distance: nearness.distance,
                crossReaction: nearness.crossReaction))
    }

    /// Reads the alerts of many lines together: in PostgreSQL, each would be a question to the server.
    private mutating func readAlerts(of lines: [Line]) throws {
        let numbers = Set(lines.map(\.alert)).sorted()
        guard !numbers.isEmpty else { return }
        for (number, alert) in try runner.alerts(numbered: numbers, taxonomy: taxonomy, concerns.keys) {
            places[number] = alerts.count
            alerts.append(alert)
        }
        let reporters = Set(alerts.compactMap(\.testimony?.reporter))
        experts = try reporters.filter { try runner.isExpert(named: $0) }
    }
}
