import Alerts
package import Foundation
package import Help
package import People
import Sealing
package import Studies

/// Invitations that go by mail, each to one address.
extension RowStore {
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
        try await writeRows(locking: .study(id)) { [keys] runner in
            let row = try StudyRow.one(id, by: researcher, for: .mail, in: runner)
            try runner.checkLetters(to: addresses, of: row.number, keys, at: now)
            let codes = try runner.makeCodes(
                addresses.count, length: InvitationCode.usualLength, of: row.number, keys, at: now)
            for (code, address) in zip(codes, addresses) {
                try runner.queue(address, code.number, in: language, of: row.number, keys, at: now)
            }
            runner.notify(of: CommittedChanges(lettersChanged: true))
            return codes.map { $0.number }
        }
    }

    // MARK: Sending

    /// The letters that are due, those that have waited longest first.
    package func dueStudyLetters(at now: Date, limit: Int) async throws -> StudyPost {
        try await readRows { [keys] runner in
            let rows = try runner.rows(
                """
                SELECT studyLetter.*, studyInvitation.sealed AS code, studyInvitation.joined,
                    studyInvitation.restricted
                FROM studyLetter JOIN studyInvitation ON studyInvitation.number = studyLetter.invitation
                WHERE due <= \(now.stored) ORDER BY due LIMIT \(limit)
                """)
            var (letters, void): ([OutgoingStudyLetter], [Int64]) = ([], [])
            for row in rows {
                if let letter = try runner.outgoing(row, keys) {
                    letters.append(letter)
                } else {
                    void.append(try row["invitation"])
                }
            }
            let next = try runner.row("SELECT min(due) FROM studyLetter WHERE due > \(now.stored)")
                .flatMap { try $0.first(as: Int64?.self) }
            return StudyPost(letters: letters, void: void, nextDue: next.map(Date.init(stored:)))
        }
    }

    /// Records what became of a letter; with what is settled, the address is erased.
    package func record(_ outcome: StudyLetterOutcome, ofInvitation invitation: Int64) async throws {
        try await writeRows(locking: .nothing) { runner in
            switch outcome {
            case .again(let due):
                try runner.run(
                    """
                    UPDATE studyLetter SET due = \(due.stored), attempts = attempts + 1
                    WHERE invitation = \(invitation) AND state = 'queued'
                    """)
            case .settled(let state):
                try runner.run(
                    """
                    UPDATE studyLetter SET state = \(state.rawValue), due = NULL, sealed = NULL,
                        attempts = attempts + 1
                    WHERE invitation = \(invitation) AND state = 'queued'
                    """)
            }
        }
    }

    /// Forgets the addresses to which studies may write again.
    func forgetStudyReceivers(at now: Date) async throws {
        let old: Query = "written <= \(now.addingTimeInterval(-StudyLetter.pause).stored)"
        let isDue: Bool? = try await readRows { runner in
            try runner.value("SELECT EXISTS (SELECT 1 FROM studyReceiver WHERE \(old))")
        }
        // A transaction with nothing to do would only hold up other writers.
        guard isDue == true else { return }
        try await writeRows(locking: .nothing) { try $0.run("DELETE FROM studyReceiver WHERE \(old)") }
    }
}

extension QueryRunner {
    fileprivate func queue(
        _ address: ContactAddress, _ invitation: Int64, in language: Language, of study: Int64,
        _ keys: KeyRing, at now: Date
    ) throws {
        let sealed = try StudyLetterRow.seal.sealed(address.text, at: .number(invitation), keys)
        let hash = try keys.index(of: address.normal, field: StudyLetterRow.receiver)
        try run(
            """
            INSERT INTO studyLetter (invitation, study, sealed, language, written, state, due)
            VALUES (
                \(invitation), \(study), \(sealed), \(language.rawValue), \(now.stored), 'queued',
                \(now.stored))
            """)
        try run(
            """
            INSERT INTO studyReceiver (study, receiver, written) VALUES (\(study), \(hash), \(now.stored))
            """)
    }

    /// Refuses letters to addresses that the study wrote to lately, and more of them than a day allows.
    fileprivate func checkLetters(
        to addresses: [ContactAddress], of study: Int64, _ keys: KeyRing, at now: Date
    ) throws {
        let since = now.addingTimeInterval(-StudyLetter.pause).stored
        let known = try addresses.indices.filter { place in
            try keys.indices(of: addresses[place].normal, field: StudyLetterRow.receiver).contains { hash in
                let wasWrittenTo: Bool? = try value(
                    """
                    SELECT EXISTS (SELECT 1 FROM studyReceiver
                        WHERE study = \(study) AND receiver = \(hash) AND written > \(since))
                    """)
                return wasWrittenTo == true
            }
        }
        guard known.isEmpty else { throw StudyRefusal.writtenTo(known) }
        let start = now.addingTimeInterval(-StudyLetter.day).stored
        let room = max(0, StudyLetter.mostADay - addresses.count)
        let oldest: Int64? = try value(
            """
            SELECT written FROM studyLetter WHERE study = \(study) AND written > \(start)
            ORDER BY written DESC LIMIT 1 OFFSET \(room)
            """)
        guard let oldest else { return }
        throw StudyRefusal.tooMuchMail(limit: StudyLetter.mostADay, wait: Double(max(1, oldest - start)))
    }

    /// A letter as it is to be sent; `nil` if nobody can join by it any more.
    fileprivate func outgoing(_ row: QueryRow, _ keys: KeyRing) throws -> OutgoingStudyLetter? {
        let (number, invitation): (Int64, Int64) = (try row["study"], try row["invitation"])
        guard try row["joined"] as Int? == nil, try row["restricted"] as Int? == nil,
            let found = try StudyRow.all(
                StudyRow.publishedWords, where: "study.number = \(number)", in: self
            ).first, found.phase.state == .open, let content = try found.study.current?.content,
            let language = Language(rawValue: try row["language"])
        else { return nil }
        let text = try StudyInvitationRow.codeText(try row["code"], of: number, keys)
        guard let code = InvitationCode(text) else { return nil }
        func words(_ wording: [String: String]) -> String {
            wording[language.rawValue] ?? wording.min { $0.key < $1.key }?.value ?? ""
        }
        return OutgoingStudyLetter(
            invitation: invitation,
            address: try StudyLetterRow.seal.opened(try row["sealed"], at: .number(invitation), keys),
            code: code, study: found.id, title: words(content.title), contact: words(content.contact),
            language: language, written: Date(stored: try row["written"]), attempts: try row["attempts"])
    }
}

/// A row of `studyLetter`.
struct StudyLetterRow {
    static let seal = PaddedSeal<String>("studyLetter", place: "invitation")
    /// The keyed hash of a normalised address.
    static let receiver = SealedField("studyReceiver", "receiver")
}
