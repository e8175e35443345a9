package import Authoring
import Foundation
import People

/// The articles of experts, as readers see them.
extension RowStore {
    /// The latest versions of all articles that are not retired.
    package func publishedArticles() async throws -> [PublishedArticle] {
        try await readRows { try Publications(runner: $0).articles(where: "true") }
    }

    /// A version of an article that is not retired; `nil` if there is none.
    package func publishedArticle(_ name: String, version: Int) async throws -> PublishedArticle? {
        try await readRows { runner in
            try Publications(runner: runner)
                .articles(where: "publishedArticle.name = \(name)", version: "\(version)").first
        }
    }

    /// What is still said of an article that is retired; `nil` if there is none with the name.
    package func retiredArticle(_ name: String) async throws -> RetiredArticle? {
        try await readRows { runner in
            try runner.row(
                """
                SELECT retired, content FROM publishedArticle
                JOIN articleVersion ON articleVersion.article = publishedArticle.number
                WHERE name = \(name) AND retired IS NOT NULL ORDER BY version DESC LIMIT 1
                """
            ).map { row in
                RetiredArticle(
                    retired: Date(stored: try row["retired"]),
                    keywords: try Publications.manuscript(try row["content"]).keywords)
            }
        }
    }

    /// The picture of a version of an article that is not retired.
    package func publishedPicture(of name: String, version: Int) async throws -> ManuscriptPicture? {
        try await readRows { runner in
            try runner.row(
                """
                SELECT format, picture FROM articleVersion
                JOIN publishedArticle ON publishedArticle.number = articleVersion.article
                WHERE name = \(name) AND version = \(version) AND retired IS NULL AND picture IS NOT NULL
                """
            ).flatMap(ManuscriptPicture.init)
        }
    }
}

/// What is read and written of `publishedArticle` and `articleVersion`.
struct Publications {
    let runner: any QueryRunner

    /// The articles that meet a condition, in the version that an expression names.
    func articles(where condition: Query, version: Query? = nil) throws -> [PublishedArticle] {
        let newest: Query =
            "(SELECT max(version) FROM articleVersion WHERE article = publishedArticle.number)"
        return try runner.rows(
            """
            SELECT publishedArticle.number, name, byline, version, content, format FROM publishedArticle
            JOIN articleVersion ON articleVersion.article = publishedArticle.number
                AND version = \(version ?? newest)
            WHERE retired IS NULL AND \(condition) ORDER BY publishedArticle.number
            """
        ).map { row in
            PublishedArticle(
                name: try row["name"], byline: try row["byline"] as String?,
                versions: try versions(of: try row["number"]),
                version: try row["version"], manuscript: try Self.manuscript(try row["content"]),
                picture: (try row["format"] as String?).flatMap(ManuscriptPicture.Format.init))
        }
    }

    private func versions(of article: Int64) throws -> [PublishedArticle.Version] {
        try runner.rows(
            """
            SELECT version, correction, published FROM articleVersion
            WHERE article = \(article) ORDER BY version
            """
        ).map {
            PublishedArticle.Version(
                number: try $0["version"], correction: try $0["correction"] as String?,
                published: Date(stored: try $0["published"]))
        }
    }

    fileprivate static func manuscript(_ content: String) throws -> Manuscript {
        try JSONDecoder().decode(Manuscript.self, from: Data(content.utf8))
    }

    /// The latest version of a submission with its picture.
    func latest(of submission: Int64) throws -> (manuscript: Manuscript, picture: ManuscriptPicture?)? {
        let row = try runner.row(
            """
            SELECT content, byline, format, picture FROM articleVersion
            JOIN publishedArticle ON publishedArticle.number = articleVersion.article
            WHERE submission = \(submission) ORDER BY version DESC LIMIT 1
            """
        )
        guard let row else { return nil }
        var manuscript = try Self.manuscript(try row["content"])
        manuscript.byline = try row["byline"] as String? ?? ""
        return (manuscript, try ManuscriptPicture(row))
    }

    /// Shows readers the text of a submission as another version.
    func publish(
        _ submission: ExpertArticle, _ picture: ManuscriptPicture?, by actor: Account.ID, at now: Date
    ) throws {
        let manuscript = submission.manuscript
        let byline = manuscript.byline.isEmpty ? nil : manuscript.byline
        let number = try number(of: submission, byline)
        try runner.run(
            """
            UPDATE publishedArticle SET byline = \(byline), keepsByline = \(manuscript.keepsByline)
            WHERE number = \(number)
            """)
        // The name is kept at one place, where it can be removed.
        var content = manuscript
        content.byline = ""
        let version = (submission.publication?.version ?? 0) + 1
        let correction: String? = version == 1 ? nil : submission.correction ?? ""
        let text = String(decoding: try JSONEncoder().encode(content), as: UTF8.self)
        try runner.run(
            """
            INSERT INTO articleVersion (
                article, version, content, correction, format, picture, published, account)
            VALUES (
                \(number), \(version), \(text), \(correction), \(picture?.format.rawValue),
                \(picture.map { Data($0.bytes) }), \(now.stored), \(actor.rawValue))
            """)
    }

    /// The number of the article that a submission has become, or becomes now.
    private func number(of submission: ExpertArticle, _ byline: String?) throws -> Int64 {
        let known: Int64? = try runner.value(
            "SELECT number FROM publishedArticle WHERE submission = \(submission.number)")
        if let known { return known }
        // The number of the submission is never given again.
        let name = PublishedArticle.name(of: submission.manuscript.title, numbered: submission.number)
        let number: Int64? = try runner.value(
            """
            INSERT INTO publishedArticle (name, submission, byline, keepsByline)
            VALUES (\(name), \(submission.number), \(byline), 0)
            RETURNING number
            """)
        guard let number
        else { preconditionFailure("an INSERT without ON CONFLICT inserts its row or throws") }
        return number
    }

    func retire(_ submission: Int64, at now: Date) throws {
        try runner.run("UPDATE publishedArticle SET retired = \(now.stored) WHERE submission = \(submission)")
    }
}

extension ManuscriptPicture {
    fileprivate init?(_ row: QueryRow) throws {
        guard let format = (try row["format"] as String?).flatMap(Format.init),
            let bytes = try row["picture"] as Data?
        else { return nil }
        self.init(format, Array(bytes))
    }
}
