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
    private let recent: RecentAlerts
    private(set) var lines: [LedgerNews.Line] = []
    private(set) var alerts: [Alert] = []
    /// The names of reporters that are those of experts.
    private(set) var experts: Set<String> = []
    private var places: [Int64: Int] = [:]

    init(_ runner: any QueryRunner, _ cipher: RowCipher, taxonomy: Taxonomy) {
        (self.runner, self.taxonomy, recent) = (runner, taxonomy, cipher.recentAlerts)
        concerns = ConcernReader(runner, cipher, taxonomy: taxonomy)
    }

    /// Reads lines, once.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - newest: The newest line when the transaction began, or an earlier one.
    /// - Throws: The database's error, ``LostAlert``, or `SealingError`.
    mutating func read(_ lines: [Line], newest: Int64) throws {
        try concerns.prepare(for: lines.map(\.fences))
        try readAlerts(of: lines, newest: newest)
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

    /// Reads the alerts of the lines that nobody has read a moment ago.
    private mutating func readAlerts(of lines: [Line], newest: Int64) throws {
        let latest = Dictionary(lines.map { ($0.alert, $0.id) }, uniquingKeysWith: max)
        var known = recent.alerts(latest)
        let others = latest.keys.filter { known[$0] == nil }.sorted()
        if !others.isEmpty {
            let read = try toldAlerts(numbered: others)
            recent.keep(read, newest: newest)
            known.merge(read) { $1 }
        }
        for (number, told) in known.sorted(by: { $0.key < $1.key }) {
            places[number] = alerts.count
            alerts.append(told.alert)
            if told.isExperts, let name = told.alert.testimony?.reporter { experts.insert(name) }
        }
    }

    /// Reads alerts together: in PostgreSQL, each would be a question to the server.
    private func toldAlerts(numbered numbers: [Int64]) throws -> [Int64: ToldAlert] {
        let found = try runner.alerts(numbered: numbers, taxonomy: taxonomy, concerns.keys)
        let reporters = Set(found.compactMap(\.alert.testimony?.reporter))
        let experts = try reporters.filter { try runner.isExpert(named: $0) }
        return Dictionary(
            uniqueKeysWithValues: found.map { number, alert in
                (
                    number,
                    ToldAlert(
                        alert: alert, isExperts: alert.testimony?.reporter.map(experts.contains) == true)
                )
            })
    }
}
