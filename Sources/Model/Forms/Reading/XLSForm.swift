/// Reads forms from sheets as researchers write them: XLSForm, https://xlsform.org.
///
/// What is read is a subset. Whatever is not understood is refused with its place, and never left out in silence;
/// only sheets and columns whose names begin with `_`, empty columns and empty rows are the author's own.
package struct XLSForm {
    var mistakes: [FormMistake] = []

    /// Reads a form.
    ///
    /// - Parameters:
    ///   - tables: The sheets of a workbook.
    ///   - id: The form's id if its settings have none.
    /// - Returns: The form, which has no mistake.
    /// - Throws: ``FormMistakes`` with all of them, by sheet, row and column.
    package static func form(from tables: [FormTable], id: String = "form") throws(FormMistakes) -> Form {
        var reading = XLSForm()
        guard let form = reading.form(tables, id: id), reading.mistakes.isEmpty else {
            throw FormMistakes(mistakes: sorted(reading.mistakes))
        }
        return form
    }

    private static let sheets: [(name: String, columns: [String: FormColumn])] = [
        ("survey", FormColumn.survey), ("choices", FormColumn.choices), ("settings", FormColumn.settings),
    ]

    /// By sheet, row and column; those of one cell stay in their order.
    private static func sorted(_ mistakes: [FormMistake]) -> [FormMistake] {
        let ranked = mistakes.enumerated().map { offset, mistake in
            guard case .sheet(let name, let row, _, let letters) = mistake.place else {
                return (sheets.count, 0, 0, "", offset, mistake)
            }
            let sheet = sheets.firstIndex { $0.name == name } ?? sheets.count
            return (sheet, row ?? 0, letters?.utf8.count ?? 0, letters ?? "", offset, mistake)
        }
        return ranked.sorted { ($0.0, $0.1, $0.2, $0.3, $0.4) < ($1.0, $1.1, $1.2, $1.3, $1.4) }.map(\.5)
    }

    private mutating func form(_ tables: [FormTable], id: String) -> Form? {
        let found = find(tables)
        guard let survey = found["survey"] else {
            mistakes.append(FormMistake(.noSurvey, at: .form, "the workbook has no sheet “survey”"))
            return nil
        }
        for sheet in Self.sheets { mistakes += found[sheet.name]?.mistakes ?? [] }
        let languages = FormLanguages(survey, found["choices"], found["settings"])
        mistakes += languages.mistakes
        let settings = SettingsReading(found["settings"], languages, id: id)
        var definition = settings.definition
        let choices = ChoicesReading(found["choices"], languages)
        definition.choices = choices.lists
        let rows = SurveyReading(survey, languages)
        definition.items = rows.items
        mistakes += settings.mistakes + choices.mistakes + rows.mistakes
        var check = FormCheck(definition)
        let form = check.run()
        mistakes += check.faults.map { fault in
            FormMistake(
                fault.kind, at: rows.place(of: fault) ?? choices.place(of: fault) ?? .form, fault.reason)
        }
        return form
    }

    /// The sheets of the form by name; a workbook with one sheet has it for the survey.
    private mutating func find(_ tables: [FormTable]) -> [String: HeadedSheet] {
        var found: [String: HeadedSheet] = [:]
        let tables = tables.filter { !$0.isEmpty && !$0.name.trimmed.hasPrefix("_") }
        for table in tables {
            var name = table.name.trimmed.lowercased()
            if tables.count == 1, !Self.sheets.contains(where: { $0.name == name }) { name = "survey" }
            let place = FormMistake.Place.sheet(table.name)
            guard let sheet = Self.sheets.first(where: { $0.name == name }) else {
                let reason =
                    "this sheet is not known; known are survey, choices, settings, and those that begin with “_”"
                mistakes.append(FormMistake(.unknownSheet, at: place, reason))
                continue
            }
            guard found[name] == nil else {
                mistakes.append(FormMistake(.repeatedSheet, at: place, "this sheet is there twice"))
                continue
            }
            found[name] = HeadedSheet(table, columns: sheet.columns, name: name)
        }
        return found
    }
}
