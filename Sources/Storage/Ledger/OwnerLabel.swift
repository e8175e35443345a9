import Foundation
import People
import Sealing

/// The owner of a line or fence as an operator reads it: the account's name, or the guardian's with the
/// person's.
enum OwnerLabel {
    static let columns: Query = """
        account.id AS accountNumber, account.name AS accountName, account.guardian, guardian.name AS guardianName,
        person.id AS personID, person.sealed AS personSealed
        """

    /// The joins for a statement that has the table `account`.
    static let joins: Query = """
        LEFT JOIN account AS guardian ON guardian.id = account.guardian
        LEFT JOIN person ON person.account = account.id
        """

    static func owner(in row: QueryRow) throws -> Account.ID {
        let guardian: Int64? = try row["guardian"]
        return Account.ID(rawValue: try guardian ?? row["accountNumber"])
    }

    static func name(in row: QueryRow, _ keys: KeyRing) throws -> String {
        guard let guardian = try row["guardianName"] as String? else { return try row["accountName"] }
        let person = try Person(
            account: try row["accountNumber"], id: try row["personID"], sealed: try row["personSealed"], keys)
        return "\(guardian) for \(person.name)"
    }
}
