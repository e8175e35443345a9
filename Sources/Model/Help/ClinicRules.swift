/// What a clinic has told a person about doses, copied by the person; nothing of it is assumed.
package struct ClinicRules: HelpRecord {
    package static let kind = HelpKind.clinicRules
    /// One for all allergens, and one for each of several.
    package static let limit = 20
    /// The most characters of the clinic's name, and of its number.
    package static let (nameLength, phoneLength) = (120, 40)
    /// The most characters of what to do when ill, and of other rules.
    package static let textLength = 1_000
    /// Minutes before or after something.
    package static let minutes = 1...1_440
    /// Days without a recorded dose.
    package static let days = 1...60

    /// The allergen that they are for; `nil` for all that have none of their own.
    package let allergen: TreatedAllergen?
    package let clinic: String
    package let phone: String
    /// Minutes without sport before a dose.
    package let beforeSport: Int?
    /// Minutes without sport after a dose.
    package let afterSport: Int?
    /// Minutes to stay awake after a dose in the evening.
    package let awake: Int?
    /// After how many days without a recorded dose to call.
    package let callAfter: Int?
    /// What to do when ill, in the clinic's words.
    package let whenIll: String
    package let notes: String

    package init(
        allergen: TreatedAllergen?, clinic: String, phone: String, beforeSport: Int?, afterSport: Int?,
        awake: Int?, callAfter: Int?, whenIll: String, notes: String
    ) {
        (self.allergen, self.clinic, self.phone) = (allergen, clinic, phone)
        (self.beforeSport, self.afterSport, self.awake) = (beforeSport, afterSport, awake)
        (self.callAfter, self.whenIll, self.notes) = (callAfter, whenIll, notes)
    }

    package func settled(beside newest: ClinicRules) throws(HelpRefusal) -> ClinicRules? {
        if allergen == newest.allergen { throw .known }
        return nil
    }
}

extension Sequence<ClinicRules> {
    /// The rules for an allergen: its own, or else those for all.
    package func rules(for allergen: TreatedAllergen) -> ClinicRules? {
        first { $0.allergen == allergen } ?? first { $0.allergen == nil }
    }
}
