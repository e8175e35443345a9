import Authoring
import Foundation
import HTTP

/// What an expert has written, and what a reviewer has said and decided.
extension PersonalExport {
    private struct OwnRemark: Encodable {
        let article: String
        let remark: SubmissionAnswer.Remark
    }

    private struct OwnAct: Encodable {
        let article: String
        let act: SubmissionAct
        let at: Date
    }

    private struct Articles: Encodable {
        let articles: [SubmissionAnswer]
        /// On the articles of others.
        let remarks: [OwnRemark]
        let acts: [OwnAct]
    }

    mutating func addArticles() async throws {
        let own = try await sources.submissionStore.ownArticles(of: account)
        let articles = Articles(
            articles: own.articles.map { SubmissionAnswer($0, for: account) },
            remarks: own.remarks.map {
                OwnRemark(
                    article: $0.article.rawValue,
                    remark: SubmissionAnswer.Remark($0.remark, isNamed: false))
            },
            acts: own.acts.map {
                OwnAct(article: $0.article.rawValue, act: $0.event.act, at: $0.event.time)
            })
        try add("articles", articles)
        for article in own.articles where article.picture != nil {
            // It may have been removed meanwhile.
            guard let picture = try await sources.submissionStore.picture(of: article.id, of: account)
            else { continue }
            let suffix = picture.format == .png ? "png" : "jpg"
            try add("articles/\(article.id.rawValue).\(suffix)", Data(picture.bytes))
        }
    }
}
