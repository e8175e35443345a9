package import Allergens
package import Foundation
package import Help
package import People

/// Stores what people keep for when help is needed.
package protocol HelpStore: Sendable {
    /// The records of a kind, oldest first.
    func records<Record: HelpRecord>(_ type: Record.Type, of account: Account.ID) async throws -> [Kept<
        Record
    >]
    /// Keeps a new record; others of the kind may change with it.
    ///
    /// - Throws: ``HelpRefusal``.
    func add<Record: HelpRecord>(
        _ record: Record, to account: Account.ID, at now: Date
    ) async throws -> Kept<Record>
    /// Keeps a record in place of the former one; others of the kind may change with it. `nil` if there is none.
    ///
    /// - Throws: ``HelpRefusal``.
    func replace<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, by record: Record, at now: Date
    ) async throws -> Kept<Record>?
    /// Deletes a record; `false` if there is none.
    func remove<Record: HelpRecord>(
        _ id: HelpID, of account: Account.ID, as type: Record.Type
    ) async throws -> Bool
    /// A part of each day on which it is noted, oldest first.
    func helpDays<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, _ days: ClosedRange<CivilDate>
    ) async throws -> [(day: CivilDate, part: Part)]
    /// Changes a part of a day; `nil` and an empty part delete it.
    ///
    /// - Throws: The error of the change; then nothing has changed.
    func change<Part: HelpDayPart>(
        _ type: Part.Type, of account: Account.ID, on day: CivilDate,
        _ change: @escaping @Sendable (Part?) throws -> Part?
    ) async throws -> Part?
    /// What was sent to an account's emergency contacts, newest first.
    func contactLog(of account: Account.ID) async throws -> ContactLog
    /// Everything that an account keeps.
    func helpHoldings(of account: Account.ID) async throws -> HelpHoldings
}
