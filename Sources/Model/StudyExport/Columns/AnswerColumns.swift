import Allergens
import Forms
import Tables

/// A column of *Reported Symptoms*: a question, one of the choices of a question, or one time of a repeat.
struct AnswerColumn {
    /// Which answer it shows.
    struct Source: Hashable {
        /// What the study calls the form that asks it.
        let form: String
        let name: String
        let kind: FormKind
        /// The repeat around it, with the time from 0.
        var repeated: String?
        var time = 0
        /// The choice that it is about, of several ones.
        var choice: String?
    }

    let source: Source
    var column: StudyColumn
    /// The places of the versions that ask it in ``StudyPlan/forms``.
    var forms: Set<Int>

    /// The cell of an answer to a version.
    ///
    /// An answer that is not there is an empty cell, and never 0. So is one to a version that does not ask this: a
    /// question of the same name may have been of another kind there, or may have had other choices.
    func cell(_ answers: FormAnswers, to form: Int) -> TableCell {
        guard forms.contains(form) else { return .empty }
        var found = answers.values[source.name]
        if let repeated = source.repeated {
            let list = answers.repeats[repeated] ?? []
            found = source.time < list.count ? list[source.time][source.name] : nil
        }
        switch found {
        case nil: return .empty
        case .number(let number):
            return column.column.kind == .whole ? TableCell(Int(exactly: number)) : .number(number)
        case .choices(let names): return .whole(source.choice.map(names.contains) == true ? 1 : 0)
        case .text(let text): return cell(text)
        }
    }

    private func cell(_ text: String) -> TableCell {
        switch column.column.kind {
        case .text: text.isEmpty ? .empty : .text(text)
        case .whole: source.kind == .acknowledge ? .whole(1) : TableCell(Int(text))
        case .number: TableCell(Double(text).flatMap { $0.isFinite ? $0 : nil })
        case .day: CivilDate(text).map { .day($0) } ?? .empty
        }
    }
}

/// The columns of the versions of forms; versions of one form share the columns of what they ask alike.
///
/// Names of columns of other forms than the main one begin with that of the form.
struct AnswerColumns {
    private(set) var columns: [AnswerColumn] = []
    private var places: [AnswerColumn.Source: Int] = [:]
    private var names: ColumnNames
    private let times: [String: Int]
    private let includesFreeText: Bool
    private let formNames: [String]
    /// The version whose items are added, by its place.
    private var current = 0
    /// What of that version has no columns.
    private var leftOut: Set<String> = []

    /// - Parameters:
    ///   - forms: The versions.
    ///   - formNames: What the study calls the form of each.
    ///   - times: How often each repeat was answered at most.
    ///   - includesFreeText: Whether answers in people's own words have columns, with what was calculated from them,
    /// and what was calculated has more than numbers.
    ///   - taken: Names of other columns.
    init(
        _ forms: [FormDefinition], names formNames: [String], times: [String: Int], includesFreeText: Bool,
        taken: [String]
    ) {
        (self.times, self.includesFreeText, self.formNames) = (times, includesFreeText, formNames)
        names = ColumnNames(taken: taken)
        for (index, form) in forms.enumerated() {
            current = index
            leftOut = includesFreeText ? [] : form.namesOfWords
            add(form.items, of: form, repeated: nil)
        }
    }

    private mutating func add(_ items: [FormItem], of form: FormDefinition, repeated: (String, Int)?) {
        for item in items where !leftOut.contains(item.name) {
            switch item.kind {
            case .note: break
            case .group: add(item.items ?? [], of: form, repeated: repeated)
            case .repeat:
                for time in 0..<(times[item.name] ?? 0) {
                    add(item.items ?? [], of: form, repeated: (item.name, time))
                }
            case .selectMultiple:
                for choice in choices(of: item, form) { add(item, of: form, repeated, choice) }
            default: add(item, of: form, repeated, nil)
            }
        }
    }

    private func choices(of item: FormItem, _ form: FormDefinition) -> [FormChoice] {
        item.choices.flatMap { form.choices[$0] } ?? []
    }

    private mutating func add(
        _ item: FormItem, of form: FormDefinition, _ repeated: (String, Int)?, _ choice: FormChoice?
    ) {
        let source = AnswerColumn.Source(
            form: formNames[current], name: item.name, kind: item.kind, repeated: repeated?.0,
            time: repeated?.1 ?? 0,
            choice: choice?.name)
        let list = item.kind == .selectOne ? choices(of: item, form) : []
        let kind = kind(of: item, list)
        if let place = places[source], columns[place].column.column.kind == kind {
            columns[place].forms.insert(current)
            columns[place].column.versions.append(form.version)
            let known = Set(columns[place].column.choices.map(\.name))
            columns[place].column.choices += list.filter { !known.contains($0.name) }
            return
        }
        let name = [
            source.form == StudyPlan.mainForm ? nil : source.form,
            repeated.map { "\($0.0)_\($0.1 + 1)" }, item.name, choice?.name,
        ].compactMap(\.self)
        let unique = names.name(name.joined(separator: "_"))
        var column = StudyColumn(unique, kind, label(of: item, choice))
        (column.choices, column.form, column.versions) = (list, source.form, [form.version])
        places[source] = columns.count
        columns.append(AnswerColumn(source: source, column: column, forms: [current]))
    }

    private func label(of item: FormItem, _ choice: FormChoice?) -> FormWording {
        guard let choice else { return item.label ?? [:] }
        return choice.label.merging(item.label ?? [:]) { choice, question in "\(question): \(choice)" }
    }

    private func kind(of item: FormItem, _ choices: [FormChoice]) -> TableColumn.Kind {
        switch item.kind {
        case .integer, .acknowledge, .selectMultiple: .whole
        case .decimal, .range: .number
        case .date: .day
        case .calculate: includesFreeText ? .text : .number
        // Grades are numbers for statistics; `01` is not, because its zero would go.
        case .selectOne: choices.allSatisfy { Int($0.name).map(String.init) == $0.name } ? .whole : .text
        case .text, .time, .dateTime, .note, .group, .repeat: .text
        }
    }
}
