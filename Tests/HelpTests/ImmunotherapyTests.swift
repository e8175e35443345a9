import Allergens
import Diary
import Foundation
import SeededTesting
import Testing

@testable import Help

@Suite struct ImmunotherapyTests {
    private let today = CivilDate(year: 2026, month: 11, day: 25)!
    private let peanut = TreatedAllergen.food("peanut")

    private func dosage(_ name: String, of allergen: TreatedAllergen, isCurrent: Bool = true) -> Dosage {
        Dosage(
            allergen: allergen, name: name, amount: 300, unit: "mg", route: .oral, notes: "",
            isCurrent: isCurrent, hasHalf: false)
    }

    private func dose(_ symptoms: Set<DiarySymptom> = [], of allergen: TreatedAllergen? = nil) -> Dose {
        Dose(
            allergen: allergen ?? peanut, time: LocalTime(hour: 18), dosage: "Step 5", amount: 300,
            unit: "mg", route: .oral, isHalf: false, medicines: [], cofactors: [.ill: false], notes: "",
            reaction: symptoms.isEmpty
                ? nil : Dose.Reaction(symptoms: symptoms, minutesAfter: nil, notes: ""))
    }

    @Test func `an allergen is read as it is written, and only if there is one`() throws {
        for text in ["food:peanut", "air:birch", "own:Bee venom: 1/2"] {
            #expect(TreatedAllergen(rawValue: text)?.rawValue == text)
        }
        for text in ["peanut", "food:stone", "air:stone", "own:", "own: ", "own:a\u{7}", "pollen:birch", ""] {
            #expect(TreatedAllergen(rawValue: text) == nil, "\(text)")
        }
        #expect(TreatedAllergen.own("Bee venom") == .own(" bee VENOM"))
        let kept = try JSONEncoder().encode([TreatedAllergen.food("peanut")])
        #expect(String(decoding: kept, as: UTF8.self) == #"["food:peanut"]"#)
        #expect(TreatedAllergen.food("walnut") != .own("food:walnut"))
    }

    @Test func `a current dosage takes the place of the one of its allergen, and of no other`() throws {
        let newest = dosage("Step 6", of: peanut)
        #expect(try dosage("Step 5", of: peanut).settled(beside: newest)?.isCurrent == false)
        #expect(try dosage("Step 5", of: .air("birch")).settled(beside: newest) == nil)
        #expect(try dosage("Step 4", of: peanut, isCurrent: false).settled(beside: newest) == nil)
        #expect(
            try dosage("Step 5", of: peanut).settled(
                beside: dosage("Step 7", of: peanut, isCurrent: false)) == nil)
    }

    @Test func `a name is unique among the dosages of an allergen`() throws {
        #expect(throws: HelpRefusal.known) {
            try dosage("step 5 ", of: peanut).settled(beside: dosage("Step 5", of: peanut))
        }
        #expect(try dosage("Step 5", of: .air("birch")).settled(beside: dosage("Step 5", of: peanut)) == nil)
    }

    @Test func `a half is shown only to who wants it, and is exact`() {
        #expect(dosage("Step 5", of: peanut).halfAmount == nil)
        let small = Dosage(
            allergen: peanut, name: "A", amount: Decimal(string: "0.5")!, unit: "mg", route: .oral, notes: "",
            isCurrent: false, hasHalf: true)
        #expect(small.halfAmount == Decimal(string: "0.25"))
        for (text, isSound) in [("0", false), ("0.0001", true), ("0.00001", false), ("1000001", false)] {
            #expect(Dosage.isSound(Decimal(string: text)!) == isSound, "\(text)")
        }
    }

    @Test func `a day keeps one dose of each allergen, and is read back as it was`() throws {
        var day = DoseDay()
        try day.note(dose())
        try day.note(dose(of: .air("birch")))
        try day.note(dose([.hives, .itching]))
        #expect(day.doses.count == 2 && day[peanut]?.reaction?.symptoms == [.hives, .itching])
        let read = try JSONDecoder().decode(DoseDay.self, from: try JSONEncoder().encode(day))
        #expect(read == day)
        day.remove(peanut)
        day.remove(.air("birch"))
        #expect(day.isEmpty)
        for index in 0..<DoseDay.limit { try day.note(dose(of: .own("\(index)"))) }
        #expect(throws: HelpRefusal.tooMany(limit: DoseDay.limit)) { try day.note(dose(of: .own("more"))) }
    }

    @Test func `the first dose is on day 1, and without one it is day 1 too`() {
        #expect(TreatmentCourse([], today: today).dayOfTreatment == 1)
        #expect(TreatmentCourse([(today, dose())], today: today).dayOfTreatment == 1)
        let old = TreatmentCourse([(today.adding(days: -99), dose())], today: today)
        #expect(old.dayOfTreatment == 100 && old.missedDays == 98 && old.skipped == 29 && old.taken == 0)
    }

    @Test func `the present day is not missed before it is over`() {
        #expect(TreatmentCourse([(today, dose())], today: today).missedDays == 0)
        #expect(TreatmentCourse([(today.adding(days: -1), dose())], today: today).missedDays == 0)
        let course = TreatmentCourse([(today.adding(days: -2), dose())], today: today)
        #expect(course.missedDays == 1 && course.skipped == 1 && course.taken == 1)
    }

    @Test(arguments: 0..<40)
    func `a course equals what counting day by day gives`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let noted = (-50...3).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        let doses = noted.map { offset in
            (
                day: today.adding(days: offset),
                dose: dose(Set([.hives, .itching, .vomiting].filter { _ in Bool.random(using: &random) }))
            )
        }
        let course = TreatmentCourse(doses.shuffled(using: &random), today: today)
        let past = noted.filter { $0 <= 0 }
        var (taken, skipped, missed) = (0, 0, 0)
        for offset in -29...0 {
            if past.contains(offset) {
                taken += 1
            } else if let first = past.first, offset > first, offset < 0 {
                skipped += 1
            }
        }
        var offset = -1
        while !past.isEmpty, !past.contains(0), !past.contains(offset) {
            (missed, offset) = (missed + 1, offset - 1)
        }
        #expect(course.taken == taken && course.skipped == skipped && course.missedDays == missed)
        #expect(course.dayOfTreatment == (past.first.map { 1 - $0 } ?? 1))
        #expect(course.month.map(\.isTaken) == (-29...0).map(past.contains))
        for symptom in [DiarySymptom.hives, .itching, .vomiting] {
            let count = doses.count {
                $0.day <= today && $0.dose.reaction?.symptoms.contains(symptom) ?? false
            }
            #expect((course.symptoms.first { $0.symptom == symptom }?.count ?? 0) == count)
        }
        #expect(course.symptoms.map(\.count) == course.symptoms.map(\.count).sorted(by: >))
    }

    @Test func `a person is asked to call when the clinic has said so, or else after two days`() {
        func rules(_ days: Int?, for allergen: TreatedAllergen? = nil) -> ClinicRules {
            ClinicRules(
                allergen: allergen, clinic: "", phone: "", beforeSport: nil, afterSport: nil, awake: nil,
                callAfter: days, whenIll: "", notes: "")
        }
        #expect(MissedDoses(missed: 1, rules: nil) == nil)
        #expect(MissedDoses(missed: 2, rules: nil) == .usual)
        #expect(MissedDoses(missed: 2, rules: rules(nil)) == .usual)
        #expect(MissedDoses(missed: 2, rules: rules(3)) == nil)
        #expect(MissedDoses(missed: 3, rules: rules(3)) == .byClinic(days: 3))
        #expect(MissedDoses(missed: 1, rules: rules(1)) == .byClinic(days: 1))
        let kept = [rules(3), rules(5, for: peanut)]
        #expect(kept.rules(for: peanut)?.callAfter == 5 && kept.rules(for: .air("birch"))?.callAfter == 3)
        #expect([rules(5, for: peanut)].rules(for: .air("birch")) == nil)
    }
}
