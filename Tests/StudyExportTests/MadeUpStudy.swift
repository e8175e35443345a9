import Allergens
import Forms
import Foundation
import Geography
import SeededTesting
import StudyExport

/// A study of people who live together or alone, travel, stop early, and answer on some days.
struct MadeUpStudy: StudySource {
    /// What the study calls its forms if it has several.
    static let names = ["main", "weekly", "evening"]
    let plan: StudyPlan
    var all: [StudyResponse] = []
    let regions = 4
    private let hasForms: Bool
    private let hasWindows: Bool

    private static let form: FormDefinition = {
        var form = ShippedForm.hayFeverDay.form.definition
        // A number by which the test knows an answer again; the attacker does not use it.
        form.items.append(FormItem(.integer, "token"))
        form.items.append(FormItem(.text, "words"))
        return form
    }()

    /// - Parameters:
    ///   - seed: What everything depends on.
    ///   - isLinked: Whether answers are linked to people.
    ///   - hasForms: Whether it has three forms: one of each day, one of each seventh, and one of some evenings.
    ///   - hasWindows: Whether the form of each day is answered in one of two windows, or in both.
    /// - Throws: Nothing but what a mistake in the test throws.
    init(seed: UInt64, isLinked: Bool = true, hasForms: Bool = false, hasWindows: Bool = false) throws {
        var generator = SeededGenerator(seed: seed)
        (self.hasForms, self.hasWindows) = (hasForms, hasWindows)
        let names = hasForms ? Self.names : [Self.names[0]]
        var plan = StudyPlan(
            title: ["en": "Made up"], forms: names.map { _ in Self.form }, names: names,
            regions: (0..<regions).map { "Region \($0)" },
            measures: [
                StudyMeasure(.pollen, "birch", unit: "grains/m³", label: ["en": "Birch"]),
                StudyMeasure(.pollutant, "pm10", unit: "µg/m³", label: ["en": "PM10"]),
            ], lags: Int(seed % 3))
        if hasWindows { plan.windows[names[0]] = 2 }
        self.plan = plan
        let people = Int.random(in: 3...90, using: &generator)
        for person in 0..<people { addAnswers(of: person, &generator) }
        all.sort { $0.day < $1.day }
        for index in all.indices {
            all[index].answers.values["token"] = .number(Double(index))
            if !isLinked { (all[index].participant, all[index].pseudonym) = (nil, nil) }
        }
    }

    private mutating func addAnswers(of person: Int, _ generator: inout SeededGenerator) {
        // Powers of random numbers crowd people in few cells.
        let home = (Double.random(in: 0..<1, using: &generator), Double.random(in: 0..<1, using: &generator))
        let first = Int.random(in: 0..<40, using: &generator)
        let last = first + Int.random(in: 0..<60, using: &generator)
        for day in first...last where Double.random(in: 0..<1, using: &generator) < 0.7 {
            let isAway = Double.random(in: 0..<1, using: &generator) < 0.15
            let spot = isAway ? (Double.random(in: 0..<1, using: &generator), home.0) : home
            let away = (pow(spot.0, 4) * 0.6, pow(spot.1, 4) * 0.6)
            let place = Coordinate(longitude: 8 + away.0, latitude: 47 + away.1)
            let isKnown = Double.random(in: 0..<1, using: &generator) > 0.05
            for (form, window) in occasions(on: day, &generator) {
                all.append(
                    StudyResponse(
                        participant: person, pseudonym: "P\(person)",
                        day: CivilDate(daysSinceEpoch: 20_500 + day), window: window,
                        place: isKnown ? place : nil,
                        region: isKnown ? Int(spot.0 * 2) * 2 + Int(spot.1 * 2) : nil,
                        form: form, consentVersion: "1",
                        answers: FormAnswers([
                            "nose": .text("\(person % 4)"), "words": .text("I am \(person)"),
                        ])))
            }
        }
    }

    /// The forms that somebody answers on a day, by their places, each with its window; one at least.
    private func occasions(
        on day: Int, _ generator: inout SeededGenerator
    ) -> [(form: Int, window: Int?)] {
        forms(on: day, &generator).flatMap { form -> [(form: Int, window: Int?)] in
            guard hasWindows, form == 0 else { return [(form, nil)] }
            let windows = [[1], [2], [1, 2], [1, 2]].randomElement(using: &generator) ?? []
            return windows.map { (form, $0) }
        }
    }

    /// The places of the forms that somebody answers on a day; one at least.
    private func forms(on day: Int, _ generator: inout SeededGenerator) -> [Int] {
        guard hasForms else { return [0] }
        func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < part }
        var forms = chance(0.9) ? [0] : []
        if day.isMultiple(of: 7), chance(0.8) { forms.append(1) }
        if chance(0.5) { forms.append(2) }
        return forms.isEmpty ? [2] : forms
    }

    func responses() -> () throws -> StudyResponse? {
        var rest = all[...]
        return { rest.popFirst() }
    }

    func exposures(at area: ReleasedArea, of response: StudyResponse, lag: Int, _ measures: [StudyMeasure])
        -> [StudyExposure]
    {
        measures.enumerated().map { index, _ in
            response.day.daysSinceEpoch.isMultiple(of: 9)
                ? .unknown
                : StudyExposure(
                    value: Double(lag + index) + 0.5, station: "S\(area.hashValue % 7)", distance: 12.34,
                    age: 1.25,
                    basis: .measured)
        }
    }
}
