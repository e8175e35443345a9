import HTTP
import Help

/// What a clinic has told about doses, as it is sent and read.
struct ClinicRulesDocument: HelpDocument {
    static let members: Set = [
        "allergen", "clinic", "phone", "beforeSport", "afterSport", "awake", "callAfter", "whenIll", "notes",
    ]
    static let name = "rules"
    static let parameter = "rule"

    let allergen: String?
    let clinic: String
    let phone: String
    let beforeSport: Int?
    let afterSport: Int?
    let awake: Int?
    let callAfter: Int?
    let whenIll: String
    let notes: String

    init(_ rules: ClinicRules) {
        allergen = rules.allergen?.rawValue
        (clinic, phone) = (rules.clinic, rules.phone)
        (beforeSport, afterSport, awake) = (rules.beforeSport, rules.afterSport, rules.awake)
        (callAfter, whenIll, notes) = (rules.callAfter, rules.whenIll, rules.notes)
    }

    func checked() throws -> ClinicRules {
        var mistakes = Mistakes(.invalidRecord)
        let treated = allergen.flatMap { mistakes.treated($0, at: "/allergen") }
        mistakes.text(clinic, within: 0...ClinicRules.nameLength, at: "/clinic")
        mistakes.text(phone, within: 0...ClinicRules.phoneLength, at: "/phone")
        if !phone.allSatisfy({ "+0123456789 ()/.-".contains($0) }) {
            mistakes.note("/phone", "A number has digits, blanks and + ( ) / . -")
        }
        let minutes = [("/beforeSport", beforeSport), ("/afterSport", afterSport), ("/awake", awake)]
        for (pointer, value) in minutes where value.map({ !ClinicRules.minutes.contains($0) }) ?? false {
            mistakes.note(pointer, "This is 1 to \(ClinicRules.minutes.upperBound) minutes, or null.")
        }
        if let callAfter, !ClinicRules.days.contains(callAfter) {
            mistakes.note("/callAfter", "This is 1 to \(ClinicRules.days.upperBound) days, or null.")
        }
        mistakes.text(whenIll, within: 0...ClinicRules.textLength, at: "/whenIll", lines: true)
        mistakes.text(notes, within: 0...ClinicRules.textLength, at: "/notes", lines: true)
        try mistakes.check()
        return ClinicRules(
            allergen: treated, clinic: clinic, phone: phone, beforeSport: beforeSport,
            afterSport: afterSport, awake: awake, callAfter: callAfter, whenIll: whenIll, notes: notes)
    }
}
