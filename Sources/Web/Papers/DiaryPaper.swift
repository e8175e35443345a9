package import Allergens
import Diary
package import Drawing
package import Foundation
import Observations
package import People

/// A diary as a document of one to four pages for a doctor: charts of the days and of the air, scores, symptoms,
/// medicines, and notes.
///
/// It names nobody, and has lines to write a name and a date of birth on by hand.
package struct DiaryPaper {
    private let summary: DiarySummary
    private let text: PaperText
    private let ruler: PaperRuler
    private let made: CivilDate
    private var layout = PaperLayout()

    /// The most pages.
    ///
    /// Notes that have no room there are counted, and stand in the table.
    package static let mostPages = 4
    /// The most allergens whose course is drawn; the table has all.
    private static let mostCourses = 4

    /// - Parameters:
    ///   - summary: What it shows.
    ///   - language: The language of its words.
    ///   - today: The day on which it is made.
    /// - Throws: ``CairoError`` if there is no memory.
    package init(_ summary: DiarySummary, in language: Language, made today: CivilDate) throws(CairoError) {
        self.summary = summary
        text = PaperText(language)
        ruler = try PaperRuler()
        made = today
        writeHead()
        writeCourses()
        writeScores()
        writeAnswers()
        writeSymptoms()
        writeMedicines()
        writeAir()
        writeNotes()
    }

    /// The document as PDF.
    package func file(at now: Date) throws(CairoError) -> [UInt8] {
        let made = text("paper.made", ["day": text.day(made)])
        let pages = layout.drawings { [text] page, count in
            let number = text("paper.page", ["page": "\(page)", "pages": "\(count)"])
            return "\(number) · \(made)"
        }
        return try PDF.file(
            width: PaperStyle.page.width, height: PaperStyle.page.height,
            .init(title: "\(text("paper.title")), \(span)", created: now), pages: pages)
    }

    private var span: String {
        text(
            "paper.span",
            ["from": text.day(summary.days.lowerBound), "to": text.day(summary.days.upperBound)])
    }

    private mutating func write(_ text: String, _ style: TextStyle) {
        layout.add(.text(text, style, ruler))
    }

    private mutating func write(_ heading: String, _ table: PaperTable) {
        guard !table.rows.isEmpty else { return }
        layout.add(.heading(heading))
        for block in table.blocks(ruler) { layout.add(block) }
    }

    private mutating func writeHead() {
        let total = summary.days.upperBound.daysSinceEpoch - summary.days.lowerBound.daysSinceEpoch + 1
        layout.add(.title(text("paper.title")))
        write(span, PaperStyle.heading)
        layout.add(.blanks([text("paper.name"), text("paper.birth")], ruler))
        write(
            text.counted("paper.entries", summary.entries.count, ["total": text.number(total)]),
            PaperStyle.body)
        write(text("diary.purpose"), PaperStyle.body)
    }
}

// MARK: - Courses

extension DiaryPaper {
    private mutating func writeCourses() {
        let axis = DayAxis(summary.days, text)
        let strips = measures + medicines + courses
        guard !strips.isEmpty else { return }
        layout.add(.heading(text("lookback.chart"), reserve: 60))
        write(text("paper.chart.about"), PaperStyle.small)
        for strip in strips { layout.add(strip.block(axis, ruler)) }
        layout.add(axis.block(ruler))
    }

    private func values(_ value: (DiaryEntry) -> Double?) -> [CivilDate: Double] {
        Dictionary(
            uniqueKeysWithValues: summary.entries.compactMap { entry in value(entry).map { (entry.day, $0) } }
        )
    }

    /// The numbers of the days, as far as there are any.
    private var measures: [DayStrip] {
        let feelings = values { $0.answer(to: .feeling).map { Double($0 + 1) } }
        let feeling = DayStrip(
            title: text("lookback.measure.feeling"),
            caption: "\(text("diary.feeling.0")) – \(text("diary.feeling.4"))", colour: PaperStyle.symptoms,
            top: 5, values: feelings)
        let scores: [(key: String, top: Double, value: (DiaryEntry) -> Double?)] = [
            ("csms", 6, { DiaryScores($0).csms }), ("dss", 3, { DiaryScores($0).dss }),
            ("vasOverall", 100, { $0.answer(to: .vasOverall).map(Double.init) }),
        ]
        let strips =
            [feeling]
            + scores.map { key, top, value in
                DayStrip(
                    title: text("lookback.measure.\(key)"), caption: "0 – \(text.number(top))",
                    colour: PaperStyle.symptoms, top: top, values: values(value))
            }
        return strips.filter { !$0.values.isEmpty }
    }

    private var medicines: [DayStrip] {
        let taken = values { entry in
            let isTaken = DiaryMedicine.allCases.contains {
                $0 != .none && entry.number(.medicine($0)) == 1
            }
            return isTaken ? 1 : nil
        }
        guard !taken.isEmpty else { return [] }
        return [
            DayStrip(
                title: text("lookback.medicine"), caption: "", colour: PaperStyle.medicine, top: 1,
                values: taken, plotHeight: 8)
        ]
    }

    /// The allergens with the most in the air, compared by how far they rose above where their levels begin.
    private var courses: [DayStrip] {
        let measured = summary.allergens.compactMap { allergen -> (strip: DayStrip, weight: Double)? in
            guard let values = summary.air.series[allergen.id]?.values, let most = values.values.max(),
                let unit = allergen.unit
            else { return nil }
            let strip = DayStrip(
                title: text.name(of: allergen),
                caption: "\(text("lookback.pollen")), 0 – \(text.concentration(most)) \(unit.symbol)",
                colour: PaperStyle.air,
                top: max(most, 1), values: values)
            let moderate = Scale.standard(for: allergen)?.bounds.moderate ?? most
            return (strip, most / moderate)
        }
        return measured.sorted { $0.weight > $1.weight }.prefix(Self.mostCourses).map(\.strip)
    }
}

// MARK: - Tables

extension DiaryPaper {
    private mutating func writeScores() {
        let scores: [(key: String, value: (DiaryScores) -> Double?)] = [
            ("lookback.measure.dss", \.dss), ("paper.dms", { $0.dms.map(Double.init) }),
            ("lookback.measure.csms", \.csms), ("paper.tnss", { $0.tnss.map(Double.init) }),
            ("paper.toss", { $0.toss.map(Double.init) }), ("paper.rtss", { $0.rtss.map(Double.init) }),
        ]
        let all = summary.entries.map(DiaryScores.init)
        var rows = scores.compactMap { key, value in row(text(key), all.compactMap(value)) }
        let scales: [DiaryQuestion] = [.vasOverall, .vasNose, .vasEyes, .vasLungs, .vasWork, .vasSleep]
        rows += scales.compactMap { scale in
            row(
                text("paper.scale", ["name": text.name(of: scale)]),
                summary.entries.compactMap { $0.answer(to: scale).map(Double.init) })
        }
        write(
            text("paper.scores"),
            PaperTable(
                ["", text("paper.days"), text("paper.mean"), text("paper.range")], first: 200, rows: rows))
        if !rows.isEmpty { write(text("paper.scores.about"), PaperStyle.small) }
    }

    private func row(_ name: String, _ values: [Double]) -> [String]? {
        guard let least = values.min(), let most = values.max() else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        return [
            name, text.number(values.count), text.number(mean, digits: 2),
            "\(text.number(least, digits: 2)) – \(text.number(most, digits: 2))",
        ]
    }

    private mutating func writeAnswers() {
        let feelings = summary.entries.compactMap { $0.answer(to: .feeling) }
        let counts = (0...4).map { feeling in text.number(feelings.filter { $0 == feeling }.count) }
        write(
            text("lookback.measure.feeling"),
            PaperTable(
                [""] + (0...4).map { text("diary.feeling.\($0)") }, first: 150,
                rows: feelings.isEmpty ? [] : [[text("paper.days")] + counts]))
        let graded = DiaryQuestion.allCases.filter { $0.range.upperBound == DiaryQuestion.worstGrade }
        let rows = graded.compactMap { question -> [String]? in
            let answers = summary.entries.compactMap { $0.answer(to: question) }
            guard !answers.isEmpty else { return nil }
            return [text.name(of: question)]
                + question.range.map { grade in text.number(answers.filter { $0 == grade }.count) }
        }
        write(
            text("paper.grades"),
            PaperTable(
                [text("paper.daysOf")] + (0...DiaryQuestion.worstGrade).map { text("diary.grade.\($0)") },
                first: 110, rows: rows))
    }

    private mutating func writeSymptoms() {
        let grades = DiarySymptom.Grade.allCases.filter { $0 != .notPresent }
        let rows = DiarySymptom.allCases.compactMap { symptom -> [String]? in
            let found = summary.entries.compactMap { $0.number(.symptom(symptom)) }
                .compactMap(DiarySymptom.Grade.init(number:)).filter { $0 != .notPresent }
            guard !found.isEmpty else { return nil }
            return [text.name(of: symptom), text.number(found.count)]
                + grades.map { grade in text.number(found.filter { $0 == grade }.count) }
        }
        write(
            text("diary.symptoms"),
            PaperTable(
                ["", text("paper.days")] + grades.map { text("diary.symptomGrade.\($0.rawValue)") },
                first: 190, rows: rows))
    }

    private mutating func writeMedicines() {
        let rows = DiaryMedicine.allCases.compactMap { medicine -> [String]? in
            let count = summary.entries.filter { $0.number(.medicine(medicine)) == 1 }.count
            return count == 0 ? nil : [text.name(of: medicine), text.number(count)]
        }
        write(
            text("lookback.medicine"),
            PaperTable(["", text("paper.days")], first: PaperStyle.width - 80, rows: rows))
    }

    private mutating func writeAir() {
        let rows = summary.allergens.compactMap { allergen -> [String]? in
            guard let values = summary.air.series[allergen.id]?.values, let unit = allergen.unit,
                let highest = values.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
            else { return nil }
            let mean = values.values.reduce(0, +) / Double(values.count)
            return [
                "\(text.name(of: allergen)) (\(unit.symbol))", text.number(values.count),
                text.concentration(mean), text.concentration(highest.value), text.shortDay(highest.key),
            ]
        }
        write(
            text("lookback.pollen"),
            PaperTable(
                [
                    "", text("paper.measured"), text("paper.mean"), text("paper.highest"), text("paper.on"),
                ], first: 190, rows: rows))
        guard !rows.isEmpty else { return }
        let told = Set(summary.allergens.flatMap { summary.air.series[$0.id]?.stations ?? [] })
        let stations = summary.air.stations.filter { told.contains($0.id) }
        write(text("lookback.from", ["stations": text.list(stations.map(\.name))]), PaperStyle.small)
        if stations.contains(where: \.isSimulated) { write(text("lookback.simulated"), PaperStyle.small) }
    }

    /// The latest notes that there is room for, in the order of their days.
    private mutating func writeNotes() {
        let blocks = summary.entries.compactMap { entry in
            entry.note.map { PaperBlock.text("\(text.shortDay(entry.day)): \($0)", PaperStyle.body, ruler) }
        }
        guard !blocks.isEmpty else { return }
        layout.add(.heading(text("paper.notes")))
        var (least, most) = (0, blocks.count)
        while least < most {
            let middle = (least + most) / 2
            if laid(blocks, leavingOut: middle).count <= Self.mostPages {
                most = middle
            } else {
                least = middle + 1
            }
        }
        layout = laid(blocks, leavingOut: least)
    }

    private func laid(_ notes: [PaperBlock], leavingOut count: Int) -> PaperLayout {
        var layout = layout
        if count > 0 {
            layout.add(.text(text.counted("paper.moreNotes", count), PaperStyle.small, ruler))
        }
        for note in notes.dropFirst(count) { layout.add(note) }
        return layout
    }
}
