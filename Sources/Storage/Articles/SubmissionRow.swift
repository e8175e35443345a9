import Authoring
import Foundation
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

    let runner: any QueryRunner
    let keys: KeyRing

    /// The submissions that meet a condition, oldest first.
    func submissions(where condition: Query, limit: Int = .max) throws -> [ExpertArticle] {
        try runner.rows(
            """
            SELECT submission.*, submissionPicture.format, publishedArticle.name,
                (SELECT max(version) FROM articleVersion WHERE article = publishedArticle.number) AS version
            FROM submission
            LEFT JOIN submissionPicture ON submissionPicture.submission = submission.number
            LEFT JOIN publishedArticle ON publishedArticle.submission = submission.number
            WHERE \(condition) ORDER BY submission.number LIMIT \(limit)
            """
        ).map(submission)
    }

    func submission(_ id: ExpertArticle.ID) throws -> ExpertArticle? {
        try submissions(where: "submission.id = \(id.rawValue)").first
    }

    private func submission(_ row: QueryRow) throws -> ExpertArticle {
        let (number, id): (Int64, String) = (try row["number"], try row["id"])
        guard let state = ExpertArticle.State(rawValue: try row["state"])
        else { preconditionFailure("the store holds an article in a state that does not exist") }
        let sealed = try Self.seal.opened(try row["sealed"], at: .text(id), keys)
        let version = try row["version"] as Int? ?? 1
        return ExpertArticle(
            number: number, id: ExpertArticle.ID(rawValue: id),
            author: Account.ID(rawValue: try row["account"]),
            state: state, revision: try row["revision"], manuscript: sealed.manuscript,
            picture: (try row["format"] as String?).flatMap(ManuscriptPicture.Format.init),
            correction: sealed.correction,
            publication: (try row["name"] as String?).map {
                ExpertArticle.Publication(name: $0, version: version)
            },
            created: Date(stored: try row["created"]), changed: Date(stored: try row["changed"]),
            events: try events(of: number), remarks: try remarks(on: number))
    }

    private func events(of submission: Int64) throws -> [SubmissionEvent] {
        try runner.rows(
            """
            SELECT submissionEvent.*, account.name FROM submissionEvent
            LEFT JOIN account ON account.id = submissionEvent.account
            WHERE submission = \(submission) ORDER BY number
            """
        ).compactMap(SubmissionEvent.init)
    }

    private func remarks(on submission: Int64) throws -> [SubmissionRemark] {
        try runner.rows(
            """
            SELECT submissionRemark.*, account.name FROM submissionRemark
            LEFT JOIN account ON account.id = submissionRemark.account
            WHERE submission = \(submission) ORDER BY number
            """
        ).map { try SubmissionRemark($0, keys) }
    }

    /// The picture that belongs to the text that is being written.
    func picture(of submission: Int64) throws -> ManuscriptPicture? {
        let row = try runner.row(
            "SELECT format, sealed FROM submissionPicture WHERE submission = \(submission)")
        guard let row, let format = ManuscriptPicture.Format(rawValue: try row["format"]) else { return nil }
        let bytes = try keys.open(try row["sealed"], field: Self.picture, of: .number(submission))
        return ManuscriptPicture(format, Array(bytes))
    }

    /// Keeps a picture in the place of an earlier one, or none.
    func keep(_ picture: ManuscriptPicture?, of submission: Int64) throws {
        try runner.run("DELETE FROM submissionPicture WHERE submission = \(submission)")
        guard let picture else { return }
        let sealed = try keys.seal(
            Data(picture.bytes), field: Self.picture, of: .number(submission))
        try runner.run(
            """
            INSERT INTO submissionPicture (submission, format, sealed)
            VALUES (\(submission), \(picture.format.rawValue), \(sealed))
            """)
    }
}

extension SubmissionEvent {
    init?(_ row: QueryRow) throws {
        guard let act = SubmissionAct(rawValue: try row["act"]) else { return nil }
        self.init(
            act: act, actor: try row["name"] as String?, revision: try row["revision"],
            time: Date(stored: try row["created"]))
    }
}

extension SubmissionRemark {
    init(_ row: QueryRow, _ keys: KeyRing) throws {
        let id: String = try row["id"]
        self.init(
            id: id, reviewer: try row["name"] as String?, revision: try row["revision"],
            content: try SubmissionRow.remark.opened(try row["sealed"], at: .text(id), keys),
            time: Date(stored: try row["created"]))
    }
}
