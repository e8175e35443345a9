import Alerts
import Allergens
import Foundation
import People
import Testing

@testable import Localisation

@Suite struct LanguageMessagesTests {
    private func mistake(_ phrases: String) -> String? {
        do {
            _ = try LanguageMessages(json: Data(#"{"locale":"en_GB","phrases":\#(phrases)}"#.utf8))
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The English messages, with one replaced.
    private func english(_ key: String, _ wording: String?) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
            .standardized
        let file = folder.appending(path: "Sources/Alerting/Localisation/Resources/en.json")
        let document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        var phrases = try #require(document?["phrases"] as? [String: Any])
        phrases[key] = try wording.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
        return String(decoding: try JSONSerialization.data(withJSONObject: phrases), as: UTF8.self)
    }

    @Test func `different keys are told apart`() {
        #expect(Set(MessageKey.all.map(\.key)).count == MessageKey.all.count)
        #expect(MessageKey.all.count > 100)
    }

    @Test(
        arguments: [
            ("advice", nil, "there is no advice"),
            ("greeting", #"{"both":"Hello"}"#, "nothing is called greeting"),
            ("advice", #"{"adult":"Ask."}"#, "advice has neither"),
            ("advice", #"{"both":"Ask.","plain":"Ask."}"#, "advice has neither"),
            ("advice", #"{"both":"Ask {station}."}"#, "advice names what is not filled"),
            ("advice", #"{"both":"Ask {doctor}."}"#, "begins no known name"),
            ("advice", #"{"both":"Ask {link"}"#, "begins no known name"),
            ("advice", #"{"both":"Ask }"}"#, "ends nothing"),
            ("confirmed", #"{"both":{"one":"One."}}"#, "other"),
        ] as [(String, String?, String)])
    func `a mistake in a file is reported`(key: String, wording: String?, words: String) throws {
        let found = try #require(mistake(english(key, wording)))
        #expect(found.contains(words), "\(found)")
    }

    @Test func `a language's file is read as it is`() throws {
        let found = mistake(try english("advice", #"{"both":"Ask."}"#))
        #expect(found == nil)
        #expect(LanguageMessages.all.count == Language.allCases.count)
    }

    @Test(arguments: Language.allCases)
    func `every allergen has a name`(language: Language) {
        for allergen in Taxonomy.standard.allergens {
            #expect(allergen.names[language.rawValue]?.isEmpty == false, "\(allergen.id)")
        }
    }

    @Test(arguments: Language.allCases)
    func `words belong to their own language`(language: Language) {
        let book = MessageCatalogue(language)
        let names: Set<MessageKey> = [
            .unit(.microgramsPerCubicMetre), .unit(.sporesPerCubicMetre), .unit(.grainsPerCubicMetre),
            .value, .headlineWithComment, .quote, .title(.station, .alert), .sosValue,
        ]
        guard language != .english else { return }
        for phrase in MessageKey.all where !names.contains(phrase) {
            let values = Dictionary(uniqueKeysWithValues: phrase.variables.map { ($0, "x") })
            let isTheSame = book.words(phrase, values) == MessageCatalogue(.english).words(phrase, values)
            #expect(!isTheSame, "\(phrase.key)")
        }
    }
}
