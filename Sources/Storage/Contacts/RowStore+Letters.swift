package import Foundation
package import Help
import Sealing

/// The queue of letters to contacts, as their sender uses it.
extension RowStore {
    /// The letters that are due: those that an SOS has written first, and then those that have waited longest.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - flying: The lines that are being sent.
    ///   - limit: Lines to read at most.
    /// - Returns: The letters as they are to be sent now.
    /// - Throws: An error of the database.
    package func dueLetters(
        at now: Date, passing flying: Set<Int64>, limit: Int
    ) async throws -> LetterPost {
        try await readRows { [keys] runner in
            let rows = try runner.rows(
                """
                SELECT * FROM contactLetter WHERE due <= \(now.stored) AND NOT (\(Query.isOne(of: flying, "number")))
                ORDER BY sos IS NULL, due, number LIMIT \(limit)
                """)
            var (letters, void): ([OutgoingLetter], [Int64]) = ([], [])
            for row in rows {
                if let letter = try runner.outgoing(row, keys) {
                    letters.append(letter)
                } else {
                    void.append(try row["number"])
                }
            }
            let next = try runner.value(
                "SELECT min(due) FROM contactLetter WHERE due > \(now.stored)", as: Int64?.self)
            return LetterPost(
                letters: letters, void: void, nextDue: next.flatMap(\.self).map(Date.init(stored:)))
        }
    }

    /// Records what became of a letter; what is settled is erased but for whom it was for.
    package func record(_ outcome: LetterOutcome, of line: Int64) async throws {
        try await writeRows(locking: .nothing) { [keys] runner in
            let row = try runner.row(
                "SELECT id, sealed FROM contactLetter WHERE number = \(line) AND due IS NOT NULL")
            guard let row else { return }
            switch outcome {
            case .again(let due):
                try runner.run(
                    """
                    UPDATE contactLetter SET due = \(due.stored), attempts = attempts + 1
                    WHERE number = \(line)
                    """)
            case .settled(let state):
                var opened = try ContactLetterRow.opened(row, keys)
                opened.message = nil
                let sealed = try ContactLetterRow.seal.sealed(opened, at: .text(try row["id"]), keys)
                try runner.run(
                    """
                    UPDATE contactLetter SET state = \(state.rawValue), due = NULL,
                        attempts = attempts + 1, sealed = \(sealed)
                    WHERE number = \(line)
                    """)
            }
        }
    }
}

extension QueryRunner {
    /// A letter as it is to be sent; `nil` if its contact does not want it, or has another address.
    fileprivate func outgoing(
        _ row: QueryRow, _ keys: KeyRing
    ) throws -> OutgoingLetter? {
        let account: Int64 = try row["account"]
        let desk = ContactDesk(account: account, runner: self, keys: keys)
        let letter = try ContactLetter(row, keys)
        guard let contact = try? desk.contact(letter.contact), let address = contact.email,
            address.text == letter.address,
            contact.agreement == (letter.purpose == .request ? .asked : .agreed)
        else { return nil }
        let content = ContactToken.Content(
            account: account, contact: letter.contact, written: letter.written)
        let reader = try desk.reader()
        return OutgoingLetter(
            line: try row["number"], letter: letter, sender: try desk.sender(),
            message: try ContactLetterRow.opened(row, keys).message,
            token: try ContactToken.text(of: content, to: address, keys),
            language: reader.language, timeZone: reader.timeZone, attempts: try row["attempts"])
    }
}
