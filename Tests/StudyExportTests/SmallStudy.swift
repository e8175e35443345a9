import Allergens
import Forms
import Geography
import StudyExport

/// A study of six people with two days each, and a form that asks everything.
struct SmallStudy: StudySource {
    static let plan = StudyPlan(
        title: ["en": "Small"], forms: [form("1"), form("2")], regions: ["Bern"],
        measures: [
            StudyMeasure(.pollen, "birch", unit: "grains/m³", label: ["en": "Birch", "de": "Birke"]),
            StudyMeasure(.pollutant, "pm10", unit: "µg/m³", label: ["en": "PM10"]),
        ], lags: 2)

    private static func form(_ version: String) -> FormDefinition {
        var form = FormDefinition(
            id: "small", version: version, title: ["en": "Small"],
            languages: [.init(code: "en", name: "English")])
        form.choices = [
            "grades": [.init(name: "0", label: ["en": "none"]), .init(name: "1", label: ["en": "mild"])],
            "things": [
                .init(name: "dust", label: ["en": "Dust"]), .init(name: "pets", label: ["en": "Pets"]),
            ],
        ]
        var (nose, triggers) = (FormItem(.selectOne, "nose"), FormItem(.selectMultiple, "triggers"))
        (nose.choices, nose.label) = ("grades", ["en": "Nose"])
        (triggers.choices, triggers.label) = ("things", ["en": "Triggers"])
        var (remark, group, medicines) = (
            FormItem(.text, "remark"), FormItem(.group, "g"), FormItem(.repeat, "medicines")
        )
        remark.label = ["en": "It's a remark"]
        group.items = [triggers, remark]
        medicines.items = [FormItem(.decimal, "dose")]
        form.items = [nose, group, medicines] + (version == "2" ? [FormItem(.date, "since")] : [])
        return form
    }

    func responses() -> () throws -> StudyResponse? {
        var index = 0
        return {
            guard index < 12 else { return nil }
            defer { index += 1 }
            var answers = FormAnswers(["nose": .text("\(index % 2)")])
            if index % 3 != 2 { answers.values["triggers"] = .choices(["dust"]) }
            if index == 0 { answers.values["remark"] = .text("=1+1, \"x\"") }
            answers.values["since"] = .text("2026-02-0\(1 + index % 9)")
            answers.repeats["medicines"] = Array(repeating: ["dose": .number(0.5)], count: index % 3)
            return StudyResponse(
                participant: index % 6, pseudonym: "P\(index % 6)",
                day: CivilDate(daysSinceEpoch: 20_590 + index / 6),
                place: Coordinate(longitude: 7.44, latitude: 46.95), region: 0, form: 1, consentVersion: "c1",
                answers: answers)
        }
    }

    func exposures(at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure])
        -> [StudyExposure]
    {
        measures.map { _ in
            response.participant == 0
                ? .unknown
                : StudyExposure(
                    value: 10.5 + Double(lag), hourValue: 8.5, station: "CHBERN", distance: 3.14, age: 2,
                    basis: .measured)
        }
    }
}
