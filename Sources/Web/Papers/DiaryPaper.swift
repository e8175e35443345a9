package import Allergens
import Diary
package import Drawing
package import Foundation
import HealthMetrics
import Observations
package import People
import Site

/// A diary as a document of one to four pages for a doctor: charts of the days and of the air, scores, symptoms,
/// medicines, and notes.
///
/// It names nobody, and has lines to write a name and a date of birth on by hand.
package struct DiaryPaper {
    let summary: DiarySummary
    let text: PaperText
    let ruler: PaperRuler
    private let made: CivilDate
    var layout = PaperLayout()
    /// The most rows of a table of what people name themselves, and of allergens: fewer where the pages do not
    /// suffice.
    var mostRows = 0

    /// The most pages.
    ///
    /// Notes that have no room there are counted, and stand in the table.
    package static let mostPages = 4
    /// The most allergens whose course is drawn; the table has all.
    private static let mostCourses = 4
    /// The most symptoms that are listed; the table has all.
    private static let mostSymptoms = 20
    /// The most kinds of health values whose course is drawn; the table has all.
    private static let mostMetrics = 3

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
        for rows in [12, 8, 5, 3, 1] {
            (mostRows, layout) = (rows, PaperLayout())
            write()
            if layout.count <= Self.mostPages { break }
        }
    }

    private mutating func write() {
        writeHead()
        writeCourses()
        writeScores()
        writeAnswers()
        writeSymptoms()
        writeMedicines()
        writeTreatment()
        writeMetrics()
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
            .init(
                title: "\(text("paper.title")), \(span)", language: text.words.language.rawValue, created: now
            ),
            pages: pages)
    }

    private var span: String {
        text(
            "paper.span",
            ["from": text.day(summary.days.lowerBound), "to": text.day(summary.days.upperBound)])
    }

    mutating func write(_ text: String, _ style: TextStyle) {
        layout.add(.text(text, style, ruler))
    }

    mutating func write(_ heading: String, _ table: PaperTable) {
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
        let strips = measures + medicines + metrics + courses
        guard !strips.isEmpty else { return }
        layout.add(.heading(text("lookback.chart"), reserve: 60))
        write(text("paper.chart.about"), PaperStyle.small)
        if !metrics.isEmpty { write(text("paper.chart.values"), PaperStyle.small) }
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
            text("lookback.measure.feeling"),
            caption: "\(text("diary.feeling.0")) – \(text("diary.feeling.4"))", PaperStyle.symptoms, top: 5,
            feelings)
        let scores: [(key: String, top: Double, value: (DiaryEntry) -> Double?)] = [
            ("csms", 6, { DiaryScores($0).csms }), ("dss", 3, { DiaryScores($0).dss }),
            ("vasOverall", 100, { $0.answer(to: .vasOverall).map(Double.init) }),
        ]
        let strips =
            [feeling]
            + scores.map { key, top, value in
                DayStrip(
                    text("lookback.measure.\(key)"), caption: "0 – \(text.number(top))", PaperStyle.symptoms,
                    top: top, values(value))
            }
        return strips.filter { !$0.spans.isEmpty }
    }

    private var medicines: [DayStrip] {
        let taken = values { entry in
            let isTaken = DiaryMedicine.allCases.contains {
                $0 != .none && entry.number(.medicine($0)) == 1
            }
            return isTaken ? 1 : nil
        }
        guard !taken.isEmpty else { return [] }
        var strip = DayStrip(text("lookback.medicine"), caption: "", PaperStyle.medicine, top: 1, taken)
        strip.plotHeight = 8
        return [strip]
    }

    /// The kinds of health values with most days.
    private var metrics: [DayStrip] {
        MetricCourse.all(of: summary.metrics).prefix(Self.mostMetrics).map { $0.strip(text) }
    }

    /// The allergens that were measured, compared by how far they rose above where their levels begin.
    private var measured: [(allergen: Allergen, values: [CivilDate: Double], highest: Double)] {
        let found = summary.allergens.compactMap { allergen in
            summary.air.series[allergen.id].flatMap { series in
                series.values.values.max().map { (allergen: allergen, values: series.values, highest: $0) }
            }
        }
        return found.sorted { one, other in
            let weights = [one, other].map { measured in
                measured.highest
                    / (Scale.standard(for: measured.allergen)?.bounds.moderate ?? measured.highest)
            }
            return weights[0] > weights[1]
        }
    }

    private var courses: [DayStrip] {
        measured.prefix(Self.mostCourses).map { allergen, values, highest in
            DayStrip(
                text.name(of: allergen),
                caption: "\(text("lookback.pollen")), 0 – \(text.concentration(highest)) "
                    + "\(allergen.unit?.symbol ?? "")",
                PaperStyle.air, top: max(highest, 1), values)
        }
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

    /// The symptoms that were noted most often.
    private mutating func writeSymptoms() {
        let grades = DiarySymptom.Grade.allCases.filter { $0 != .notPresent }
        let noted = DiarySymptom.allCases.map { symptom in
            let found = summary.entries.compactMap { $0.number(.symptom(symptom)) }
                .compactMap(DiarySymptom.Grade.init(number:)).filter { $0 != .notPresent }
            return (symptom: symptom, grades: found)
        }.filter { !$0.grades.isEmpty }.sorted { $0.grades.count > $1.grades.count }
        let rows = noted.prefix(Self.mostSymptoms).map { symptom, found in
            [text.name(of: symptom), text.number(found.count)]
                + grades.map { grade in text.number(found.filter { $0 == grade }.count) }
        }
        write(
            text("diary.symptoms"),
            PaperTable(
                ["", text("paper.days")] + grades.map { text("diary.symptomGrade.\($0.rawValue)") },
                first: 190, rows: rows))
        if noted.count > rows.count {
            write(text.counted("paper.moreSymptoms", noted.count - rows.count), PaperStyle.small)
        }
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

    private mutating func writeMetrics() {
        let rows = MetricCourse.all(of: summary.metrics).map { $0.row(text) }
        write(
            text("page.values.heading"),
            PaperTable(
                ["", text("paper.days"), text("paper.mean"), text("paper.range")], first: 200, rows: rows))
    }

    private mutating func writeAir() {
        let measured = measured
        let rows = measured.prefix(mostRows).map { allergen, values, highest in
            let mean = values.values.reduce(0, +) / Double(values.count)
            let day = values.filter { $0.value == highest }.keys.min()
            return [
                "\(text.name(of: allergen)) (\(allergen.unit?.symbol ?? ""))", text.number(values.count),
                text.concentration(mean), text.concentration(highest), day.map(text.shortDay) ?? "",
            ]
        }
        write(
            text("lookback.pollen"),
            PaperTable(
                [
                    "", text("paper.measured"), text("paper.mean"), text("paper.highest"), text("paper.on"),
                ], first: 190, rows: rows))
        guard !rows.isEmpty else { return }
        write(rest: measured.count - rows.count)
        let told = Set(summary.allergens.flatMap { summary.air.series[$0.id]?.stations ?? [] })
        let stations = summary.air.stations.filter { told.contains($0.id) }
        write(text("lookback.from", ["stations": text.list(stations.map(\.name))]), PaperStyle.small)
        if stations.contains(where: \.isSimulated) { write(text("lookback.simulated"), PaperStyle.small) }
    }
}
