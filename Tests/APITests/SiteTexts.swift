import Foundation
import People
import SampleTesting
import Testing

/// What people read of the product in a language, by keys, as it is in the files.
///
/// Without the medical sentences: those change only with their review, and have tests of their own.
enum SiteTexts {
    typealias Text = (key: String, text: String)

    static func object(_ path: String) throws -> [String: Any] {
        let file = repository.appending(path: path)
        let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
        return try #require(object as? [String: Any], "\(path)")
    }

    /// The messages of the pages, each form of a plural by itself.
    static func messages(_ language: Language) throws -> [Text] {
        forms(try object("Sources/Web/Site/Pages/messages/\(language.rawValue).json"))
    }

    /// The questions and answers of the guide that are not among the messages.
    static func guide(_ language: Language) throws -> [Text] {
        let entries = try object("Sources/Web/Site/Pages/guide/\(language.rawValue).json")["entries"]
        return try #require(entries as? [String: [String: String]]).flatMap { name, entry in
            ["question", "answer"].compactMap { part in
                entry[part].map { (key: "guide.\(name).\(part)", text: $0) }
            }
        }
    }

    /// The phrases of alerts, mails and notifications, each form and tone by itself.
    static func phrases(_ language: Language) throws -> [Text] {
        let file = try object("Sources/Alerting/Localisation/Resources/\(language.rawValue).json")
        return forms(try #require(file["phrases"] as? [String: Any]))
    }

    /// The articles that ship with the program, each as it is written.
    static func articles(_ language: Language) throws -> [Text] {
        let folder = repository.appending(path: "Sources/Web/Articles/Texts")
        let articles = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return try articles.compactMap { article -> Text? in
            let file = article.appending(path: "\(language.rawValue).md")
            guard FileManager.default.fileExists(atPath: file.path) else { return nil }
            return ("article.\(article.lastPathComponent)", try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// What the pages of allergens say of foods and pollutants.
    static func facts(_ language: Language) throws -> [Text] {
        told(in: language, of: try object("Sources/Web/API/AllergenPages/allergen-facts.json"), "fact")
    }

    /// The texts of a tree in which each text has its translations side by side.
    private static func told(in language: Language, of tree: Any, _ key: String) -> [Text] {
        guard let branch = tree as? [String: Any] else {
            return (tree as? [Any] ?? []).flatMap { told(in: language, of: $0, key) }
        }
        if let text = branch[language.rawValue] as? String { return [(key, text)] }
        return branch.flatMap { told(in: language, of: $0.value, "\(key).\($0.key)") }
    }

    /// The keys of the messages that a page's source names, for itself or for a part that it shares with others.
    static func keys(in html: String) -> [String] {
        html.matches(of: /\{\{([^=}][^}]*)\}\}/).flatMap { match in
            match.1.hasPrefix("+")
                ? match.1.split(separator: " ").dropFirst().map(String.init) : [String(match.1)]
        }
    }

    private static func forms(_ tree: [String: Any], of key: String? = nil) -> [Text] {
        tree.flatMap { name, value -> [Text] in
            switch value {
            case let text as String: [(key ?? name, text)]
            case let branch as [String: Any]: forms(branch, of: key ?? name)
            default: []
            }
        }
    }
}
