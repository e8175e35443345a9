import Foundation
import SampleTesting
import Server
import Testing

/// The change log begins with the program's version, and explains for each version how to upgrade.
@Suite struct ChangelogTests {
    /// The versions of the change log with the text of each, the newest first.
    private static func versions() throws -> [(name: String, text: String)] {
        let file = Program.root.appending(path: "CHANGELOG.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        return try text.components(separatedBy: "\n## ").dropFirst().map { part in
            let heading = /\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/
            let match = try #require(
                part.prefixMatch(of: heading), "\(part.prefix(40)) lacks a version and a day")
            return (String(match.1), part)
        }
    }

    @Test func `the program prints the first version of the change log`() async throws {
        let newest = try #require(try Self.versions().first)
        let outcome = try await Workspace.temporary { workspace in
            try await Program.run(["--version"], in: workspace.folder)
        }
        #expect(outcome.status == 0 && outcome.lines == [newest.name])
        #expect(ProgramVersion.current == newest.name)
    }

    @Test func `each version says how to upgrade`() throws {
        for version in try Self.versions() {
            let steps = version.text.components(separatedBy: "\n### Upgrading\n\n").dropFirst().first ?? ""
            #expect(!steps.isEmpty, "\(version.name) does not say what an operator has to do")
        }
    }
}
