/// Reads the language of a column, such as `Français (fr)`.
enum LanguageHeading {
    /// Names of languages that need no code behind them.
    private static let known = [
        "arabic": "ar", "العربية": "ar", "chinese": "zh", "中文": "zh", "czech": "cs", "čeština": "cs",
        "danish": "da",
        "dansk": "da", "deutsch": "de", "dutch": "nl", "english": "en", "español": "es", "espanol": "es",
        "finnish": "fi", "suomi": "fi", "french": "fr", "français": "fr", "francais": "fr", "german": "de",
        "greek": "el", "hindi": "hi", "italian": "it", "italiano": "it", "nederlands": "nl", "norsk": "no",
        "norwegian": "no", "polish": "pl", "polski": "pl", "portuguese": "pt", "português": "pt",
        "russian": "ru",
        "русский": "ru", "spanish": "es", "swahili": "sw", "kiswahili": "sw", "swedish": "sv",
        "svenska": "sv",
        "turkish": "tr", "türkçe": "tr", "ukrainian": "uk", "українська": "uk",
    ]

    /// The language, or `nil` if its code is not known.
    static func language(_ text: String) -> FormLanguage? {
        let text = text.words(joinedBy: " ")
        if text.hasSuffix(")"), let open = text.lastIndex(of: "(") {
            let code = text[text.index(after: open)...].dropLast()
            guard isTag(code.trimmed) else { return nil }
            let name = text[..<open].trimmed
            return FormLanguage(code: code.trimmed, name: name.isEmpty ? code.trimmed : name)
        }
        if let code = known[text.lowercased()] { return FormLanguage(code: code, name: text) }
        let isCode =
            (2...3).contains(text.utf8.count)
            && text.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
        return isCode ? FormLanguage(code: text, name: text) : nil
    }

    /// Whether a text has the shape of a tag of BCP 47: letters of the language, and parts of letters and digits.
    private static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.utf8.count),
            first.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic && $0.isASCII })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.unicodeScalars.allSatisfy {
                    $0.isASCII && ($0.properties.isAlphabetic || ExpressionLexer.isDigit($0))
                }
        }
    }
}
