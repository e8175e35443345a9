import Alerts
package import Forms
package import Foundation
import GRDB
package import People
package import Studies

/// What researchers write to those who take part.
extension SQLiteStore {
    /// People who are told in one transaction: other writers wait for it.
    private static let toldAtOnce = 256

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
        let (study, isLinked, number) = try await pool.write { database in
            let row = try StudyRow.one(id, by: researcher, for: .message, in: database)
            try Self.checkMessages(of: row.number, at: now, in: database)
            let isLinked = row.phase.settings.mode == .linked
            let told: Int? = isLinked ? 0 : nil
            let number = try database.insertedNumber(
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

    private static func checkMessages(of study: Int64, at now: Date, in database: Database) throws {
        let start = now.addingTimeInterval(-StudyMessage.day).stored
        let oldest = try SQLRequest<Int64>(
            literal: """
                SELECT written FROM studyMessage WHERE study = \(study) AND written > \(start)
                ORDER BY written DESC LIMIT 1 OFFSET \(StudyMessage.mostADay - 1)
                """, cached: true
        ).fetchOne(database)
        guard let oldest else { return }
        throw StudyRefusal.tooMuchMail(limit: StudyMessage.mostADay, wait: Double(max(1, oldest - start)))
    }

    /// Tells all who take part now, some at a time.
    ///
    /// - Returns: How many.
    private func tellAll(of study: Int64, message: Int64, at now: Date) async throws -> Int {
        var (last, told): (Int64, Int) = (0, 0)
        while true {
            let people = try await pool.write { [cipher, notifier, last] database in
                let people = try Self.people(of: study, after: last, in: database)
                for person in people {
                    try Self.keep(
                        Notice(.studyMessage, raised: now), for: person["account"], cipher, in: database)
                }
                try database.execute(
                    literal: "UPDATE studyMessage SET told = told + \(people.count) WHERE number = \(message)"
                )
                notifier.notify(of: CommittedChanges(noticesChanged: true), after: database)
                return people.map { $0["number"] as Int64 }
            }
            told += people.count
            guard let end = people.last, people.count == Self.toldAtOnce else { return told }
            last = end
        }
    }

    private static func people(of study: Int64, after last: Int64, in database: Database) throws -> [Row] {
        try SQLRequest<Row>(
            literal: """
                SELECT part.number, part.account FROM studyParticipant AS part
                LEFT JOIN studyInvitation ON studyInvitation.participant = part.number
                WHERE part.study = \(study) AND part.number > \(last) AND part.leftDay IS NULL
                    AND studyInvitation.restricted IS NULL
                ORDER BY part.number LIMIT \(toldAtOnce)
                """, cached: true
        ).fetchAll(database)
    }
}
