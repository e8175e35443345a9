import Forms
import People
import Site
import Studies

/// Words of researchers in the language in which a reader gets them.
struct StudyWords {
    /// The code of the language.
    let code: String
    let text: String

    /// The words in a language, or else in English, or else in the first one; `nil` if there are none.
    ///
    /// The scripts of the pages choose in the same order.
    ///
    /// - Parameters:
    ///   - wording: The words by the codes of their languages.
    ///   - language: The reader's language.
    ///   - first: The code of a form's first language; otherwise the alphabet decides.
    init?(_ wording: FormWording?, for language: Language, first: String? = nil) {
        let codes = [language.rawValue, Language.english.rawValue, first].compactMap(\.self)
        guard let wording, let code = (codes + wording.keys.sorted()).first(where: { wording[$0] != nil }),
            let text = wording[code]
        else { return nil }
        (self.code, self.text) = (code, text)
    }

    /// A paragraph for each line.
    var paragraphs: [Markup] {
        text.split(separator: "\n").map { Markup("p", ["lang": code], String($0)) }
    }

    func element(_ name: StaticString) -> Markup { Markup(name, ["lang": code], text) }
}

extension StudyContent {
    /// The title of a form as an element; its name in the data if there is no title.
    func formTitle(_ form: String, _ element: StaticString, for language: Language) -> Markup {
        let definition = forms.first { $0.name.rawValue == form }?.definition
        let first = definition?.languages.first?.code
        return StudyWords(definition?.title, for: language, first: first)?.element(element)
            ?? Markup(element, [Markup("code", form)])
    }
}
