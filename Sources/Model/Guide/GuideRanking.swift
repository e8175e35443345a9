import Foundation

/// Orders entries by the words of a question that they have.
///
/// `guide-search.js` does the same in browsers.
package struct GuideRanking {
    /// The most entries that a question finds.
    package static let most = 6
    /// What a word counts among the words of a question or its synonyms.
    package static let questionWeight = 3
    /// What a word counts in an answer.
    package static let answerWeight = 1
    /// What a word counts at most: the same word, in a question or its synonyms.
    private static let highest = 10 * questionWeight
    /// The least that an entry has of the most that it could have: below it, an answer would be about something
    /// else.
    private static let leastShare = 0.25

    private let entries: Int
    /// For each word of the question: how well it fits each entry that has it.
    private var weights: [[Int: Int]]

    package init(entries: Int, words: Int) {
        self.entries = entries
        weights = Array(repeating: [:], count: words)
    }

    /// Notes that a word, given by its place in the question, fits an entry, given by its place in the guide.
    package mutating func note(_ word: Int, _ entry: Int, _ weight: Int) {
        weights[word][entry] = max(weights[word][entry] ?? 0, weight)
    }

    /// The places of the best entries, the best first; of equal ones the first in the guide.
    package var best: [Int] {
        let rarities = weights.map { found in
            // Whole numbers, so that every program adds them up to the same.
            Int((100 * log(1 + Double(entries) / Double(max(found.count, 1)))).rounded())
        }
        let whole = rarities.reduce(0, +)
        var scores: [Int: Int] = [:]
        for (found, rarity) in zip(weights, rarities) {
            for (entry, weight) in found { scores[entry, default: 0] += weight * rarity }
        }
        let least = Self.leastShare * Double(Self.highest * whole)
        return scores.filter { Double($0.value) >= least }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(Self.most).map(\.key)
    }
}
