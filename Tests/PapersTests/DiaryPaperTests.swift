import Allergens
import Diary
import Foundation
import Observations
import Papers
import People
import SampleTesting
import SeededTesting
import Testing

/// A diary as a document, as another implementation of PDF reads it.
@Suite struct DiaryPaperTests {
    private static let made = CivilDate("2026-07-01")!
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a program of Poppler prints about a document.
    private func read(_ file: [UInt8], with tool: String, _ arguments: [String]) throws -> String {
        let document = folder.url.appending(path: "diary.pdf")
        try Data(file).write(to: document)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(tool)")
        process.arguments = arguments.map { $0 == "FILE" ? document.path : $0 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(process.terminationStatus == 0 && !text.contains("Error"), "\(text)")
        return text
    }

    private func text(_ file: [UInt8]) throws -> String {
        try read(file, with: "pdftotext", ["-layout", "FILE", "-"])
    }

    private func pages(_ file: [UInt8]) throws -> Int? {
        let info = try read(file, with: "pdfinfo", ["FILE"])
        return info.firstMatch(of: /Pages:\s+(\d+)/).flatMap { Int($0.1) }
    }

    private func entry(_ day: CivilDate, _ values: [DiaryItem: Int], note: String? = nil) -> DiaryEntry {
        var all = values.mapValues(DiaryEntry.Value.number)
        if let note { all[.note] = .text(note) }
        let said = day.startInUTC.addingTimeInterval(20 * 3_600)
        return DiaryEntry(
            day: day, begun: said,
            marks: all.mapValues { DiaryEntry.Mark(value: $0, changed: said) })
    }

    private func air(_ days: ClosedRange<CivilDate>, _ ids: [String]) -> MeasuredAir {
        let station = Station.sample()
        let series = ids.enumerated().map { number, id in
            let values = (0...days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch)
                .filter { $0 % 7 != 3 }.map {
                    (days.lowerBound.adding(days: $0), Double($0 % 90 * (number + 1)))
                }
            return (
                Allergen.ID(rawValue: id),
                MeasuredAir.Series(
                    stations: [station.id], values: Dictionary(uniqueKeysWithValues: values))
            )
        }
        return MeasuredAir(stations: [station], series: Dictionary(uniqueKeysWithValues: series))
    }

    private func summary(_ length: Int, noting words: Int = 0, of ids: [String]) -> DiarySummary {
        let days = Self.made.adding(days: -length)...Self.made.adding(days: -1)
        var random = SeededGenerator(seed: 19)
        let entries = (0..<length).filter { $0 % 4 != 1 }.map { number in
            var values: [DiaryItem: Int] = [:]
            for question in DiaryQuestion.allCases {
                values[.question(question)] = question.range.randomElement(using: &random)
            }
            for symptom in DiarySymptom.allCases {
                values[.symptom(symptom)] = Int.random(in: 0...4, using: &random)
            }
            for medicine in DiaryMedicine.allCases {
                values[.medicine(medicine)] = Int.random(in: 0...1, using: &random)
            }
            let note = words == 0 ? nil : "Note \(number). " + String(repeating: "Wheat ", count: words)
            return entry(days.lowerBound.adding(days: number), values, note: note)
        }
        let allergens = ids.compactMap { Taxonomy.standard[Allergen.ID(rawValue: $0)] }
        return DiarySummary(days: days, entries: entries, air: air(days, ids), allergens: allergens)
    }

    @Test func `the numbers of the days are in it`() throws {
        let first = CivilDate("2026-04-01")!
        let summary = DiarySummary(
            days: first...first.adding(days: 29),
            entries: [
                entry(
                    first,
                    [
                        .question(.feeling): 3, .question(.nose): 2, .question(.vasOverall): 40,
                        .medicine(.nasalSteroid): 1, .symptom(.headache): 1,
                    ]),
                entry(
                    first.adding(days: 2),
                    [.question(.feeling): 1, .question(.vasOverall): 20, .symptom(.headache): 3],
                    note: "Mown the lawn — größer als gedacht"),
            ], air: air(first...first.adding(days: 29), ["birch"]),
            allergens: [try #require(Taxonomy.standard["birch"])])
        let file = try DiaryPaper(summary, in: .english, made: Self.made).file(at: Date())
        let text = try text(file)
        #expect(text.contains("2 of 30 days have an entry"))
        #expect(text.contains(/All in all \(0–100\) +2 +30 +20 – 40/), "\(text)")
        #expect(text.contains(/Headache +2 +1 +0 +1/), "\(text)")
        #expect(text.contains(/Cortisone nasal spray +1/))
        #expect(text.contains(/Birch \(grains\/m³\) +26 +\d+ +29 +30 Apr 2026/), "\(text)")
        #expect(text.contains("3 Apr 2026: Mown the lawn — größer als gedacht"))
        #expect(try pages(file) == 2)
        let info = try read(file, with: "pdfinfo", ["FILE"])
        #expect(
            info.contains("Diary and air, 1 April 2026 to 30 April 2026"))
        #expect(info.contains("A4"))
        let parts = try read(file, with: "pdfinfo", ["-struct", "FILE"])
        #expect(parts.hasPrefix("H1 (block)") && parts.contains("H2 (block)") && parts.contains("Figure"))
    }

    @Test(arguments: Language.allCases)
    func `three full years are four pages in every language, with the last notes`(language: Language) throws {
        let ids = Taxonomy.standard.allergens.filter { $0.unit != nil }.map(\.id.rawValue)
        let file = try DiaryPaper(
            summary(1_096, noting: 20, of: ids), in: language, made: Self.made
        ).file(at: Date())
        #expect(try pages(file) == 4)
        let text = try text(file)
        #expect(text.contains("Note 1095.") && !text.contains("Note 0."))
        let left = try #require(text.firstMatch(of: /(\d[\d.,  ]*) [^\n]*CSV/)).1.filter(\.isNumber)
        let shown = text.matches(of: /Note \d+\./).count
        #expect(Int(left) == 822 - shown, "\(left), \(shown)")
        #expect(file.count < 400_000)
    }

    @Test func `without entries and air it says so, on one page`() throws {
        let summary = summary(1, of: [])
        let days = Self.made...Self.made
        let empty = DiarySummary(days: days, entries: [], air: summary.air, allergens: [])
        let file = try DiaryPaper(empty, in: .german, made: Self.made).file(at: Date())
        #expect(try pages(file) == 1)
        #expect(try text(file).contains("0 von 1 Tagen"))
    }

    @Test func `a long word is broken, and no control of a note reaches the file's structure`() throws {
        let note = String(repeating: "ß", count: 900) + " (endobj) %%EOF \\"
        let summary = DiarySummary(
            days: Self.made...Self.made, entries: [entry(Self.made, [:], note: note)],
            air: MeasuredAir(stations: [], series: [:]), allergens: [])
        let file = try DiaryPaper(summary, in: .french, made: Self.made).file(at: Date())
        let text = try text(file)
        #expect(text.filter { $0 == "ß" }.count == 900 && text.contains("(endobj) %%EOF \\"))
    }
}
