/// The languages of a form, and which columns are in which.
struct FormLanguages {
    /// The first is that of columns without a language.
    private(set) var all: [FormLanguage] = []
    private(set) var mistakes: [FormMistake] = []

    init(_ survey: HeadedSheet, _ choices: HeadedSheet?, _ settings: HeadedSheet?) {
        let sheets = [survey, choices, settings].compactMap { $0 }
        let named = sheets.flatMap(\.headings).compactMap(\.language)
        let plain = sheets.flatMap { sheet in
            sheet.headings.filter { $0.column.isTranslated && $0.language == nil }.map { (sheet, $0) }
        }
        let wanted =
            settings.flatMap { sheet in sheet.rows.first.map { sheet.cell(.defaultLanguage, $0) } } ?? ""
        if let first = first(wanted, named, settings) { all = [first] }
        for language in named where !all.contains(where: { $0.code == language.code }) {
            all.append(language)
        }
        // A title is in the first language without saying so.
        let isClear = !wanted.isEmpty || Set(named.map(\.code)).count == 1
        for (sheet, heading) in plain where sheet.name != "settings" && !named.isEmpty {
            checkPlain(heading, of: sheet, isClear: isClear)
        }
    }

    /// The first language: what the settings say, or what the first column says, or one without a name.
    private mutating func first(_ wanted: String, _ named: [FormLanguage], _ settings: HeadedSheet?)
        -> FormLanguage?
    {
        guard !wanted.isEmpty else { return named.first ?? .unnamed }
        guard let language = LanguageHeading.language(wanted) else {
            let example = "write its code behind its name, as in “Kiswahili (sw)”"
            let place = settings?.place(.defaultLanguage, row: settings?.rows.first?.number) ?? .form
            mistakes.append(
                FormMistake(.unknownLanguage, at: place, "the language “\(wanted)” is not known; \(example)"))
            return nil
        }
        return named.first { $0.code == language.code } ?? language
    }

    private mutating func checkPlain(_ heading: HeadedSheet.Heading, of sheet: HeadedSheet, isClear: Bool) {
        let place = FormMistake.Place.sheet(
            sheet.name, column: heading.text, letters: FormTable.letters(of: heading.index))
        let isTwice = sheet.headings(of: heading.column).contains {
            $0.language != nil && $0.language?.code == all.first?.code
        }
        if !isClear {
            let reason =
                "it is not clear which language this column is in: name it in the heading, or in"
                + " “default_language” of the settings"
            mistakes.append(FormMistake(.missingLanguage, at: place, reason))
        } else if isTwice {
            mistakes.append(
                FormMistake(.repeatedColumn, at: place, "this column is there twice in the first language"))
        }
    }

    /// The words of a cell in all languages; `nil` if there are none.
    func wording(_ column: FormColumn, _ row: HeadedSheet.Row, of sheet: HeadedSheet) -> FormWording? {
        var wording: FormWording = [:]
        for heading in sheet.headings(of: column) {
            let code = (heading.language ?? all.first)?.code ?? FormLanguage.unnamed.code
            let text = row[heading]
            if !text.isEmpty { wording[code] = text }
        }
        return wording.isEmpty ? nil : wording
    }
}
