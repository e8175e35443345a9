import Markdown
import People

extension ArticleText {
    /// The most characters of a title, so that lists and windows can show it whole.
    package static let longestTitle = 80
    /// The most characters of the sentence beneath the title, which lists of results show whole.
    package static let longestSummary = 160

    /// Reads a text: a heading, a paragraph with one sentence, and the body.
    ///
    /// - Throws: ``ArticleMistake`` that names the file.
    init(_ language: Language, _ markdown: String, file: String) throws(ArticleMistake) {
        let blocks: [MarkdownBlock]
        do {
            blocks = try MarkdownDocument(markdown).blocks
        } catch {
            throw ArticleMistake(file: file, problem: "the text is too long or too deep")
        }
        guard case .heading(1, let title) = blocks.first, !title.plainText.isEmpty,
            title.plainText.count <= Self.longestTitle
        else {
            throw ArticleMistake(
                file: file, problem: "begins with a title, `# …`, of at most \(Self.longestTitle) characters")
        }
        guard case .paragraph(let summary) = blocks.dropFirst().first,
            summary.plainText.count <= Self.longestSummary
        else {
            throw ArticleMistake(
                file: file,
                problem: "has a sentence of at most \(Self.longestSummary) characters after its title")
        }
        guard blocks.count > 2 else { throw ArticleMistake(file: file, problem: "has a body") }
        self.init(
            language: language, title: title.plainText, summary: summary.plainText,
            body: MarkdownDocument(blocks: Array(blocks.dropFirst(2))))
    }
}
