import Foundation
import Testing

@testable import API
@testable import Site

/// The page on the data shows the same figures as the article on accuracy.
@Suite struct AccuracyTests {
    /// What `breathe evaluate --json` wrote.
    private struct Figures: Decodable {
        let map: [Row]
        let forecast: [Row]
    }

    private struct Row: Decodable {
        let allergen: String
        let method: String
        let count: Int
        let strong: Int
        let unknown: Int
        let mae: Double?
        let rmse: Double?
        let maeLog: Double?
        let exactClass: Double?
        let pod: Double?
        let far: Double?
        let csi: Double?
        let inRange: Double?

        /// The row of the article's table on the map.
        var ofMap: String {
            line(
                ["\(count)", "\(strong)", "\(unknown)", text(mae, digits: 1)]
                    + [maeLog, exactClass, pod, far, csi].map { text($0, digits: 3) })
        }

        /// The row of the article's table on the forecast.
        var ofForecast: String {
            line(
                ["\(count)", "\(strong)", text(mae, digits: 1), text(rmse, digits: 1)]
                    + [maeLog, pod, far, csi, inRange].map { text($0, digits: 3) })
        }

        private func line(_ cells: [String]) -> String {
            "| " + ([allergen, method] + cells).joined(separator: " | ") + " |"
        }

        private func text(_ number: Double?, digits: Int) -> String {
            number.map { String(format: "%.\(digits)f", $0) } ?? "–"
        }
    }

    private static func figures() throws -> Figures {
        let bytes = try #require(SiteSources.builtIn["accuracy.json"])
        return try JSONDecoder().decode(Figures.self, from: Data(bytes))
    }

    /// The rows of the tables of methods in the article, table by table.
    private static func tables() throws -> [[String]] {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = root.appending(path: "Sources/App/Server/Server.docc/Accuracy.md")
        return try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n\n")
            .filter { $0.hasPrefix("| allergen | method |") }
            // The first two lines are the table's head.
            .map { $0.split(separator: "\n").dropFirst(2).map(String.init) }
    }

    @Test func `the page shows the figures of the article`() throws {
        let figures = try Self.figures()
        let tables = try Self.tables()
        try #require(tables.count == 2)
        #expect(figures.map.map(\.ofMap) == tables[0])
        #expect(figures.forecast.map(\.ofForecast) == tables[1])
    }

    @Test func `each allergen has the methods that the page names`() throws {
        let figures = try Self.figures()
        for (rows, methods) in [
            (figures.map, ["the map", "nearest station"]), (figures.forecast, ["the model", "persistence"]),
        ] {
            let found = Dictionary(grouping: rows, by: \.allergen).mapValues { Set($0.map(\.method)) }
            #expect(!found.isEmpty && found.values.allSatisfy { $0.isSuperset(of: methods) })
        }
        let script = String(decoding: try #require(SiteSources.builtIn["about-accuracy.js"]), as: UTF8.self)
        for method in ["the map", "nearest station", "the model", "persistence"] {
            #expect(script.contains("\"\(method)\""))
        }
    }
}
