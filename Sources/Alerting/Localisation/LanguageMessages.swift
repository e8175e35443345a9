import Foundation
import People

/// The messages of one language in every tone, read from its file.
struct LanguageMessages: Sendable {
    /// How the language writes numbers, days and lists.
    let locale: Locale
    private let templates: [MessageKey: [Tone: Template]]

    /// A message in a file: one form for both tones, or one form for each.
    private struct Wording: Decodable {
        let both: Form?
        let adult: Form?
        let plain: Form?

        subscript(tone: Tone) -> Form? {
            if let both { return adult == nil && plain == nil ? both : nil }
            return tone == .adult ? adult : plain
        }
    }

    /// A single form, or two forms where the count matters.
    private enum Form: Decodable {
        case always(String)
        case counted(one: String, other: String)

        private enum CodingKeys: String, CodingKey { case one, other }

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .always(text)
            } else {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                self = .counted(
                    one: try container.decode(String.self, forKey: .one),
                    other: try container.decode(String.self, forKey: .other))
            }
        }

        func template() throws(TemplateMistake) -> Template {
            switch self {
            case .always(let text): try Template(text)
            case .counted(let one, let other): try Template(one: one, other: other)
            }
        }
    }

    private struct Document: Decodable {
        let locale: String
        let phrases: [String: Wording]
    }

    /// Reads the file of a language.
    ///
    /// - Throws: A `DecodingError`, or a ``TemplateMistake`` when a message is missing or unknown, has no
    ///   wording for a tone, or uses a variable that it does not have.
    init(json: Data) throws {
        let document = try JSONDecoder().decode(Document.self, from: json)
        locale = Locale(identifier: document.locale)
        var wordings = document.phrases
        templates = try Dictionary(
            uniqueKeysWithValues: MessageKey.all.map { phrase in
                guard let wording = wordings.removeValue(forKey: phrase.key)
                else { throw TemplateMistake("there is no \(phrase.key)") }
                return (phrase, try Self.templates(of: phrase, wording))
            })
        if let stranger = wordings.keys.min() { throw TemplateMistake("nothing is called \(stranger)") }
    }

    private static func templates(
        of phrase: MessageKey, _ wording: Wording
    ) throws(TemplateMistake) -> [Tone: Template] {
        var templates: [Tone: Template] = [:]
        for tone in Tone.allCases {
            guard let form = wording[tone]
            else { throw TemplateMistake("\(phrase.key) has neither both tones nor each of them") }
            let template = try form.template()
            guard template.variables.isSubset(of: phrase.variables)
            else { throw TemplateMistake("\(phrase.key) names what is not filled into it") }
            templates[tone] = template
        }
        return templates
    }

    /// Fills in a message.
    func words(
        _ phrase: MessageKey, _ tone: Tone, _ values: [MessageKey.Variable: String], isOne: Bool
    ) -> String {
        guard let template = templates[phrase]?[tone]
        else { preconditionFailure("every phrase is there in every tone") }
        return template.filled(values, isOne: isOne)
    }

    /// The messages of all languages.
    static let all: [Language: LanguageMessages] = Dictionary(
        uniqueKeysWithValues: Language.allCases.map { language in
            do {
                return (language, try LanguageMessages(json: Data(file(of: language))))
            } catch {
                preconditionFailure("the phrases of \(language.rawValue) are broken: \(error)")
            }
        })

    private static func file(of language: Language) -> [UInt8] {
        EmbeddedFiles["Resources/\(language.rawValue).json"]
    }
}
