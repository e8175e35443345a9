/// What a misspelt word may mean: all that is one slip away, as Damerau counts them
/// (Communications of the ACM 7, 1964, doi:10.1145/363958.363994).
enum Misspelling {
    /// Words with fewer letters are not corrected: nearly all of them are the beginning of something.
    private static let shortest = 5
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    /// The words that a word becomes when one letter is taken out, put in or replaced, or two change places.
    ///
    /// People rarely get the first letter wrong, so it stays.
    ///
    /// - Parameter word: Small letters without diacritics, as UTF-8.
    /// - Returns: Some fifty words for each letter; none if the word is too short.
    static func corrections(of word: [UInt8]) -> [[UInt8]] {
        guard word.count >= shortest else { return [] }
        var found: [[UInt8]] = []
        for place in 1..<word.count {
            let (head, tail) = (Array(word[..<place]), Array(word[place...]))
            found.append(head + tail.dropFirst())
            if tail.count > 1 { found.append(head + [tail[1], tail[0]] + tail.dropFirst(2)) }
            for letter in letters {
                found.append(head + [letter] + tail)
                found.append(head + [letter] + tail.dropFirst())
            }
        }
        return found
    }
}
