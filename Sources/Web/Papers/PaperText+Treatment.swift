import Allergens
import Foundation
import Help
import People
import Site

extension PaperText {
    func name(of allergen: TreatedAllergen) -> String {
        switch allergen {
        case .food(let code):
            let names = FoodCatalogue.standard.foods.first { $0.code == code }?.names
            return names?[words.language.rawValue] ?? code
        case .air(let key): return Taxonomy.standard[Allergen.ID(rawValue: key)].map(name) ?? key
        case .own(let name): return name
        }
    }

    /// The dosage of a dose, and how much it is.
    func amount(of dose: Dose) -> String {
        let digits = 0...Dosage.mostDigits + 1
        let figure = dose.amount.formatted(.number.precision(.fractionLength(digits)).locale(locale))
        let parts = [dose.dosage, "\(figure) \(dose.unit)"].filter { !$0.isEmpty }
        return parts.joined(separator: ", ") + (dose.isHalf ? " \(self("dose.isHalf"))" : "")
    }

    func name(of route: Dosage.Route) -> String { self("dose.route.\(route.rawValue)") }

    /// What a medicine is taken as, and when that is planned.
    func plan(of medicine: Medicine) -> String {
        let form = self("medicines.form.\(medicine.form.rawValue)")
        if medicine.isPaused { return "\(form) · \(self("medicines.isPaused"))" }
        if medicine.times.isEmpty { return "\(form) · \(self("medicines.needed"))" }
        let times = medicine.times.map { $0.amount.isEmpty ? $0.time.text : "\($0.time.text) (\($0.amount))" }
        let end = medicine.until.map { self("medicines.untilDay", ["day": shortDay($0)]) }
        return [form, name(of: medicine.days), times.joined(separator: ", "), end].compactMap(\.self)
            .joined(separator: " · ")
    }

    private func name(of days: PlannedDays) -> String {
        switch days {
        case .every(let count, _): return self("medicines.everyDays", ["count": number(count)])
        case .weekdays(let weekdays):
            if weekdays.count == Weekday.allCases.count { return self("medicines.daily") }
            return list(Weekday.allCases.filter(weekdays.contains).map(name))
        }
    }
}
