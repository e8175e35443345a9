/// Where in a form something is: an item by its name, and which time of the repeat around it.
package struct FormPath: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// The repeat around it, and the time from 0.
    package var repeated: String?
    package var time = 0

    /// `name`, or `repeat/0/name`.
    package var description: String { repeated.map { "\($0)/\(time)/\(name)" } ?? name }
}

/// What is wrong with an answer, or that it is missing.
package struct FormFailure: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// It is needed and not there.
        case required
        /// The form's own condition does not hold.
        case constraint
        /// It is none to a question of this kind.
        case type
        /// It is none of the choices.
        case choice
        /// It is none of the numbers of the range.
        case range
        /// The form asks nothing of this name.
        case unknown
        /// The repeat is answered more often than ``FormLimits/repeats``.
        case tooMany
    }

    package let path: FormPath
    package let kind: Kind
}

/// What a form is with some answers: what is shown, what is calculated, and what is wrong.
package struct FormState: Sendable {
    /// What is shown, in the form's order; notes and groups, too.
    package internal(set) var relevant: [FormPath] = []
    /// The values of what is shown and calculated.
    package internal(set) var values: [FormPath: FormValue] = [:]
    package internal(set) var failures: [FormFailure] = []
    /// The answers that are to be kept: only what is shown, with what was calculated as text.
    package internal(set) var kept = FormAnswers()
}
