/// A mistake in a form, with its place.
package struct FormMistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of mistakes; pages and tests name them.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        // Of sheets and rows
        case unreadableCell, noSurvey, unknownSheet, repeatedSheet, emptySurvey, unknownColumn,
            unsupportedColumn
        case repeatedColumn, missingColumn, unknownLanguage, missingLanguage, rowWithoutType
        case unknownType, unsupportedType, unopenedGroup, unclosedGroup, orOther, listWithoutName
        case unsupportedSetting, severalSettings, tooMany
        // Of items
        case missingName, brokenName, repeatedName, missingLabel, unusedField, expression, cycle, unknownList
        case emptyList, missingCalculation, brokenDefault, brokenFlag, appearance, brokenRange, nestedRepeat
        case tooDeep, tooLong, brokenReference
        // Of JSON
        case format
    }

    /// Where it is.
    package enum Place: Hashable, Sendable {
        /// A sheet, a row of it from 1, and a column by its heading and letters.
        case sheet(String, row: Int? = nil, column: String? = nil, letters: String? = nil)
        /// A choice of a list, from 0.
        case choice(String, Int)
        /// A part of an item.
        case item(String, FormField)
        case form
    }

    package let kind: Kind
    package let place: Place
    /// The sentence about it, without a full stop.
    package let reason: String

    init(_ kind: Kind, at place: Place, _ reason: String) {
        (self.kind, self.place, self.reason) = (kind, place, reason)
    }

    package var description: String {
        switch place {
        case .form: return reason
        case .choice(let list, let index): return "the list “\(list)”, choice \(index + 1): \(reason)"
        case .item(let name, let field): return "\(name), \(field.rawValue): \(reason)"
        case .sheet(let sheet, let row, let column, let letters):
            var words = [sheet]
            if let row { words.append("row \(row)") }
            if let column {
                words.append("column “\(column)”" + (letters.map { " (\($0))" } ?? ""))
            } else if let letters {
                words.append("column \(letters)")
            }
            return "\(words.joined(separator: ", ")): \(reason)"
        }
    }
}

/// All mistakes of a form, in the order of its rows.
package struct FormMistakes: Error, Hashable, Sendable {
    package let mistakes: [FormMistake]
}

/// A part of an item, under the name of its member in JSON.
package enum FormField: String, Hashable, Sendable, CaseIterable {
    case kind, name, label, hint, required, requiredMessage, relevant, constraint, constraintMessage,
        calculation
    case `default`, initial, readOnly, appearance, choices, range, count, items
}
