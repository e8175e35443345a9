import Foundation
import GRDB
import People

/// The owner of a line or fence as an operator reads it: the account's name, or the guardian's with the
/// person's.
enum OwnerLabel {
    static let columns: SQL = """
        account.id AS accountNumber, account.name AS accountName, account.guardian, guardian.name AS guardianName,
        person.id AS personID, person.sealed AS personSealed
        """

    /// The joins for a statement that has the table `account`.
    static let joins: SQL = """
        LEFT JOIN account AS guardian ON guardian.id = account.guardian
        LEFT JOIN person ON person.account = account.id
        """

    static func owner(in row: Row) -> Account.ID {
        Account.ID(rawValue: row["guardian"] ?? row["accountNumber"])
    }

    static func name(in row: Row, _ cipher: RowCipher) throws -> String {
        guard let guardian: String = row["guardianName"] else { return row["accountName"] }
        let person = try Person(
            account: row["accountNumber"], id: row["personID"], sealed: row["personSealed"], cipher)
        return "\(guardian) for \(person.name)"
    }
}
