import Allergens
import Diary
import Foundation
import HealthMetrics
import Help
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
    private func read(
        _ file: [UInt8], with tool: String, _ arguments: [String]
    ) async throws -> String {
        let document = folder.url.appending(path: "diary.pdf")
        try Data(file).write(to: document)
        let (status, text) = try await ChildProcess.run(
            URL(filePath: "/usr/bin/\(tool)"), arguments.map { $0 == "FILE" ? document.path : $0 })
        #expect(status == 0 && !text.contains("Error"), "\(text)")
        return text
    }

    private func text(_ file: [UInt8]) async throws -> String {
        try await read(file, with: "pdftotext", ["-layout", "FILE", "-"])
    }

    private func pages(_ file: [UInt8]) async throws -> Int? {
        let info = try await read(file, with: "pdfinfo", ["FILE"])
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

    /// Two values of each kind on each day.
    private func metrics(_ days: ClosedRange<CivilDate>) -> [MetricDay] {
        (days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch).map { day in
            let day = CivilDate(daysSinceEpoch: day)
            var record = MetricRecord(MetricDay(day), hours: [:])
            for kind in MetricKind.allCases {
                for hour in [8, 20] {
                    let value = (kind.range.lowerBound + kind.range.upperBound) / 2 + Double(hour)
                    let time = day.startInUTC.addingTimeInterval(Double(hour) * 3_600)
                    #expect(throws: Never.self) { try record.add(Metric(kind, value, time: time), in: hour) }
                }
            }
            return record.day
        }
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
        return DiarySummary(
            days: days, entries: entries, air: air(days, ids), allergens: allergens,
            metrics: words == 0 ? [] : metrics(days),
            treatment: words == 0 ? .none : treatment(days, noting: words))
    }

    /// As many medicines and dosages as a person may keep, with a reaction on every day.
    private func treatment(_ days: ClosedRange<CivilDate>, noting words: Int) -> TreatmentNotes {
        let plan = (0..<Medicine.limit).map { number in
            Kept(
                id: HelpID(rawValue: "\(number)"),
                record: Medicine(
                    name: "Medicine \(number)", form: .tablet, strength: "10 mg",
                    times: (6..<18).map { .init(LocalTime(hour: $0), amount: "a spoon and a half") },
                    until: Self.made), changed: Date(timeIntervalSince1970: 0))
        }
        let numbers = 0...days.upperBound.daysSinceEpoch - days.lowerBound.daysSinceEpoch
        return TreatmentNotes(
            plan: plan,
            intakes: numbers.map { number in
                var part = Intakes()
                let medicine = HelpID(rawValue: "\(number % 50)")
                part.set(
                    intake(of: "Medicine \(number % 50)", medicine, .taken), of: medicine,
                    at: LocalTime(hour: 6))
                return (days.lowerBound.adding(days: number), part)
            },
            doses: numbers.map { number in
                let note = "Dose \(number). " + String(repeating: "Nuts ", count: words)
                return (
                    days.lowerBound.adding(days: number),
                    doses(
                        of: .own("Bee venom"), "Step \(number / 20)", noting: note, Set(DiarySymptom.allCases)
                    )
                )
            })
    }

    private func intake(of name: String, _ medicine: HelpID, _ state: Intakes.State) -> Intakes.Entry {
        Intakes.Entry(
            medicine: medicine.rawValue, time: LocalTime(hour: 6), state: state,
            at: Date(timeIntervalSince1970: 0), source: .page, name: name, strength: "10 mg", amount: "1",
            used: 0)
    }

    private func doses(
        of allergen: TreatedAllergen, _ dosage: String, noting note: String, _ symptoms: Set<DiarySymptom>
    ) -> DoseDay {
        var day = DoseDay()
        let dose = Dose(
            allergen: allergen, time: LocalTime(hour: 18), dosage: dosage, amount: 0.25, unit: "mg",
            route: .oral, isHalf: true, medicines: [], cofactors: [.ill: true, .sport: false], notes: note,
            reaction: symptoms.isEmpty
                ? nil : Dose.Reaction(symptoms: symptoms, minutesAfter: 20, notes: "Rested"))
        #expect(throws: Never.self) { try day.note(dose) }
        return day
    }

    @Test func `the numbers of the days are in it`() async throws {
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
            allergens: [try #require(Taxonomy.standard["birch"])], metrics: metrics(first...first),
            treatment: .none)
        let file = try DiaryPaper(summary, in: .english, made: Self.made).file(at: Date())
        let text = try await text(file)
        #expect(text.contains("2 of 30 days have an entry"))
        #expect(text.contains(/All in all \(0–100\) +2 +30 +20 – 40/), "\(text)")
        #expect(text.contains(/Headache +2 +1 +0 +1/), "\(text)")
        #expect(text.contains(/Cortisone nasal spray +1/))
        #expect(text.contains(/Birch \(grains\/m³\) +26 +\d+ +29 +30 Apr 2026/), "\(text)")
        // The mean of the pulse, the best of the blows, and both uses of the inhaler.
        #expect(text.contains(/Heart rate \(\/min\) +1 +172 +166 – 178/), "\(text)")
        #expect(text.contains(/Peak flow \(L\/min\) +1 +530 +518 – 530/))
        #expect(text.contains(/Inhaler puffs +1 +228 +228 – 228/))
        #expect(text.contains("3 Apr 2026: Mown the lawn — größer als gedacht"))
        #expect(try await pages(file) == 2)
        let info = try await read(file, with: "pdfinfo", ["FILE"])
        #expect(
            info.contains("Diary and air, 1 April 2026 to 30 April 2026"))
        #expect(info.contains("A4"))
    }

    @Test func `what is planned, taken and what followed is in it, as the person noted it`() async throws {
        let first = CivilDate("2026-04-01")!
        let (cetirizine, gone) = (HelpID(rawValue: "1"), HelpID(rawValue: "2"))
        var intakes = Intakes()
        intakes.set(intake(of: "Cetirizine", cetirizine, .taken), of: cetirizine, at: LocalTime(hour: 6))
        intakes.set(intake(of: "Prednisone", gone, .skipped), of: gone, at: LocalTime(hour: 6))
        var late = Intakes()
        late.set(intake(of: "Cetirizine", cetirizine, .later), of: cetirizine, at: LocalTime(hour: 6))
        let plan = Kept(
            id: cetirizine,
            record: Medicine(
                name: "Cetirizine", form: .tablet, strength: "10 mg",
                times: [.init(LocalTime(hour: 6), amount: "1")], days: .weekdays([.monday, .friday])),
            changed: Date())
        let peanut = TreatedAllergen.food("peanut")
        let summary = DiarySummary(
            days: first...first.adding(days: 29), entries: [], air: air(first...first, []), allergens: [],
            metrics: [],
            treatment: TreatmentNotes(
                plan: [plan], intakes: [(first, intakes), (first.adding(days: 1), late)],
                doses: [
                    (first, doses(of: peanut, "Step 1", noting: "", [])),
                    (first.adding(days: 3), doses(of: peanut, "Step 1", noting: "In the evening", [.hives])),
                ]))
        let text = try await text(DiaryPaper(summary, in: .english, made: Self.made).file(at: Date()))
        #expect(text.contains(/Cetirizine 10 mg +1 +0\n/), "\(text)")
        #expect(text.contains("Tablet · Mon and Fri · 06:00 (1)"))
        #expect(text.contains(/Prednisone 10 mg +0 +1\n/))
        #expect(text.contains(/Peanuts +2 +1 +1 Apr 2026 +4 Apr 2026/))
        #expect(text.contains("Step 1, 0.25 mg (half) · By mouth"))
        #expect(text.contains(/4 Apr 2026 · Peanuts, Step 1, 0.25 mg \(half\) +20\n/))
        #expect(text.contains("Ill · Hives") && !text.contains("Sport"))
        #expect(text.contains("4 Apr 2026: Peanuts: In the evening"))
        #expect(text.contains("4 Apr 2026: Peanuts: Rested"))
    }

    @Test(arguments: Language.allCases)
    func `programs that read aloud are told its language, its parts and their order`(language: Language)
        async throws
    {
        let file = try DiaryPaper(summary(90, noting: 1, of: ["birch"]), in: language, made: Self.made)
            .file(at: Date())
        let info = try await read(file, with: "pdfinfo", ["FILE"])
        #expect(info.contains(/Tagged: +yes/), "\(info)")
        let end = String(decoding: file.suffix(600), as: UTF8.self)
        #expect(end.contains("/Lang (\(language.rawValue))") && end.contains("/DisplayDocTitle true"))
        let parts = try await read(file, with: "pdfinfo", ["-struct", "FILE"])
        #expect(parts.hasPrefix("Document\n  H1 (block)\n  P (block)\n"), "\(parts.prefix(200))")
        #expect(parts.matches(of: /\n +H1/).count == 1 && parts.contains("\n  Figure"))
        #expect(parts.contains(/\n  Table \(block\)\n    TR\n      TH/))
        // What stands on the pages is all in parts: none of it is left to guess.
        let spoken = try await read(file, with: "pdfinfo", ["-struct-text", "FILE"])
            .matches(of: /"(.*)"/).flatMap { $0.1.filter { !$0.isWhitespace } }
        let printed = try await text(file).filter { !$0.isWhitespace }
        #expect(spoken.sorted() == printed.sorted())
    }

    @Test(arguments: Language.allCases)
    func `three full years are four pages in every language, with the last notes`(language: Language)
        async throws
    {
        let ids = Taxonomy.standard.allergens.filter { $0.unit != nil }.map(\.id.rawValue)
        let file = try DiaryPaper(
            summary(1_096, noting: 20, of: ids), in: language, made: Self.made
        ).file(at: Date())
        let pages = try await pages(file)
        #expect(pages == 4, "\(pages ?? 0) pages")
        let text = try await text(file)
        #expect(text.contains("Dose 1095.") && !text.contains("Note 0."))
        let left = text.matches(of: /(\d[\d.,  ]*) [^\n]*CSV/).map { Int($0.1.filter(\.isNumber)) }
        let shown = text.matches(of: /Note \d+\.|Dose \d+\.|Rested/).count
        // Of three of four days, of each dose, and of each reaction.
        let notes = 822 + 2 * 1_096
        #expect(left == [DiarySymptom.allCases.count - 20, notes - shown], "\(left), \(shown)")
        #expect(file.count < 400_000)
    }

    @Test func `without entries and air it says so, on one page`() async throws {
        let summary = summary(1, of: [])
        let days = Self.made...Self.made
        let empty = DiarySummary(
            days: days, entries: [], air: summary.air, allergens: [], metrics: [],
            treatment: .none)
        let file = try DiaryPaper(empty, in: .german, made: Self.made).file(at: Date())
        #expect(try await pages(file) == 1)
        #expect(try await text(file).contains("0 von 1 Tagen"))
    }

    @Test func `a long word is broken, and no control of a note reaches the file's structure`() async throws {
        let note = String(repeating: "ß", count: 900) + " (endobj) %%EOF \\"
        let summary = DiarySummary(
            days: Self.made...Self.made, entries: [entry(Self.made, [:], note: note)],
            air: MeasuredAir(stations: [], series: [:]), allergens: [], metrics: [],
            treatment: .none)
        let file = try DiaryPaper(summary, in: .french, made: Self.made).file(at: Date())
        let text = try await text(file)
        #expect(text.filter { $0 == "ß" }.count == 900 && text.contains("(endobj) %%EOF \\"))
    }
}
