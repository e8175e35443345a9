/// A code by which somebody joins a study, once.
package struct InvitationCode: Hashable, Sendable {
    /// Letters and digits that do not look alike: without 0 and O, 1, I and L, B, S, U and Z.
    package static let alphabet = Array("23456789ACDEFGHJKMNPQRTVWXY")
    /// How many characters a code can have.
    package static let lengths = 5...16
    /// The length that is taken if none is asked for: with 10,000 open codes, one guess in 20 billion hits.
    package static let usualLength = 10
    /// What people write for a character of the alphabet that looks like it.
    private static let lookAlikes: [Character: Character] = ["B": "8", "S": "5", "U": "V", "Z": "2"]
    package let text: String

    /// Reads a code as people write it; `nil` if it can be none.
    ///
    /// Small letters, spaces and hyphens are as good, and so is what looks like a character of the alphabet.
    package init?(_ written: String) {
        guard written.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let read = written.uppercased().filter { $0 != " " && $0 != "-" }.map { Self.lookAlikes[$0] ?? $0 }
        guard Self.lengths.contains(read.count), read.allSatisfy(Self.alphabet.contains) else { return nil }
        text = String(read)
    }

    /// Makes a code by chance.
    ///
    /// - Parameters:
    ///   - length: The number of characters, in ``lengths``.
    ///   - generator: The source of chance.
    package init(length: Int, using generator: inout some RandomNumberGenerator) {
        text = Self.random(length, using: &generator)
    }

    /// Characters of the alphabet by chance, each as likely as another.
    package static func random(_ length: Int, using generator: inout some RandomNumberGenerator) -> String {
        String((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }
}
