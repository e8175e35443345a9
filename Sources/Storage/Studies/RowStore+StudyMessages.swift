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
    /// Those to one person are for researchers who may write themselves.
    ///
    /// - Throws: ``StudyRefusal``.
    package func messages(of id: Study.ID, for researcher: Account.ID) async throws -> [StudyMessage] {
        try await readRows { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .read, in: runner)
            let writes = row.role.map { StudyPolicy.acts(of: $0).contains(.message) } ?? false
            let seen: Query = writes ? "1 = 1" : "studyMessage.participant IS NULL"
            return try runner.studyMessages(of: row.number, where: seen, keys)
        }
    }

    /// The messages that stand on the page of a study, for everybody: those of studies whose answers belong to nobody.
    package func publicMessages(of id: Study.ID) async throws -> [StudyMessage] {
        try await readRows { [keys] runner in
            guard let row = try StudyRow.one(id, in: runner), row.phase.settings.mode == .unlinked
            else { return [] }
            return try runner.studyMessages(of: row.number, where: "studyMessage.participant IS NULL", keys)
                .map(\.withoutAuthor)
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
            try runner.checkMessages(of: row.number, to: nil, at: now)
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

    /// Keeps a message to one person who takes part, and tells them over their channels that there is one.
    ///
    /// Where answers belong to nobody, nobody has a pseudonym.
    ///
    /// - Returns: The message.
    /// - Throws: ``StudyRefusal``; then nobody is told.
    package func send(
        _ words: FormWording, to pseudonym: String, in id: Study.ID, by researcher: Account.ID, at now: Date
    ) async throws -> StudyMessage {
        try await writeRows(locking: .study(id)) { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .message, in: runner)
            let called: Query = "part.pseudonym = \(pseudonym)"
            guard row.phase.settings.mode == .linked,
                let person = try runner.readers(of: row.number, where: called, limit: 1).first
            else { throw StudyRefusal.unknownParticipant }
            try runner.checkMessages(of: row.number, to: person.number, at: now)
            let sealed = try StudyMessageRow.seal.sealed(words, at: .number(person.number), keys)
            let number = try runner.insertedNumber(
                """
                INSERT INTO studyMessage (study, account, words, written, told, participant, sealed)
                VALUES (
                    \(row.number), \(researcher.rawValue), '{}', \(now.stored), 1, \(person.number), \(sealed))
                RETURNING number
                """)
            try runner.keep(Notice(.studyMessage, raised: now), for: person.account, keys)
            runner.notify(of: CommittedChanges(noticesChanged: true))
            return StudyMessage(
                number: number, words: words, written: Date(stored: now.stored), told: 1, to: pseudonym)
        }
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
    /// Refuses one message more than a study may send in a day, to all or to one person.
    ///
    /// - Throws: ``StudyRefusal/tooMuchMail(limit:wait:)``.
    fileprivate func checkMessages(of study: Int64, to participant: Int64?, at now: Date) throws {
        let start = now.addingTimeInterval(-StudyMessage.day).stored
        let oldest: Int64? = try value(
            """
            SELECT written FROM studyMessage
            WHERE study = \(study) AND written > \(start) AND participant IS NOT DISTINCT FROM \(participant)
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
        let people = try readers(of: study, where: "part.number > \(last)", limit: StudyReader.toldAtOnce)
        guard !people.isEmpty else { return [] }
        for person in people {
            try keep(Notice(.studyMessage, raised: now), for: person.account, keys)
        }
        try run("UPDATE studyMessage SET told = told + \(people.count) WHERE number = \(message)")
        notify(of: CommittedChanges(noticesChanged: true))
        return people.map(\.number)
    }

    fileprivate func readers(
        of study: Int64, where condition: Query, limit: Int
    ) throws -> [StudyReader] {
        // PostgreSQL holds the accounts, since one that is deleted meanwhile could take no notice.
        try rows(
            """
            SELECT part.number, part.account FROM studyParticipant AS part
            JOIN account ON account.id = part.account
            LEFT JOIN studyInvitation ON studyInvitation.participant = part.number
            WHERE part.study = \(study) AND \(condition) AND part.leftDay IS NULL
                AND studyInvitation.restricted IS NULL
            ORDER BY part.number LIMIT \(limit)
            \(sqlite: "", postgreSQL: "FOR KEY SHARE OF account")
            """
        ).map { StudyReader(number: try $0["number"], account: try $0["account"]) }
    }
}

extension QueryRunner {
    /// The latest messages of a study that fulfil a condition, the latest first.
    fileprivate func studyMessages(
        of study: Int64, where condition: Query, _ keys: KeyRing
    ) throws -> [StudyMessage] {
        try rows(
            """
            SELECT studyMessage.number, words, written, told, participant, sealed, account.name,
                studyParticipant.pseudonym
            FROM studyMessage
            LEFT JOIN account ON account.id = studyMessage.account
            LEFT JOIN studyParticipant ON studyParticipant.number = studyMessage.participant
            WHERE studyMessage.study = \(study) AND \(condition)
            ORDER BY studyMessage.number DESC LIMIT \(StudyMessage.mostListed)
            """
        ).map { row in
            StudyMessage(
                number: try row["number"], words: try Self.words(in: row, keys),
                written: Date(stored: try row["written"]), author: try row["name"] as String?,
                told: try row["told"] as Int?, to: try row["pseudonym"] as String?)
        }
    }

    private static func words(in row: QueryRow, _ keys: KeyRing) throws -> FormWording {
        if let sealed = try row["sealed"] as Data? {
            return try StudyMessageRow.seal.opened(sealed, at: .number(try row["participant"]), keys)
        }
        let words: String = try row["words"]
        return try JSONDecoder().decode(FormWording.self, from: Data(words.utf8))
    }

    /// The messages of a study that somebody sees who took part from a day until another, or still does: those to
    /// all, and those to this person.
    func studyMessages(
        of study: Int64, for participant: Int64, from joined: Int, until left: Int?, _ keys: KeyRing
    ) throws -> [StudyMessage] {
        let seen: Query = "(participant IS NULL OR participant = \(participant))"
        return try studyMessages(of: study, where: seen, keys).filter { message in
            let day = Int(message.written.stored / 86_400)
            return joined <= day && left.map { day <= $0 } ?? true
        }.map(\.withoutAuthor)
    }
}

extension StudyMessage {
    /// As those see it who take part.
    fileprivate var withoutAuthor: StudyMessage {
        StudyMessage(number: number, words: words, written: written, to: receiver)
    }
}
