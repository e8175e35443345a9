package import Forms
import Tables

/// What a study asks in its published versions, and what air is joined to answers: for everybody, without any
/// answer.
package struct StudyDictionary: Encodable, Sendable {
    /// A question, or a value that is calculated from answers.
    package struct Variable: Encodable, Hashable, Sendable {
        /// What the study calls the form that asks it.
        package let form: String
        package let name: String
        package let type: FormKind
        /// The names of the groups and repeats around it, from the outermost on.
        package let groups: [String]
        package let label: FormWording
        package let hint: FormWording?
        package let choices: [FormChoice]?
        package let range: FormRange?
        package let required: String?
        /// An expression with the conditions of the groups around it; the question is asked where it is true.
        package let relevant: String?
        package let constraint: String?
        package let constraintMessage: FormWording?
        package let calculation: String?
        /// The versions of the study that ask it in this way.
        package fileprivate(set) var versions: [Int] = []
    }

    /// A part of the air.
    package struct Measure: Encodable, Hashable, Sendable {
        package let name: String
        package let kind: String
        package let unit: String
        package let label: FormWording
    }

    /// A column of each measure, in which `{name}`, `{unit}` and `{label}` stand for those of the measure.
    package struct Column: Encodable, Hashable, Sendable {
        package let name: String
        package let type: String
        package let unit: String?
        package let label: FormWording
    }

    /// The languages of the forms, by code.
    package let languages: [String]
    package let variables: [Variable]
    package let measures: [Measure]
    package let columns: [Column]
    /// The columns that all measures have in an export.
    let columnsOfAir: [StudyColumn]

    private enum CodingKeys: CodingKey { case languages, variables, measures, columns }

    /// - Parameters:
    ///   - versions: The published versions of each form with its name, the first one first.
    ///   - measures: The air that can be joined.
    package init(versions: [(number: Int, name: String, form: FormDefinition)], measures: [StudyMeasure]) {
        var variables: [Variable] = []
        var places: [Variable: Int] = [:]
        for (number, name, form) in versions {
            for variable in Self.variables(form.items, of: form, named: name) {
                // A question that stays as it is has one entry for all of its versions.
                let place = places[variable] ?? variables.count
                if place == variables.count {
                    places[variable] = place
                    variables.append(variable)
                }
                variables[place].versions.append(number)
            }
        }
        var languages: [String] = []
        for language in versions.flatMap({ $0.form.languages }) where !languages.contains(language.code) {
            languages.append(language.code)
        }
        (self.variables, self.languages) = (variables, languages)
        self.measures = measures.map {
            Measure(
                name: $0.name, kind: $0.kind == .pollen ? "pollen" : "pollutant", unit: $0.unit,
                label: $0.label)
        }
        columns = StudyColumn.air([Self.placeholder], lags: 1).map {
            Column(name: $0.column.name, type: $0.column.kind.word, unit: $0.unit, label: $0.label)
        }
        columnsOfAir = StudyColumn.air(measures, lags: 0)
    }

    /// The question of a name in a form of a version of the study; `nil` if it asks none.
    package func variable(_ name: String, of form: String, in version: Int) -> Variable? {
        variables.first { $0.form == form && $0.name == name && $0.versions.contains(version) }
    }

    private static let placeholder = StudyMeasure(
        .pollen, "{name}", unit: "{unit}",
        label: Dictionary(uniqueKeysWithValues: ColumnWords.languages.map { ($0, "{label}") }))

    private static func variables(
        _ items: [FormItem], of form: FormDefinition, named name: String, in groups: [FormItem] = []
    ) -> [Variable] {
        items.flatMap { item -> [Variable] in
            if item.kind.isContainer {
                return variables(item.items ?? [], of: form, named: name, in: groups + [item])
            }
            guard item.kind.isAsked || item.kind == .calculate else { return [] }
            return [variable(item, of: form, named: name, in: groups)]
        }
    }

    private static func variable(
        _ item: FormItem, of form: FormDefinition, named formName: String, in groups: [FormItem]
    ) -> Variable {
        let conditions = (groups + [item]).compactMap(\.relevant)
        return Variable(
            form: formName, name: item.name, type: item.kind, groups: groups.map(\.name),
            label: item.label ?? [:],
            hint: item.hint, choices: item.choices.flatMap { form.choices[$0] }, range: item.range,
            required: item.required,
            relevant: conditions.count > 1
                ? conditions.map { "(\($0))" }.joined(separator: " and ") : conditions.first,
            constraint: item.constraint, constraintMessage: item.constraintMessage,
            calculation: item.calculation)
    }
}
