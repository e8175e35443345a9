package import Foundation
import GRDB
package import Help
import Sealing

/// The queue of letters to contacts, as their sender uses it.
extension SQLiteStore {
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
        try await pool.read { [cipher] database in
            let rows = try SQLRequest<Row>(
                literal: """
                    SELECT * FROM contactLetter WHERE due <= \(now.stored) AND number NOT IN \(flying)
                    ORDER BY sos IS NULL, due, number LIMIT \(limit)
                    """
            ).fetchAll(database)
            var (letters, void): ([OutgoingLetter], [Int64]) = ([], [])
            for row in rows {
                if let letter = try Self.outgoing(row, cipher, in: database) {
                    letters.append(letter)
                } else {
                    void.append(row["number"])
                }
            }
            let next = try SQLRequest<Int64?>(
                literal: "SELECT min(due) FROM contactLetter WHERE due > \(now.stored)", cached: true
            ).fetchOne(database)
            return LetterPost(
                letters: letters, void: void, nextDue: next.flatMap(\.self).map(Date.init(stored:)))
        }
    }

    /// A letter as it is to be sent; `nil` if its contact does not want it, or has another address.
    private static func outgoing(
        _ row: Row, _ cipher: RowCipher, in database: Database
    ) throws -> OutgoingLetter? {
        let account: Int64 = row["account"]
        let desk = ContactDesk(account: account, database: database, cipher: cipher)
        let letter = try ContactLetter(row, cipher)
        guard let contact = try? desk.contact(letter.contact), let address = contact.email,
            address.text == letter.address,
            contact.agreement == (letter.purpose == .request ? .asked : .agreed)
        else { return nil }
        let content = ContactToken.Content(
            account: account, contact: letter.contact, written: letter.written)
        let reader = try desk.reader()
        return OutgoingLetter(
            line: row["number"], letter: letter, sender: try desk.sender(),
            message: try ContactLetterRow.opened(row, cipher).message,
            token: try ContactToken.text(of: content, to: address, cipher.keys),
            language: reader.language, timeZone: reader.timeZone, attempts: row["attempts"])
    }

    /// Records what became of a letter; what is settled is erased but for whom it was for.
    package func record(_ outcome: LetterOutcome, of line: Int64) async throws {
        try await pool.write { [cipher] database in
            let row = try SQLRequest<Row>(
                literal: "SELECT id, sealed FROM contactLetter WHERE number = \(line) AND due IS NOT NULL"
            ).fetchOne(database)
            guard let row else { return }
            switch outcome {
            case .again(let due):
                try database.execute(
                    literal: """
                        UPDATE contactLetter SET due = \(due.stored), attempts = attempts + 1
                        WHERE number = \(line)
                        """)
            case .settled(let state):
                var opened = try ContactLetterRow.opened(row, cipher)
                opened.message = nil
                let sealed = try ContactLetterRow.seal.sealed(opened, at: .text(row["id"]), cipher)
                try database.execute(
                    literal: """
                        UPDATE contactLetter SET state = \(state.rawValue), due = NULL,
                            attempts = attempts + 1, sealed = \(sealed)
                        WHERE number = \(line)
                        """)
            }
        }
    }
}
