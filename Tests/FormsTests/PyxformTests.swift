import Foundation
import SampleTesting
import Testing
import Workbooks

@testable import Forms

/// Forms as pyxform reads them, the reference for XLSForm.
///
/// What it refuses has to be refused here, too; and what is accepted has to have the same items in the same order.
@Suite struct PyxformTests {
    private struct Verdict: Decodable {
        let names: [String]
        let reason: String?
    }

    /// Whether `scripts/form-peers` wants to see each form.
    private static let prints = ProcessInfo.processInfo.environment["BREATHE_FORMS"] == "print"

    private func read(_ file: URL) throws -> Result<[String], FormMistakes> {
        let workbook = try Workbook([UInt8](Data(contentsOf: file)))
        do throws(FormMistakes) {
            return .success(
                try XLSForm.form(from: workbook.sheets.map(FormTable.init)).elements.map(\.item.name))
        } catch {
            return .failure(error)
        }
    }

    /// Compares all forms of a folder, and returns a line for each.
    private func compare(_ folder: URL) throws -> [String] {
        let json = try Data(contentsOf: folder.appending(path: "verdicts.json"))
        let verdicts = try JSONDecoder().decode([String: Verdict].self, from: json)
        return try verdicts.sorted { $0.key < $1.key }.map { name, verdict in
            let theirs = verdict.reason == nil ? "accepted" : "refused"
            switch try read(folder.appending(path: "\(name).xlsx")) {
            case .success(let names):
                #expect(verdict.reason == nil, "\(name) is accepted, and pyxform refuses it")
                #expect(names == verdict.names, "\(name)")
                return "\(name): \(theirs), accepted"
            case .failure(let mistakes):
                return "\(name): \(theirs), refused: \(mistakes.mistakes[0])"
            }
        }
    }

    @Test func `forms that are right or wrong are so for pyxform`() async throws {
        var forms = try Dictionary(
            uniqueKeysWithValues: Vectors.all.get().forms.enumerated().map { index, sheets in
                (
                    "vectors-\(index)",
                    [
                        "survey": sheets.survey, "choices": sheets.choices ?? [],
                        "settings": sheets.settings ?? [],
                    ]
                )
            })
        let head = ["type", "name", "label", "relevant"]
        let wrong = [
            "unknown question": [["text", "a", "A", "${b} = 1"]], "unknown type": [["txt", "a", "A"]],
            "broken name": [["text", "a b", "A"]], "no name": [["text", "", "A"]],
            "twice": [["text", "a", "A"], ["text", "a", "B"]], "not ended": [["begin group", "g", "G"]],
            "not begun": [["end group"]],
            "crossed": [["begin group", "g", "G"], ["begin repeat", "r", "R"], ["end group"]],
            "no list": [["select_one l", "a", "A"]], "broken reference": [["text", "a", "A", "${a = 1"]],
            "no calculation": [["calculate", "a"]],
        ]
        for (name, rows) in wrong { forms["wrong \(name)"] = ["survey": [head] + rows] }
        let folder = try TemporaryFolder()
        try JSONEncoder().encode(forms).write(to: folder.url.appending(path: "sheets.json"))
        let outcome = try await Python.play("form_peer.py", [folder.url.path])
        try #require(outcome.status == 0, "\(outcome.output)")
        let lines = try compare(folder.url)
        #expect(lines.filter { $0.hasSuffix("accepted, accepted") }.count == 4, "\(lines)")
        #expect(lines.filter { $0.contains("refused, refused") }.count == wrong.count, "\(lines)")
    }

    /// The counts are those of the article Forms.
    @Test func `pyxform's examples have the same questions, or are refused with the reason`() async throws {
        let folder = try TemporaryFolder()
        let wheels = repository.appending(path: "var/test-tools/forms")
        let names = try FileManager.default.contentsOfDirectory(atPath: wheels.path)
        let wheel = try #require(names.first { $0.hasSuffix(".whl") })
        let outcome = try await Python.play(
            "form_peer.py", [folder.url.path, wheels.appending(path: wheel).path])
        try #require(outcome.status == 0, "\(outcome.output)")
        let lines = try compare(folder.url)
        if Self.prints { print(lines.joined(separator: "\n")) }
        func count(_ part: String) -> Int { lines.count(where: { $0.contains(": \(part)") }) }
        #expect(lines.count == 194)
        #expect(count("accepted, accepted") == 38)
        #expect(count("accepted, refused") == 111)
        #expect(count("refused, refused") == 45)
    }
}
