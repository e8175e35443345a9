package import Allergens
package import People

/// What a committed transaction changed, as far as others wait for it.
package struct CommittedChanges: Hashable, Sendable {
    /// Whether the ledger has new lines.
    package var ledgerGrew = false
    /// The days of each allergen whose map may have changed.
    package var days: [Allergen.ID: Set<CivilDate>] = [:]
    /// Whether alerts that people raised have changed.
    package var reportsChanged = false
    /// The accounts whose open streams no longer hold: they are gone, suspended, care for other persons, or
    /// have ended a session or a token.
    package var accounts: Set<Account.ID> = []
    /// Whether a message waits to be mailed to the operators.
    package var messageWaits = false
    /// Whether reminders may be due sooner than before.
    package var remindersChanged = false
    /// Whether a notice waits to be sent.
    package var noticesChanged = false
    /// Whether a letter to an emergency contact, or to somebody who is invited to a study, waits to be sent.
    package var lettersChanged = false
    /// Whether anything else may have changed, too: another program did not say what it wrote.
    package var mayBeMore = false

    package init(
        accounts: Set<Account.ID> = [], messageWaits: Bool = false, remindersChanged: Bool = false,
        noticesChanged: Bool = false, lettersChanged: Bool = false
    ) {
        self.accounts = accounts
        self.messageWaits = messageWaits
        self.remindersChanged = remindersChanged
        self.noticesChanged = noticesChanged
        self.lettersChanged = lettersChanged
    }

    package var isEmpty: Bool { self == CommittedChanges() }

    /// Adds what another act of the same transaction changed.
    package mutating func add(_ others: CommittedChanges) {
        ledgerGrew = ledgerGrew || others.ledgerGrew
        days.merge(others.days) { $0.union($1) }
        reportsChanged = reportsChanged || others.reportsChanged
        accounts.formUnion(others.accounts)
        messageWaits = messageWaits || others.messageWaits
        remindersChanged = remindersChanged || others.remindersChanged
        noticesChanged = noticesChanged || others.noticesChanged
        lettersChanged = lettersChanged || others.lettersChanged
        mayBeMore = mayBeMore || others.mayBeMore
    }

    /// Notes a day whose map may have changed.
    package mutating func note(_ day: CivilDate, of allergen: Allergen.ID) {
        days[allergen, default: []].insert(day)
    }
}

/// Is notified of what committed transactions changed.
package protocol ChangeObserver: Sendable {
    /// Notes what a transaction changed.
    ///
    /// Called after each commit while the store waits, so it must return at once.
    func committed(_ changes: CommittedChanges)
}
