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

    mutating func read(_ lines: [Line]) throws {
        try concerns.prepare(for: lines.map(\.fences))
        for line in lines { try read(line) }
    }

    private mutating func read(_ line: Line) throws {
        let nearness = try concerns.nearness(line.nearness, of: line.account)
        lines.append(
            LedgerNews.Line(
                id: line.id, account: Account.ID(rawValue: line.account), alert: try place(of: line.alert),
                fences: try JSONList.encoded(concerns.names(line.fences)), distance: nearness.distance,
                crossReaction: nearness.crossReaction))
    }

    private mutating func place(of number: Int64) throws -> Int {
        if let place = places[number] { return place }
        let alert = try runner.alert(numbered: number, taxonomy: taxonomy, concerns.keys)
        if let reporter = alert.testimony?.reporter, try runner.isExpert(named: reporter) {
            experts.insert(reporter)
        }
        alerts.append(alert)
        places[number] = alerts.count - 1
        return alerts.count - 1
    }
}
