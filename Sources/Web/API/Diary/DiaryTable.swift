import Allergens
import Diary
import HTTP
import HealthMetrics
import Help
import Observations
import Papers

/// A line for each day with an entry, a health value, a medicine, a dose, or a value in the air.
struct DiaryTable {
    let text: String

    /// What is empty was not said, and not measured.
    init(_ summary: DiarySummary) {
        let (allergens, air, days) = (summary.allergens, summary.air, summary.days)
        let kinds = summary.metricKinds
        let metrics = Dictionary(uniqueKeysWithValues: summary.metrics.map { ($0.day, $0) })
        let byDay = Dictionary(uniqueKeysWithValues: summary.entries.map { ($0.day, $0) })
        let treatment = TreatmentFields(summary.treatment)
        let scores = ["dss", "dms", "csms", "tnss", "toss", "rtss"]
        let columns: [String] = allergens.map { "\($0.id.rawValue) (\($0.unit?.rawValue ?? ""))" }
        let said: [String] = DiaryQuestion.allCases.map(\.rawValue) + scores
        let measured: [String] = kinds.map { "\($0.rawValue) (\($0.unit))" }
        var table = CSVTable(
            columns: ["day"] + said + ["medicines", "symptoms", "note"] + TreatmentFields.names + measured
                + columns)
        for day in days.lowerBound.daysSinceEpoch...days.upperBound.daysSinceEpoch {
            let day = CivilDate(daysSinceEpoch: day)
            let values: [String?] = allergens.map { allergen in
                air.series[allergen.id]?.values[day].map { "\(($0 * 10).rounded() / 10)" }
            }
            let (entry, metric) = (byDay[day], metrics[day])
            let noted = treatment.fields(of: day)
            guard entry != nil || metric != nil || (noted + values).contains(where: { $0 != nil })
            else { continue }
            let figures: [String?] = kinds.map { kind in
                metric?.figures(of: kind).map { "\($0.figure(of: kind).thousandths)" }
            }
            let said: [String?] = [day.description] + Self.fields(of: entry)
            table.add(said + noted + figures + values)
        }
        text = table.text
    }

    private static func fields(of entry: DiaryEntry?) -> [String?] {
        let answers = DiaryQuestion.allCases.map { question in entry?.answer(to: question).map { "\($0)" } }
        let scores = entry.map(DiaryScores.init)
        let numbers: [String?] = [
            scores?.dss.map(hundredths), scores?.dms.map { "\($0)" }, scores?.csms.map(hundredths),
            scores?.tnss.map { "\($0)" }, scores?.toss.map { "\($0)" }, scores?.rtss.map { "\($0)" },
        ]
        let medicines = DiaryMedicine.allCases.filter { entry?.number(.medicine($0)) == 1 }.map(\.rawValue)
        let symptoms = DiarySymptom.allCases.compactMap { symptom in
            entry?.number(.symptom(symptom)).flatMap(DiarySymptom.Grade.init(number:)).map {
                "\(symptom.rawValue) \($0.rawValue)"
            }
        }
        return answers + numbers + [
            medicines.joined(separator: "; "), symptoms.joined(separator: "; "), entry?.note,
        ]
    }

    private static func hundredths(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

/// What was noted of medicines and of doses of immunotherapy on each day.
private struct TreatmentFields {
    static let names = ["intakes", "doses", "reactions"]

    private let intakes: [CivilDate: [Intakes.Entry]]
    private let doses: [CivilDate: [Dose]]

    init(_ notes: TreatmentNotes) {
        intakes = Dictionary(grouping: notes.intakes, by: \.day).mapValues { $0.map(\.intake) }
        doses = Dictionary(grouping: notes.doses, by: \.day).mapValues { $0.map(\.dose) }
    }

    /// The fields under ``names``; `nil` where nothing was noted.
    func fields(of day: CivilDate) -> [String?] {
        let doses = doses[day] ?? []
        let amounts = doses.map { dose in
            "\(dose.time.text) \(dose.allergen.rawValue) \(dose.amount) \(dose.unit)\(dose.isHalf ? " (half)" : "")"
        }
        let reactions = doses.compactMap { dose in
            dose.reaction.map { reaction in
                let after = reaction.minutesAfter.map { " after \($0) minutes" } ?? ""
                let symptoms = reaction.symptoms.map(\.rawValue).joined(separator: " + ")
                return "\(dose.allergen.rawValue) \(symptoms)\(after)"
            }
        }
        let intakes = (intakes[day] ?? []).map { "\($0.time.text) \($0.label) \($0.state.rawValue)" }
        return [intakes, amounts, reactions].map { $0.isEmpty ? nil : $0.joined(separator: "; ") }
    }
}
