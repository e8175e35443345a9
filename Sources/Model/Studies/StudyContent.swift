package import Forms
package import Foundation

/// What a study says and asks, in several languages.
package struct StudyContent: Codable, Hashable, Sendable {
    /// What has to be there before it is published.
    package enum Part: String, CaseIterable, Sendable {
        case title, purpose, contact, consent, form
    }

    package static let longestTitle = 200
    package static let longestText = 20_000
    /// The most boxes that somebody has to tick, and the most beside them.
    package static let mostPoints = 20
    /// The most forms, with the main one: how many people answered the same ones on a day is counted for each set of
    /// them.
    ///
    /// A form with an answer in each of two windows counts as two.
    package static let mostForms = 8
    package var title: FormWording
    /// Why it is done.
    package var purpose: FormWording
    /// Who answers for it, and how to reach them.
    package var contact: FormWording
    /// The number under which a committee has approved it.
    package var ethics: String?
    /// The text to which people agree.
    package var consent: FormWording
    /// What they agree to one by one.
    package var points: [FormWording]
    /// What is kept of ``options``; `nil` for none, as in what was published before there were any.
    private var optionalPoints: [FormWording]?
    /// The main form.
    package var form: FormDefinition?
    /// What is kept of ``furtherForms``; `nil` for none, as in what was published before there were any.
    private var moreForms: [StudyForm]?

    package init(
        title: FormWording, purpose: FormWording, contact: FormWording, ethics: String? = nil,
        consent: FormWording, points: [FormWording] = [], options: [FormWording] = [],
        form: FormDefinition? = nil
    ) {
        (self.title, self.purpose, self.contact, self.ethics) = (title, purpose, contact, ethics)
        (self.consent, self.points, self.form) = (consent, points, form)
        self.options = options
    }

    /// What they can agree to one by one, and take part without.
    ///
    /// Only where answers are under a pseudonym: a wish about one's answers cannot be met where they belong to nobody.
    package var options: [FormWording] {
        get { optionalPoints ?? [] }
        set { optionalPoints = newValue.isEmpty ? nil : newValue }
    }

    /// What is asked beside the main form, on days of its own.
    package var furtherForms: [StudyForm] {
        get { moreForms ?? [] }
        set { moreForms = newValue.isEmpty ? nil : newValue }
    }

    /// All forms that are there, the main one first.
    package var forms: [(name: StudyForm.Name, definition: FormDefinition)] {
        (form.map { [(.main, $0)] } ?? []) + furtherForms.map { ($0.name, $0.definition) }
    }

    /// What is missing; texts have to be there in each language of the title.
    package var missing: [Part] {
        let languages = Set(title.keys)
        func lacks(_ wording: FormWording) -> Bool { !languages.isSubset(of: wording.keys) }
        return Part.allCases.filter { part in
            switch part {
            case .title: title.isEmpty
            case .purpose: title.isEmpty || lacks(purpose)
            case .contact: title.isEmpty || lacks(contact)
            case .consent: title.isEmpty || lacks(consent) || (points + options).contains(where: lacks)
            case .form: form == nil
            }
        }
    }
}

/// A published state of what a study says and asks.
///
/// It never changes: answers and consents name the version under which they were given.
package struct StudyVersion: Hashable, Sendable {
    /// From 1.
    package let number: Int
    package let content: StudyContent
    package let published: Date

    package init(number: Int, content: StudyContent, published: Date) {
        (self.number, self.content, self.published) = (number, content, published)
    }
}
