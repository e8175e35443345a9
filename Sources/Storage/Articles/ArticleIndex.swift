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
    /// A word of the entries.
    private struct Term {
        let text: String
        let letters: [UInt16]
        /// How many entries have it.
        let entries: Int
    }

    /// What stands for a word of a search.
    private struct Wanted {
        /// Alternatives in the language of FTS5; none if no entry has a word that is close.
        let spellings: [String]
        /// How many entries have one of them, at most.
        let entries: Int
    }

    private let queue: DatabaseQueue
    /// Every word of the entries, by its bytes.
    private let vocabulary: [Term]

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
            return try Row.fetchAll(database, sql: "SELECT term, doc FROM articleTerm ORDER BY term").map {
                let text: String = $0[0]
                return Term(text: text, letters: Array(text.utf16), entries: $0[1])
            }
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
    /// How many words of a search count: the rarest, because the others tell little.
    private static let mostWords = 5
    /// The number of words of a search that are looked at.
    private static let mostRead = 20
    /// How many spellings stand for a word that no article has.
    private static let mostSpellings = 5

    /// The places of the entries that have all words of a search, or, if there are none, of those that have some of
    /// them; the best first.
    package func entries(for text: String) throws -> [Int] {
        let wanted = GuideQuestion(text).words.prefix(Self.mostRead).map(wanted)
        let known = wanted.filter { !$0.spellings.isEmpty }.sorted { $0.entries < $1.entries }
            .prefix(Self.mostWords).map(\.spellings)
        guard !known.isEmpty else { return [] }
        return try queue.read { database in
            if wanted.allSatisfy({ !$0.spellings.isEmpty }) {
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

    /// The words that begin like a word of a search, or else those that are close to it.
    private func wanted(_ word: String) -> Wanted {
        let beginning = self.beginning(word)
        // The words that begin with a letter are too many to mean one of them.
        let same = word.utf8.count > 1 ? beginning : beginning.prefix { $0.text == word }
        if !same.isEmpty {
            return Wanted(
                spellings: [word.utf8.count > 1 ? "\"\(word)\"*" : "\"\(word)\""],
                entries: same.reduce(0) { $0 + $1.entries })
        }
        let asked = Array(word.utf16)
        let close = vocabulary.compactMap { term in
            let closeness = WordCloseness.of(asked, to: term.letters)
            return closeness > 0 ? (term: term, closeness: closeness) : nil
        }
        let best = close.sorted { ($1.closeness, $0.term.text) < ($0.closeness, $1.term.text) }
            .prefix(Self.mostSpellings).map(\.term)
        return Wanted(
            spellings: best.map { "\"\($0.text)\"" }, entries: best.reduce(0) { $0 + $1.entries })
    }

    /// The words of the entries that begin with a word.
    private func beginning(_ word: String) -> ArraySlice<Term> {
        var (low, high) = (0, vocabulary.count)
        while low < high {
            let middle = (low + high) / 2
            if vocabulary[middle].text.utf8.lexicographicallyPrecedes(word.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return vocabulary[low...].prefix { $0.text.utf8.starts(with: word.utf8) }
    }
}

extension [[String]] {
    /// One expression of FTS5: alternatives in parentheses.
    fileprivate func joined(by junction: String) -> String {
        map { "(\($0.joined(separator: " OR ")))" }.joined(separator: junction)
    }
}
