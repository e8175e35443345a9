import Alerts
package import Foundation
import GRDB
package import Help
package import People
import Sealing
package import Studies

/// Invitations that go by mail, each to one address.
extension SQLiteStore {
    /// Makes an invitation for each address, and queues the letter with its link.
    ///
    /// - Parameters:
    ///   - addresses: Each once, at most ``StudyLetter/mostAtOnce``.
    ///   - language: The language of the letters.
    ///   - id: The study, which is open.
    ///   - researcher: Who does it.
    ///   - now: The present.
    /// - Returns: The numbers of the invitations, in the order of the addresses.
    /// - Throws: ``StudyRefusal``; then nobody is written to.
    package func write(
        to addresses: [ContactAddress], in language: Language, of id: Study.ID, by researcher: Account.ID,
        at now: Date
    ) async throws -> [Int64] {
        try await pool.write { [cipher, notifier] database in
            let row = try StudyRow.one(id, by: researcher, for: .mail, in: database)
            try Self.checkLetters(to: addresses, of: row.number, cipher, at: now, in: database)
            let codes = try SQLiteRunner(database).makeCodes(
                addresses.count, length: InvitationCode.usualLength, of: row.number, cipher.keys, at: now)
            for (code, address) in zip(codes, addresses) {
                try Self.queue(address, code.number, in: language, of: row.number, cipher, at: now, database)
            }
            notifier.notify(of: CommittedChanges(lettersChanged: true), after: database)
            return codes.map { $0.number }
        }
    }

    private static func queue(
        _ address: ContactAddress, _ invitation: Int64, in language: Language, of study: Int64,
        _ cipher: RowCipher, at now: Date, _ database: Database
    ) throws {
        let sealed = try StudyLetterRow.seal.sealed(address.text, at: .number(invitation), cipher)
        let hash = try cipher.keys.index(of: address.normal, field: StudyLetterRow.receiver)
        try database.execute(
            literal: """
                INSERT INTO studyLetter (invitation, study, sealed, language, written, state, due)
                VALUES (
                    \(invitation), \(study), \(sealed), \(language.rawValue), \(now.stored), 'queued',
                    \(now.stored))
                """)
        try database.execute(
            literal: """
                INSERT INTO studyReceiver (study, receiver, written) VALUES (\(study), \(hash), \(now.stored))
                """)
    }

    /// Refuses letters to addresses that the study wrote to lately, and more of them than a day allows.
    private static func checkLetters(
        to addresses: [ContactAddress], of study: Int64, _ cipher: RowCipher, at now: Date,
        in database: Database
    ) throws {
        let since = now.addingTimeInterval(-StudyLetter.pause).stored
        let known = try addresses.indices.filter { place in
            let hashes = try cipher.keys.indices(
                of: addresses[place].normal, field: StudyLetterRow.receiver)
            return try SQLRequest<Bool>(
                literal: """
                    SELECT EXISTS (SELECT 1 FROM studyReceiver
                        WHERE study = \(study) AND receiver IN \(hashes) AND written > \(since))
                    """
            ).fetchOne(database) ?? false
        }
        guard known.isEmpty else { throw StudyRefusal.writtenTo(known) }
        let start = now.addingTimeInterval(-StudyLetter.day).stored
        let room = StudyLetter.mostADay - addresses.count
        let oldest = try SQLRequest<Int64>(
            literal: """
                SELECT written FROM studyLetter WHERE study = \(study) AND written > \(start)
                ORDER BY written DESC LIMIT 1 OFFSET \(room)
                """
        ).fetchOne(database)
        guard let oldest else { return }
        throw StudyRefusal.tooMuchMail(limit: StudyLetter.mostADay, wait: Double(max(1, oldest - start)))
    }

    // MARK: Sending

    /// The letters that are due, those that have waited longest first.
    package func dueStudyLetters(at now: Date, limit: Int) async throws -> StudyPost {
        try await pool.read { [cipher] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT studyLetter.*, studyInvitation.sealed AS code, studyInvitation.joined,
                        studyInvitation.restricted
                    FROM studyLetter JOIN studyInvitation ON studyInvitation.number = studyLetter.invitation
                    WHERE due <= \(now.stored) ORDER BY due LIMIT \(limit)
                    """, cached: true
            ).fetchAll(database)
            var (letters, void): ([OutgoingStudyLetter], [Int64]) = ([], [])
            for row in rows {
                if let letter = try Self.outgoing(row, cipher, in: database) {
                    letters.append(letter)
                } else {
                    void.append(row["invitation"])
                }
            }
            let next = try SQLRequest<Int64?>(
                literal: "SELECT min(due) FROM studyLetter WHERE due > \(now.stored)", cached: true
            ).fetchOne(database)
            return StudyPost(
                letters: letters, void: void, nextDue: next.flatMap(\.self).map(Date.init(stored:)))
        }
    }

    /// A letter as it is to be sent; `nil` if nobody can join by it any more.
    private static func outgoing(
        _ row: Row, _ cipher: RowCipher, in database: Database
    ) throws -> OutgoingStudyLetter? {
        let number: Int64 = row["study"]
        guard row["joined"] == nil, row["restricted"] == nil,
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.number = \(number)", in: database
            ).first, found.phase.state == .open, let content = try found.study.current?.content,
            let language = Language(rawValue: row["language"])
        else { return nil }
        let text = try cipher.keys.open(row["code"], field: StudyInvitationRow.sealed, of: .number(number))
        guard let code = InvitationCode(String(decoding: text, as: UTF8.self)) else { return nil }
        func words(_ wording: [String: String]) -> String {
            wording[language.rawValue] ?? wording.min { $0.key < $1.key }?.value ?? ""
        }
        return OutgoingStudyLetter(
            invitation: row["invitation"],
            address: try StudyLetterRow.seal.opened(row["sealed"], at: .number(row["invitation"]), cipher),
            code: code, study: found.id, title: words(content.title), contact: words(content.contact),
            language: language, written: Date(stored: row["written"]), attempts: row["attempts"])
    }

    /// Records what became of a letter; with what is settled, the address is erased.
    package func record(_ outcome: StudyLetterOutcome, ofInvitation invitation: Int64) async throws {
        try await pool.write { database in
            switch outcome {
            case .again(let due):
                try database.execute(
                    literal: """
                        UPDATE studyLetter SET due = \(due.stored), attempts = attempts + 1
                        WHERE invitation = \(invitation) AND state = 'queued'
                        """)
            case .settled(let state):
                try database.execute(
                    literal: """
                        UPDATE studyLetter SET state = \(state.rawValue), due = NULL, sealed = NULL,
                            attempts = attempts + 1
                        WHERE invitation = \(invitation) AND state = 'queued'
                        """)
            }
        }
    }

    /// Forgets the addresses to which studies may write again.
    func forgetStudyReceivers(at now: Date) async throws {
        let old: SQL = "written <= \(now.addingTimeInterval(-StudyLetter.pause).stored)"
        let isDue = try await pool.read { database in
            try SQLRequest<Bool>(literal: "SELECT EXISTS (SELECT 1 FROM studyReceiver WHERE \(old))")
                .fetchOne(database) ?? false
        }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue else { return }
        try await pool.write { try $0.execute(literal: "DELETE FROM studyReceiver WHERE \(old)") }
    }
}

/// A row of `studyLetter`.
struct StudyLetterRow {
    static let seal = PaddedSeal<String>("studyLetter", place: "invitation")
    /// The keyed hash of a normalised address.
    static let receiver = SealedField("studyReceiver", "receiver")
}
