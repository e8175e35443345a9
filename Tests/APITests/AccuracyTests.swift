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
        let maeLogRange: [Double]?
        let csiRange: [Double]?
        let against: [Comparison]

        struct Comparison: Decodable {
            let method: String
            let count: Int
            let maeLog: Difference?
            let csi: Difference?
        }

        struct Difference: Decodable {
            let value: Double
            let low: Double
            let high: Double
            let verdict: String

            /// A lead is one only if its interval is on one side of 0.
            var isHonest: Bool { (verdict == "within chance") == (low <= 0 && high >= 0) }

            var cells: [String] {
                let numbers = [value, low, high].map {
                    ($0 < 0 ? "-" : "+") + String(format: "%.3f", abs($0))
                }
                return ["\(numbers[0]) [\(numbers[1]), \(numbers[2])]", verdict]
            }
        }

        /// The row of the article's table on the map.
        var ofMap: String {
            line(
                ["\(count)", "\(strong)", "\(unknown)", text(mae, digits: 1), text(maeLog, maeLogRange)]
                    + [exactClass, pod, far].map { text($0, digits: 3) } + [text(csi, csiRange)])
        }

        /// The row of the article's table on the forecast.
        var ofForecast: String {
            line(
                ["\(count)", "\(strong)", text(mae, digits: 1), text(rmse, digits: 1)]
                    + [text(maeLog, maeLogRange), text(pod, digits: 3), text(far, digits: 3)]
                    + [text(csi, csiRange), text(inRange, digits: 3)])
        }

        /// The rows of the article's table of differences.
        var differences: [String] {
            against.map { other in
                line(
                    [other.method, "\(other.count)"] + (other.maeLog?.cells ?? ["–", "–"])
                        + (other.csi?.cells ?? ["–", "–"]))
            }
        }

        private func text(_ number: Double?, _ range: [Double]?) -> String {
            guard let range else { return text(number, digits: 3) }
            return text(number, digits: 3) + " [\(range.map { text($0, digits: 3) }.joined(separator: ", "))]"
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
        try #require(tables.count == 4)
        #expect(figures.map.map(\.ofMap) == tables[0])
        #expect(figures.map.flatMap(\.differences) == tables[1])
        #expect(figures.forecast.map(\.ofForecast) == tables[2])
        #expect(figures.forecast.flatMap(\.differences) == tables[3])
    }

    @Test func `no lead within chance is called a lead`() throws {
        let figures = try Self.figures()
        for (rows, own) in [(figures.map, "the map"), (figures.forecast, "the model")] {
            let compared = rows.filter { $0.method == own }
            #expect(!compared.isEmpty && compared.allSatisfy { !$0.against.isEmpty })
            let differences = compared.flatMap(\.against).flatMap { [$0.maeLog, $0.csi].compactMap(\.self) }
            #expect(differences.allSatisfy { $0.isHonest })
            #expect(differences.contains { $0.verdict == "within chance" })
        }
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
