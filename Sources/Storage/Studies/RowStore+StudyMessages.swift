import Alerts
package import Forms
package import Foundation
package import People
import Sealing
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

/// What researchers write to those who take part.
extension RowStore {
    /// Keeps a message, and tells those who take part over their channels that there is one.
    ///
    /// Where answers belong to nobody, nobody is told one by one: the message stands on the page of the study, for
    /// everybody. If the program ends before all are told, the others find it in their account.
    ///
    /// - Returns: The message.
    /// - Throws: ``StudyRefusal``; then nobody is told.
    package func send(
        _ words: FormWording, toPeopleOf id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage {
        let (study, isLinked, number) = try await writeRows(locking: .study(id)) { runner in
            let row = try StudyRow.one(id, by: researcher, for: .message, in: runner)
            try runner.checkMessages(of: row.number, at: now)
            let isLinked = row.phase.settings.mode == .linked
            let told: Int? = isLinked ? 0 : nil
            let number = try runner.insertedNumber(
                """
                INSERT INTO studyMessage (study, account, words, written, told)
                VALUES (
                    \(row.number), \(researcher.rawValue),
                    \(String(decoding: try JSONEncoder().encode(words), as: UTF8.self)), \(now.stored), \(told))
                RETURNING number
                """)
            return (row.number, isLinked, number)
        }
        let told = isLinked ? try await tellAll(of: study, message: number, at: now) : nil
        return StudyMessage(number: number, words: words, written: Date(stored: now.stored), told: told)
    }

    /// Tells all who take part now, some at a time.
    ///
    /// - Returns: How many.
    private func tellAll(of study: Int64, message: Int64, at now: Date) async throws -> Int {
        var (last, told): (Int64, Int) = (0, 0)
        while true {
            let people = try await writeRows(locking: .nothing) { [keys, last] runner in
                try runner.tellSome(of: study, after: last, message: message, keys, at: now)
            }
            told += people.count
            guard let end = people.last, people.count == StudyReader.toldAtOnce else { return told }
            last = end
        }
    }
}

/// Somebody who takes part in a study, and is told that there is a message.
private struct StudyReader {
    /// People who are told in one transaction: other writers wait for it.
    static let toldAtOnce = 256

    let number: Int64
    let account: Int64
}

extension QueryRunner {
    /// Refuses one message more than a study may send in a day.
    ///
    /// - Throws: ``StudyRefusal/tooMuchMail(limit:wait:)``.
    fileprivate func checkMessages(of study: Int64, at now: Date) throws {
        let start = now.addingTimeInterval(-StudyMessage.day).stored
        let oldest: Int64? = try value(
            """
            SELECT written FROM studyMessage WHERE study = \(study) AND written > \(start)
            ORDER BY written DESC LIMIT 1 OFFSET \(StudyMessage.mostADay - 1)
            """)
        guard let oldest else { return }
        throw StudyRefusal.tooMuchMail(limit: StudyMessage.mostADay, wait: Double(max(1, oldest - start)))
    }

    /// Tells the next people who take part.
    ///
    /// - Returns: Their numbers in the study.
    fileprivate func tellSome(
        of study: Int64, after last: Int64, message: Int64, _ keys: KeyRing, at now: Date
    ) throws -> [Int64] {
        let people = try readers(of: study, after: last)
        for person in people {
            try keep(Notice(.studyMessage, raised: now), for: person.account, keys)
        }
        try run("UPDATE studyMessage SET told = told + \(people.count) WHERE number = \(message)")
        notify(of: CommittedChanges(noticesChanged: true))
        return people.map(\.number)
    }

    private func readers(of study: Int64, after last: Int64) throws -> [StudyReader] {
        // PostgreSQL holds the accounts, since one that is deleted meanwhile could take no notice.
        try rows(
            """
            SELECT part.number, part.account FROM studyParticipant AS part
            JOIN account ON account.id = part.account
            LEFT JOIN studyInvitation ON studyInvitation.participant = part.number
            WHERE part.study = \(study) AND part.number > \(last) AND part.leftDay IS NULL
                AND studyInvitation.restricted IS NULL
            ORDER BY part.number LIMIT \(StudyReader.toldAtOnce)
            \(sqlite: "", postgreSQL: "FOR KEY SHARE OF account")
            """
        ).map { StudyReader(number: try $0["number"], account: try $0["account"]) }
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
