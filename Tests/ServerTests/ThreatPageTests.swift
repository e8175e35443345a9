import Foundation
import Testing

/// The page of threats names the tests that prove its statements.
@Suite struct ThreatPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The sources of all tests, by the suites that they declare.
    private func suites() throws -> [String: [String]] {
        let folder = Self.root.appending(path: "Tests")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var suites: [String: [String]] = [:]
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            let name = file.deletingPathExtension().lastPathComponent
            let declared = source.matches(of: /(?:struct|class|extension) (\w+Tests)\b/).map { String($0.1) }
            for suite in Set(declared + [name]) { suites[suite, default: []].append(source) }
        }
        return suites
    }

    /// The lines of the table, split into cells.
    private func rows() throws -> [[Substring]] {
        let page = Self.root.appending(path: "Sources/App/Server/Server.docc/Threats.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| ") }.dropFirst()
            .map { $0.dropFirst(2).dropLast(2).split(separator: " | ") }
    }

    @Test func `every threat has a test, and every named test exists`() throws {
        let (suites, rows) = (try suites(), try rows())
        #expect(rows.count > 40)
        for row in rows {
            let threat = "\(row.first ?? "") \(row.dropFirst().first ?? "")"
            #expect(row.count == 4, "\(threat)")
            let named = (row.last ?? "").matches(of: /`(\w+)` \*([^*]+)\*/)
            #expect(!named.isEmpty, "\(threat): which test shows it?")
            for match in named {
                let sources = suites[String(match.1)] ?? []
                #expect(!sources.isEmpty, "there is no suite \(match.1)")
                #expect(
                    sources.contains { $0.contains("func `\(match.2)`") },
                    "\(match.1) has no test \"\(match.2)\"")
            }
        }
    }
}
