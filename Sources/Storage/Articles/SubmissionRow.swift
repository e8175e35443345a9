import Authoring
import Foundation
import GRDB
import People
import Sealing

/// A row of `submission`.
struct SubmissionRow {
    /// What is sealed of it.
    struct Sealed: Codable {
        var manuscript: Manuscript
        var correction: String?
    }

    static let seal = PaddedSeal<Sealed>("submission", place: "id")
    static let remark = PaddedSeal<SubmissionRemark.Content>("submissionRemark", place: "id")
    static let picture = SealedField("submissionPicture", "sealed")

    let database: Database
    let cipher: RowCipher

    /// The submissions that meet a condition, oldest first.
    func submissions(where condition: SQL, limit: Int = -1) throws -> [ExpertArticle] {
        try SQLRequest<Row>(
            literal: """
                SELECT submission.*, submissionPicture.format, publishedArticle.name,
                    (SELECT max(version) FROM articleVersion WHERE article = publishedArticle.number) AS version
                FROM submission
                LEFT JOIN submissionPicture ON submissionPicture.submission = submission.number
                LEFT JOIN publishedArticle ON publishedArticle.submission = submission.number
                WHERE \(condition) ORDER BY submission.number LIMIT \(limit)
                """
        ).fetchAll(database).map(submission)
    }

    func submission(_ id: ExpertArticle.ID) throws -> ExpertArticle? {
        try submissions(where: "submission.id = \(id.rawValue)").first
    }

    private func submission(_ row: Row) throws -> ExpertArticle {
        let (number, id): (Int64, String) = (row["number"], row["id"])
        guard let state = ExpertArticle.State(rawValue: row["state"])
        else { preconditionFailure("the store holds an article in a state that does not exist") }
        let sealed = try Self.seal.opened(row["sealed"], at: .text(id), cipher)
        return ExpertArticle(
            number: number, id: ExpertArticle.ID(rawValue: id), author: Account.ID(rawValue: row["account"]),
            state: state, revision: row["revision"], manuscript: sealed.manuscript,
            picture: (row["format"] as String?).flatMap(ManuscriptPicture.Format.init),
            correction: sealed.correction,
            publication: (row["name"] as String?).map {
                ExpertArticle.Publication(name: $0, version: row["version"] ?? 1)
            },
            created: Date(stored: row["created"]), changed: Date(stored: row["changed"]),
            events: try events(of: number), remarks: try remarks(on: number))
    }

    private func events(of submission: Int64) throws -> [SubmissionEvent] {
        try SQLRequest<Row>(
            literal: """
                SELECT submissionEvent.*, account.name FROM submissionEvent
                LEFT JOIN account ON account.id = submissionEvent.account
                WHERE submission = \(submission) ORDER BY number
                """, cached: true
        ).fetchAll(database).compactMap(SubmissionEvent.init)
    }

    private func remarks(on submission: Int64) throws -> [SubmissionRemark] {
        try SQLRequest<Row>(
            literal: """
                SELECT submissionRemark.*, account.name FROM submissionRemark
                LEFT JOIN account ON account.id = submissionRemark.account
                WHERE submission = \(submission) ORDER BY number
                """, cached: true
        ).fetchAll(database).map { try SubmissionRemark($0, cipher) }
    }

    /// The picture that belongs to the text that is being written.
    func picture(of submission: Int64) throws -> ManuscriptPicture? {
        let row = try SQLRequest<Row>(
            literal: "SELECT format, sealed FROM submissionPicture WHERE submission = \(submission)"
        ).fetchOne(database)
        guard let row, let format = ManuscriptPicture.Format(rawValue: row["format"]) else { return nil }
        let bytes = try cipher.keys.open(row["sealed"], field: Self.picture, of: .number(submission))
        return ManuscriptPicture(format, Array(bytes))
    }

    /// Keeps a picture in the place of an earlier one, or none.
    func keep(_ picture: ManuscriptPicture?, of submission: Int64) throws {
        try database.execute(literal: "DELETE FROM submissionPicture WHERE submission = \(submission)")
        guard let picture else { return }
        let sealed = try cipher.keys.seal(
            Data(picture.bytes), field: Self.picture, of: .number(submission))
        try database.execute(
            literal: """
                INSERT INTO submissionPicture (submission, format, sealed)
                VALUES (\(submission), \(picture.format.rawValue), \(sealed))
                """)
    }
}

extension SubmissionEvent {
    init?(_ row: Row) {
        guard let act = SubmissionAct(rawValue: row["act"]) else { return nil }
        self.init(
            act: act, actor: row["name"], revision: row["revision"], time: Date(stored: row["created"]))
    }
}

extension SubmissionRemark {
    init(_ row: Row, _ cipher: RowCipher) throws {
        let id: String = row["id"]
        self.init(
            id: id, reviewer: row["name"], revision: row["revision"],
            content: try SubmissionRow.remark.opened(row["sealed"], at: .text(id), cipher),
            time: Date(stored: row["created"]))
    }
}
