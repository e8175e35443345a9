import Foundation
package import Guide
package import People

extension GuideBook {
    /// Where the list of questions is, and where the texts of each language are, among the sources of a site.
    static let sources = (list: "guide.json", texts: "guide/")

    /// The guide in every language, with the medical answers of an operator or those that are built in.
    ///
    /// - Throws: `SiteMistake` for the first text that is missing.
    package static func all(
        _ medicalWords: MedicalWords = .builtIn
    ) throws(SiteMistake) -> [Language: GuideBook] {
        let sources = try medicalWords.joined(to: SiteSources.builtIn)
        var books: [Language: GuideBook] = [:]
        for language in Language.allCases { books[language] = try GuideBook(in: language, from: sources) }
        return books
    }

    /// The guide in a language, from sources with the medical sentences among the messages.
    init(in language: Language, from sources: [String: [UInt8]]) throws(SiteMistake) {
        let list = try Self.read(GuideList.self, Self.sources.list, sources)
        let texts = try GuideTexts(language, sources)
        var entries: [GuideEntry] = []
        for item in list.entries { entries.append(try texts.entry(item)) }
        self.init(
            entries: entries, ignored: Set(GuideQuestion.words(of: texts.own.ignored)),
            edition: try texts.message("help.edition"))
    }

    fileprivate static func read<Value: Decodable>(
        _ type: Value.Type, _ name: String, _ sources: [String: [UInt8]]
    ) throws(SiteMistake) -> Value {
        guard let bytes = sources[name], let value = try? JSONDecoder().decode(type, from: Data(bytes))
        else { throw SiteMistake(file: name, problem: "is missing, or not of its form") }
        return value
    }
}

/// The questions in their order, without their texts.
private struct GuideList: Decodable {
    /// Where the texts of a question are.
    enum Place: String, Decodable {
        /// Among the medical sentences.
        case medical
        /// Among the messages of the page /faq.
        case faq
        /// Among the texts of the guide.
        case guide
    }

    struct Item: Decodable {
        let id: String
        let topic: String
        let place: Place
        let links: [String]
        /// The message that names the source of a medical answer.
        let source: String?
        let isRedFlag: Bool?
    }

    let entries: [Item]
}

/// The texts of the guide in one language.
private struct GuideTexts {
    struct Own: Decodable {
        struct Entry: Decodable {
            let question: String?
            let answer: String?
            let words: String
        }

        let ignored: String
        let entries: [String: Entry]
    }

    let own: Own
    private let name: String
    private let messages: [String: String]

    init(_ language: Language, _ sources: [String: [UInt8]]) throws(SiteMistake) {
        name = "\(GuideBook.sources.texts)\(language.rawValue).json"
        own = try GuideBook.read(Own.self, name, sources)
        let file = "messages/\(language.rawValue).json"
        guard let bytes = sources[file],
            let tree = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        else { throw SiteMistake(file: file, problem: "is missing, or no JSON object") }
        messages = tree.compactMapValues { $0 as? String }
    }

    func message(_ key: String) throws(SiteMistake) -> String {
        guard let message = messages[key] else { throw SiteMistake(file: name, problem: "\(key) is missing") }
        return message
    }

    func entry(_ item: GuideList.Item) throws(SiteMistake) -> GuideEntry {
        let texts = try texts(of: item)
        var links: [GuideEntry.Link] = []
        for page in item.links {
            // A part that this site does not have has no page.
            guard let label = try label(of: page) else { continue }
            links.append(GuideEntry.Link(page: page, label: label))
        }
        let triggers = messages["help.guide.\(item.id).triggers"].map(GuideTrigger.list) ?? []
        var source: String?
        if let key = item.source { source = try message(key) }
        return GuideEntry(
            id: item.id, topic: item.topic, question: texts.question, answer: texts.answer,
            words: texts.words, triggers: item.place == .medical ? triggers : [], links: links,
            source: source, isRedFlag: item.isRedFlag == true)
    }

    private func texts(
        of item: GuideList.Item
    ) throws(SiteMistake) -> (question: String, answer: String, words: String) {
        guard item.place != .medical else {
            let key = "help.guide.\(item.id)"
            return (try message(key), try message("\(key).answer"), try message("\(key).words"))
        }
        guard let entry = own.entries[item.id] else {
            throw SiteMistake(file: name, problem: "\(item.id) is missing")
        }
        if item.place == .faq {
            return (try message("faq.\(item.id)"), try message("faq.\(item.id).answer"), entry.words)
        }
        guard let question = entry.question, let answer = entry.answer else {
            throw SiteMistake(file: name, problem: "\(item.id) has a question and an answer")
        }
        return (question, answer, entry.words)
    }

    /// The name of a page: its heading, what links to it everywhere, or what its title says of it; `nil` if there
    /// is no such page.
    private func label(of page: String) throws(SiteMistake) -> String? {
        guard let found = SitePage.all.first(where: { $0.path == page.prefix { $0 != "#" } })
        else { return nil }
        let keys = ["\(found.title).heading", "nav.\(found.name)", "\(found.name).link"]
        if let label = keys.lazy.compactMap({ messages[$0] }).first { return label }
        let parts = (messages[found.title] ?? "").split { ":·".contains($0) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let name = parts.first(where: { !$0.isEmpty && $0 != "Breathe Easy" }) else {
            throw SiteMistake(file: self.name, problem: "\(page) has no name")
        }
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
