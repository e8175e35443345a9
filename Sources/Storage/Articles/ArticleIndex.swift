import Foundation
import GRDB
import Guide

/// What is searched of an article, in one language.
package struct ArticleEntry: Sendable {
    package let title: String
    package let keywords: String
    package let summary: String
    package let body: String

    package init(title: String, keywords: String, summary: String, body: String) {
        (self.title, self.keywords, self.summary, self.body) = (title, keywords, summary, body)
    }

    /// The texts in the order of the index's columns, as words that can be compared.
    fileprivate var columns: [String] {
        [title, keywords, summary, body].map { GuideQuestion.words(of: $0).joined(separator: " ") }
    }
}

/// Finds articles by words: a full-text index (FTS5) in memory, for one language.
///
/// Accents do not count. A word that no article has stands for the words that are spelled almost alike. Searches are
/// neither kept nor logged. A search among 10,000 articles takes less than 20 ms.
package final class ArticleIndex: Sendable {
    private let queue: DatabaseQueue
    /// Every word of the entries.
    private let vocabulary: [(term: String, letters: [UInt16])]

    /// - Parameter entries: The entries, the newest first.
    /// - Throws: `DatabaseError` when SQLite was built without FTS5.
    package init(_ entries: [ArticleEntry]) throws {
        queue = try DatabaseQueue()
        vocabulary = try queue.write { database in
            try database.execute(sql: Self.schema)
            let insertion = try database.makeStatement(
                sql: "INSERT INTO articleText (rowid, title, keywords, summary, body) VALUES (?, ?, ?, ?, ?)")
            for (place, entry) in entries.enumerated() {
                let columns: [any DatabaseValueConvertible] = [place] + entry.columns
                try insertion.execute(arguments: StatementArguments(columns))
            }
            return try String.fetchAll(database, sql: "SELECT term FROM articleTerm ORDER BY term")
                .map { ($0, Array($0.utf16)) }
        }
    }

    /// The texts themselves are not kept, only their words.
    private static let schema = """
        CREATE VIRTUAL TABLE articleText USING fts5(
            title, keywords, summary, body,
            content = '', prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE articleTerm USING fts5vocab(articleText, row);
        """

    /// A title says more of an article than its text.
    private static let ranking = "bm25(articleText, 10, 8, 5, 1)"
    /// Ranking takes 2 µs for each article that is found; words that most articles have tell little of any of them.
    private static let mostRanked = 2_000
    /// Words after these change no search of a person.
    private static let mostWords = 8
    /// How many spellings stand for a word that no article has.
    private static let mostSpellings = 5

    /// The places of the entries that have all words of a search, or, if there are none, of those that have some of
    /// them; the best first.
    package func entries(for text: String) throws -> [Int] {
        let words = Array(GuideQuestion(text).words.prefix(Self.mostWords))
        return try queue.read { database in
            let wanted = try words.map { try spellings(of: $0, database) }
            let known = wanted.filter { !$0.isEmpty }
            guard !known.isEmpty else { return [] }
            if known.count == wanted.count {
                let found = try Self.found(known.joined(by: " AND "), database)
                guard found.isEmpty, known.count > 1 else { return found }
            }
            return try Self.found(known.joined(by: " OR "), database)
        }
    }

    /// The places that an expression finds; of very many, those with the words in their titles come first, and the
    /// newest of both.
    private static func found(_ expression: String, _ database: Database) throws -> [Int] {
        func places(_ expression: String, by order: String) throws -> [Int] {
            try Int.fetchAll(
                database,
                sql: "SELECT rowid FROM articleText WHERE articleText MATCH ? ORDER BY \(order)",
                arguments: [expression])
        }
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM articleText WHERE articleText MATCH ?",
            arguments: [expression])
        guard let count, count > mostRanked else { return try places(expression, by: "\(ranking), rowid") }
        let first = try places("{title} : (\(expression))", by: "rowid")
        let known = Set(first)
        return first + (try places(expression, by: "rowid").filter { !known.contains($0) })
    }

    /// The expressions that stand for a word; none if no word of the articles is close to it.
    private func spellings(of word: String, _ database: Database) throws -> [String] {
        // The words that begin with a letter are too many to mean one of them.
        let end = word.count > 1 ? word + "\u{10FFFF}" : word
        let isKnown = try SQLRequest<Bool>(
            literal: "SELECT EXISTS (SELECT 1 FROM articleTerm WHERE term BETWEEN \(word) AND \(end))"
        ).fetchOne(database)
        guard isKnown != true else { return [word.count > 1 ? "\"\(word)\"*" : "\"\(word)\""] }
        let asked = Array(word.utf16)
        let close = vocabulary.compactMap { term, letters in
            let closeness = WordCloseness.of(asked, to: letters)
            return closeness > 0 ? (term, closeness) : nil
        }
        return close.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(Self.mostSpellings).map { "\"\($0.0)\"" }
    }
}

extension [[String]] {
    /// One expression of FTS5: alternatives in parentheses.
    fileprivate func joined(by junction: String) -> String {
        map { "(\($0.joined(separator: " OR ")))" }.joined(separator: junction)
    }
}
