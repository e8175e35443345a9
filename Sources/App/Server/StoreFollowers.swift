package import Alerts
import Delivery
import Maps

/// A store that tells what was committed.
package protocol ObservedStore: Sendable {
    /// Notifies an observer of every change that is committed from now on.
    func observe(_ observer: any ChangeObserver)
}

/// What follows every commit: the fields and markers of the map, the open streams, the outboxes and the
/// mailer of messages.
struct StoreFollowers: ChangeObserver {
    let fields: FieldCache
    let alerts: AlertMarkerCache
    let ledger: LedgerFollower
    let hub: LiveHub
    /// Wakes the outbox.
    let outbox = WakeSignal()
    /// Wakes the outbox of reminders.
    let reminders = WakeSignal()
    /// Wakes the outbox of reminders of what people keep.
    let helpReminders = WakeSignal()
    /// Wakes the outbox of reminders of studies.
    let studyReminders = WakeSignal()
    /// Wakes the outbox of notices.
    let notices = WakeSignal()
    /// Wakes the sender of letters to emergency contacts.
    let letters = WakeSignal()
    /// Wakes the sender of letters that invite people to studies.
    let studyLetters = WakeSignal()
    /// Wakes the mailer of messages to the operators.
    let messages = WakeSignal()

    func committed(_ changes: CommittedChanges) {
        fields.note(changes.days)
        if changes.reportsChanged { alerts.note() }
        if changes.ledgerGrew { wakeLedger() }
        for account in changes.accounts { hub.close(account) }
        if changes.messageWaits { messages.wake() }
        if changes.remindersChanged { wakeReminders() }
        if changes.noticesChanged { notices.wake() }
        if changes.lettersChanged { wakeLetters() }
        if changes.mayBeMore { noteEverything() }
    }

    /// Forgets what is held, and ends all streams: nothing is heard of later changes, so readers turn to another node.
    func letGo() {
        fields.noteEverything()
        alerts.note()
        hub.endAll()
    }

    private func noteEverything() {
        fields.noteEverything()
        wakeLedger()
        messages.wake()
        wakeReminders()
        notices.wake()
        wakeLetters()
    }

    private func wakeLetters() {
        letters.wake()
        studyLetters.wake()
    }

    private func wakeReminders() {
        reminders.wake()
        helpReminders.wake()
        studyReminders.wake()
    }

    private func wakeLedger() {
        ledger.ledgerGrew()
        outbox.wake()
    }
}
