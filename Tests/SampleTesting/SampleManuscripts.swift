import Allergens
package import Authoring
import People

extension Manuscript {
    /// A complete article in two languages.
    package static let sample = Manuscript(
        texts: [
            ManuscriptText(
                language: .german, title: "Birke & Äpfel", summary: "Warum ein Apfel im Frühling juckt.",
                body: "## Was geschieht\n\nDie Eiweiße gleichen sich [1].", alternative: "Ein Apfel"),
            ManuscriptText(
                language: .english, title: "Birch & apples", summary: "Why an apple can itch in spring.",
                body: "## What happens\n\nThe proteins are alike [1]. Zwetschgenmus helps nobody.",
                alternative: "An apple"),
        ],
        keywords: ["pollen"],
        sources: [
            ManuscriptSource(
                title: "Pollen-food allergy", publisher: "Journal", url: "https://doi.org/10.1/x",
                date: "2024")
        ],
        reviewAgain: CivilDate("2099-05-01"), byline: "Dr. Eva Weber", keepsByline: false)

    /// The same with other words of the English body.
    package func saying(_ words: String) -> Manuscript {
        var other = self
        other.texts = texts.map { text in
            guard text.language == .english else { return text }
            return ManuscriptText(
                language: .english, title: text.title, summary: text.summary, body: words,
                alternative: text.alternative)
        }
        return other
    }
}
