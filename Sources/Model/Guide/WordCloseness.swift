/// How close a word of a question is to a word of the guide.
///
/// Words are in the form of ``GuideQuestion``. `guide-words.js` does the same in browsers.
package enum WordCloseness {
    /// From 10 for the same word to 0 for another one; both in UTF-16.
    package static func of(_ asked: [UInt16], to known: [UInt16]) -> Int {
        let shared = zip(asked, known).prefix { $0 == $1 }.count
        if shared == asked.count {
            if shared == known.count { return 10 }
            // What is still being typed, or a plural.
            if shared >= 3 { return 8 }
        }
        if shared == known.count, shared >= 4, asked.count - shared <= 3 { return 7 }
        // Another ending of the same word, as in `notifica` and `notifiche`.
        if shared >= 5, asked.count - shared <= 2, known.count - shared <= 2 { return 7 }
        if isMistyped(asked, for: known) { return 6 }
        // The last part of a compound, as in `Notrufnummer`.
        let last = min(asked.count, known.count)
        return last >= leastLetters && asked.suffix(last) == known.suffix(last) ? 5 : 0
    }

    /// Whether it is the word, or the word with a typing mistake.
    static func isMistyped(_ asked: String, for known: String) -> Bool {
        asked == known || isMistyped(Array(asked.utf16), for: Array(known.utf16))
    }

    /// Whether it begins with a stem, or with the stem with a typing mistake.
    static func begins(_ asked: String, with stem: String) -> Bool {
        guard !asked.hasPrefix(stem) else { return true }
        let (word, start) = (Array(asked.utf16), Array(stem.utf16))
        guard start.count >= leastLetters, word.first == start.first else { return false }
        return distances(from: word, to: start).contains { $0 <= 1 }
    }

    /// Shorter words have too many neighbours.
    private static let leastLetters = 5
    /// From here on a word may have two mistakes.
    private static let longWord = 9

    private static func isMistyped(_ asked: [UInt16], for known: [UInt16]) -> Bool {
        let least = min(asked.count, known.count)
        guard least >= leastLetters, asked.first == known.first else { return false }
        let mistakes = least >= longWord ? 2 : 1
        guard abs(asked.count - known.count) <= mistakes else { return false }
        return distances(from: asked, to: known).suffix(1).contains { $0 <= mistakes }
    }

    /// How many letters are missing, added, wrong or exchanged with their neighbour (optimal string alignment)
    /// between each beginning of a word, the empty one first, and another word.
    private static func distances(from word: [UInt16], to other: [UInt16]) -> [Int] {
        var (before, last) = ([Int](), Array(0...other.count))
        var ends = [other.count]
        for row in word.indices {
            var next = [row + 1]
            for column in other.indices {
                let change = last[column] + (word[row] == other[column] ? 0 : 1)
                var best = min(change, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, word[row] == other[column - 1], word[row - 1] == other[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
            ends.append(next[other.count])
        }
        return ends
    }
}
