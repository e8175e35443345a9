package import Authoring
import Foundation
import GRDB
import People

/// The articles of experts, as readers see them.
extension SQLiteStore {
    /// A number that changes with what readers see.
    ///
    /// It is read on the calling thread, within microseconds.
    package func articleEdition() throws -> Int64 {
        try glance { database in
            try SQLRequest<Int64>(literal: "SELECT number FROM articleEdition", cached: true)
                .fetchOne(database) ?? 0
        }
    }

    /// The latest versions of all articles that are not retired.
    package func publishedArticles() async throws -> [PublishedArticle] {
        try await pool.read { try Publications(database: $0).articles(where: "true") }
    }

    /// A version of an article that is not retired; `nil` if there is none.
    package func publishedArticle(_ name: String, version: Int) async throws -> PublishedArticle? {
        try await pool.read { database in
            try Publications(database: database)
                .articles(where: "publishedArticle.name = \(name)", version: "\(version)").first
        }
    }

    /// What is still said of an article that is retired; `nil` if there is none with the name.
    package func retiredArticle(_ name: String) async throws -> RetiredArticle? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT retired, content FROM publishedArticle
                    JOIN articleVersion ON articleVersion.article = publishedArticle.number
                    WHERE name = \(name) AND retired IS NOT NULL ORDER BY version DESC LIMIT 1
                    """
            ).fetchOne(database).map { row in
                RetiredArticle(
                    retired: Date(stored: row["retired"]),
                    keywords: try Publications.manuscript(row["content"]).keywords)
            }
        }
    }

    /// The picture of a version of an article that is not retired.
    package func publishedPicture(of name: String, version: Int) async throws -> ManuscriptPicture? {
        try await pool.read { database in
            try SQLRequest<Row>(
                literal: """
                    SELECT format, picture FROM articleVersion
                    JOIN publishedArticle ON publishedArticle.number = articleVersion.article
                    WHERE name = \(name) AND version = \(version) AND retired IS NULL AND picture IS NOT NULL
                    """
            ).fetchOne(database).flatMap(ManuscriptPicture.init)
        }
    }
}

/// What is read and written of `publishedArticle` and `articleVersion`.
struct Publications {
    let database: Database

    /// The articles that meet a condition, in the version that an expression names.
    func articles(where condition: SQL, version: SQL? = nil) throws -> [PublishedArticle] {
        let newest: SQL = "(SELECT max(version) FROM articleVersion WHERE article = publishedArticle.number)"
        return try SQLRequest<Row>(
            literal: """
                SELECT publishedArticle.number, name, byline, version, content, format FROM publishedArticle
                JOIN articleVersion ON articleVersion.article = publishedArticle.number
                    AND version = \(version ?? newest)
                WHERE retired IS NULL AND \(condition) ORDER BY publishedArticle.number
                """
        ).fetchAll(database).map { row in
            PublishedArticle(
                name: row["name"], byline: row["byline"], versions: try versions(of: row["number"]),
                version: row["version"], manuscript: try Self.manuscript(row["content"]),
                picture: (row["format"] as String?).flatMap(ManuscriptPicture.Format.init))
        }
    }

    private func versions(of article: Int64) throws -> [PublishedArticle.Version] {
        try SQLRequest<Row>(
            literal: """
                SELECT version, correction, published FROM articleVersion
                WHERE article = \(article) ORDER BY version
                """, cached: true
        ).fetchAll(database).map {
            PublishedArticle.Version(
                number: $0["version"], correction: $0["correction"], published: Date(stored: $0["published"]))
        }
    }

    fileprivate static func manuscript(_ content: String) throws -> Manuscript {
        try JSONDecoder().decode(Manuscript.self, from: Data(content.utf8))
    }

    /// The latest version of a submission with its picture.
    func latest(of submission: Int64) throws -> (manuscript: Manuscript, picture: ManuscriptPicture?)? {
        let row = try SQLRequest<Row>(
            literal: """
                SELECT content, byline, format, picture FROM articleVersion
                JOIN publishedArticle ON publishedArticle.number = articleVersion.article
                WHERE submission = \(submission) ORDER BY version DESC LIMIT 1
                """
        ).fetchOne(database)
        guard let row else { return nil }
        var manuscript = try Self.manuscript(row["content"])
        manuscript.byline = row["byline"] ?? ""
        return (manuscript, ManuscriptPicture(row))
    }

    /// Shows readers the text of a submission as another version.
    func publish(
        _ submission: ExpertArticle, _ picture: ManuscriptPicture?, by actor: Account.ID, at now: Date
    ) throws {
        let manuscript = submission.manuscript
        let byline = manuscript.byline.isEmpty ? nil : manuscript.byline
        let number = try number(of: submission, byline)
        try database.execute(
            literal: """
                UPDATE publishedArticle SET byline = \(byline), keepsByline = \(manuscript.keepsByline)
                WHERE number = \(number)
                """)
        // The name is kept at one place, where it can be removed.
        var content = manuscript
        content.byline = ""
        let version = (submission.publication?.version ?? 0) + 1
        try database.execute(
            literal: """
                INSERT INTO articleVersion (
                    article, version, content, correction, format, picture, published, account)
                VALUES (
                    \(number), \(version), \(String(decoding: try JSONEncoder().encode(content), as: UTF8.self)),
                    \(version == 1 ? nil : submission.correction ?? ""), \(picture?.format.rawValue),
                    \(picture.map { Data($0.bytes) }), \(now.stored), \(actor.rawValue))
                """)
    }

    /// The number of the article that a submission has become, or becomes now.
    private func number(of submission: ExpertArticle, _ byline: String?) throws -> Int64 {
        let known = try SQLRequest<Int64>(
            literal: "SELECT number FROM publishedArticle WHERE submission = \(submission.number)"
        ).fetchOne(database)
        if let known { return known }
        // The number of the submission is never given again.
        let name = PublishedArticle.name(of: submission.manuscript.title, numbered: submission.number)
        return try database.insertedNumber(
            """
            INSERT INTO publishedArticle (name, submission, byline, keepsByline)
            VALUES (\(name), \(submission.number), \(byline), 0)
            RETURNING number
            """)
    }

    func retire(_ submission: Int64, at now: Date) throws {
        try database.execute(
            literal: "UPDATE publishedArticle SET retired = \(now.stored) WHERE submission = \(submission)")
    }
}

extension ManuscriptPicture {
    fileprivate init?(_ row: Row) {
        guard let format = (row["format"] as String?).flatMap(Format.init),
            let bytes = row["picture"] as Data?
        else { return nil }
        self.init(format, Array(bytes))
    }
}
