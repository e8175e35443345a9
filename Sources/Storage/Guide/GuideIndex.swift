import Foundation
import GRDB
package import Guide

/// Finds entries of the guide by the words of a question: a full-text index (FTS5) in memory, for one language.
///
/// SQLite keeps the words of all entries; a word of a question stands for each of them that it is close to. The
/// words that few entries have count most, and those of questions and synonyms more than those of answers.
/// Questions are neither kept nor logged.
package final class GuideIndex: Sendable {
    private let book: GuideBook
    private let queue: DatabaseQueue
    /// Every word of the entries.
    private let vocabulary: [(term: String, letters: [UInt16])]

    /// - Throws: `DatabaseError` when SQLite was built without FTS5.
    package init(_ book: GuideBook) throws {
        self.book = book
        queue = try DatabaseQueue()
        vocabulary = try queue.write { database in
            try database.execute(sql: Self.schema)
            for (place, entry) in book.entries.enumerated() {
                try database.execute(
                    literal: """
                        INSERT INTO guideText (rowid, question, words, answer)
                        VALUES (\(place), \(Self.plain(entry.question)), \(Self.plain(entry.words)),
                            \(Self.plain(entry.answer)))
                        """)
            }
            return try String.fetchAll(database, sql: "SELECT DISTINCT term FROM guideTerm ORDER BY term")
                .map { ($0, Array($0.utf16)) }
        }
    }

    private static let schema = """
        CREATE VIRTUAL TABLE guideText
        USING fts5(question, words, answer, tokenize = 'unicode61 remove_diacritics 2');
        CREATE VIRTUAL TABLE guideTerm USING fts5vocab(guideText, instance);
        """

    private static func plain(_ text: String) -> String {
        GuideQuestion.words(of: text).joined(separator: " ")
    }

    /// The identifiers of the entries that a question finds, the best first.
    ///
    /// - Returns: At most ``GuideRanking/most``; none if no entry has enough of its words.
    package func entries(for question: GuideQuestion) throws -> [String] {
        let words = book.telling(question)
        guard !words.isEmpty else { return [] }
        var ranking = GuideRanking(entries: book.entries.count, words: words.count)
        for (word, entry, weight) in try found(words) { ranking.note(word, entry, weight) }
        return ranking.best.map { book.entries[$0].id }
    }

    /// What each word of a question finds: its place there, the place of an entry, and how well it fits.
    private func found(_ words: [String]) throws -> [(word: Int, entry: Int, weight: Int)] {
        let wanted = words.enumerated().flatMap { place, word in
            let asked = Array(word.utf16)
            return vocabulary.compactMap { term, letters in
                let closeness = WordCloseness.of(asked, to: letters)
                return closeness > 0 ? Wanted(word: place, term: term, closeness: closeness) : nil
            }
        }
        let json = String(decoding: try JSONEncoder().encode(wanted), as: UTF8.self)
        return try queue.read { database in
            try Row.fetchAll(database, SQLRequest(literal: Self.search(json))).map { ($0[0], $0[1], $0[2]) }
        }
    }

    private struct Wanted: Encodable {
        let word: Int
        let term: String
        let closeness: Int
    }

    /// The order of a cross join is kept, so that each term is looked up in the index.
    private static func search(_ wanted: String) -> SQL {
        """
        SELECT asked.value ->> 'word', guideTerm.doc,
            max((asked.value ->> 'closeness')
                * CASE guideTerm.col WHEN 'answer' THEN \(GuideRanking.answerWeight)
                    ELSE \(GuideRanking.questionWeight) END)
        FROM json_each(\(wanted)) AS asked
            CROSS JOIN guideTerm ON guideTerm.term = asked.value ->> 'term'
        GROUP BY 1, 2
        """
    }
}
