import Articles
import Foundation
import HTTP
import People
import Site

/// The preview of a link to an article: all that its bytes depend on.
struct ArticlePreview: Encodable {
    /// The file name in the article's folder.
    static let file = "preview.png"

    let title: String
    let summary: String
    let note: String
    /// The SVG of its drawing; empty if there is none.
    let drawing: String

    init(_ article: Article, in language: Language) {
        let text = article.text(in: language)
        (title, summary) = (text.title, text.summary)
        note = ArticlePhrases(language)("notMedical")
        drawing = article.svg
    }

    /// The entity tag, known before anything is drawn.
    var etag: String {
        get throws { ContentHash.etag(of: try JSON.encoder.encode(self) + Data("article preview".utf8)) }
    }
}

extension Article {
    /// The SVG above the text; empty if there is none.
    fileprivate var svg: String {
        ownDrawing.flatMap { SiteDrawing.svg(named: $0.file) } ?? ""
    }
}
