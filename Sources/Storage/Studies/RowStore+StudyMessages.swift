import Forms
import Foundation
package import People
package import Studies

/// What those who take part read of researchers.
extension RowStore {
    /// The messages of a study, the latest first, as its researchers see them.
    ///
    /// - Throws: ``StudyRefusal``.
    package func messages(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyMessage] {
        try await readRows { runner in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: runner)
            return try runner.studyMessages(of: row.number)
        }
    }

    /// The messages that stand on the page of a study, for everybody: those of studies whose answers belong to nobody.
    package func publicMessages(of id: Study.ID) async throws -> [StudyMessage] {
        try await readRows { runner in
            guard let row = try StudyRow.one(id, in: runner), row.phase.settings.mode == .unlinked
            else { return [] }
            return try runner.studyMessages(of: row.number).map(\.withoutAuthor)
        }
    }
}

extension QueryRunner {
    /// The latest messages of a study, the latest first.
    fileprivate func studyMessages(of study: Int64) throws -> [StudyMessage] {
        try rows(
            """
            SELECT studyMessage.number, words, written, told, account.name FROM studyMessage
            LEFT JOIN account ON account.id = studyMessage.account
            WHERE study = \(study) ORDER BY studyMessage.number DESC LIMIT \(StudyMessage.mostListed)
            """
        ).map { row in
            let words: String = try row["words"]
            return StudyMessage(
                number: try row["number"],
                words: try JSONDecoder().decode(FormWording.self, from: Data(words.utf8)),
                written: Date(stored: try row["written"]), author: try row["name"] as String?,
                told: try row["told"] as Int?)
        }
    }

    /// The messages of a study that somebody sees who took part from a day until another, or still does.
    func studyMessages(of study: Int64, from joined: Int, until left: Int?) throws -> [StudyMessage] {
        try studyMessages(of: study).filter { message in
            let day = Int(message.written.stored / 86_400)
            return joined <= day && left.map { day <= $0 } ?? true
        }.map(\.withoutAuthor)
    }
}

extension StudyMessage {
    /// As those see it who take part.
    fileprivate var withoutAuthor: StudyMessage {
        StudyMessage(number: number, words: words, written: written)
    }
}
