package import Guide
package import People

/// Finds entries of the guide.
package protocol GuideSearching: Sendable {
    /// The identifiers of the entries that a question finds in a language, the best first; none if nothing fits.
    func entries(for question: GuideQuestion, in language: Language) throws -> [String]
}
