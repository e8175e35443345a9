/// What readers are told before the body of an article, by what it is about.
package enum ArticleDisclaimer: String, Sendable, Hashable, CaseIterable, Decodable {
    /// An illness, its signs or its treatment: the article does not replace a doctor.
    case medicine
    /// Counts and maps: they describe the air, and nobody's health.
    case data
    /// What can threaten a life: nobody should read on while it happens.
    case emergency
}
