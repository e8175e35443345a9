/// Reads the sheet “settings”, which has one row.
struct SettingsReading {
    private(set) var definition: FormDefinition
    private(set) var mistakes: [FormMistake] = []

    init(_ sheet: HeadedSheet?, _ languages: FormLanguages, id: String) {
        let code = languages.all.first?.code ?? FormLanguage.unnamed.code
        definition = FormDefinition(id: id, version: "1", title: [code: id], languages: languages.all)
        guard let sheet, let row = sheet.rows.first else { return }
        for extra in sheet.rows.dropFirst() {
            let place = sheet.place(nil, row: extra.number)
            mistakes.append(
                FormMistake(.severalSettings, at: place, "settings have one row below the headings"))
        }
        let text = { (column: FormColumn) in sheet.cell(column, row) }
        if !text(.id).isEmpty { definition.id = text(.id) }
        if !FormCheck.isName(definition.id) {
            let place = sheet.place(.id, row: row.number)
            mistakes.append(
                FormMistake(.brokenName, at: place, "“\(definition.id)” is no name of \(FormCheck.nameRule)"))
            definition.id = "form"
        }
        if !text(.version).isEmpty { definition.version = text(.version) }
        definition.licence = text(.licence).isEmpty ? nil : text(.licence)
        definition.title = languages.wording(.title, row, of: sheet) ?? [code: definition.id]
        definition.notice = languages.wording(.notice, row, of: sheet)
    }
}
