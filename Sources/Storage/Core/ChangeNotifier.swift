package import Alerts
import GRDB
import Synchronization

/// Notifies observers of what transactions changed, in the order of the commits.
final class ChangeNotifier: Sendable {
    private let observers = Mutex<[any ChangeObserver]>([])

    func add(_ observer: any ChangeObserver) { observers.withLock { $0.append(observer) } }

    func notify(of changes: CommittedChanges) {
        guard !changes.isEmpty else { return }
        for observer in observers.withLock(\.self) { observer.committed(changes) }
    }

    /// Notifies the observers when the current transaction is durable; not at all if it is rolled back.
    func notify(of changes: CommittedChanges, after database: Database) {
        guard !changes.isEmpty else { return }
        database.afterNextTransaction { [self] _ in notify(of: changes) }
    }
}

extension SQLiteStore {
    /// Notifies an observer of every change that is committed from now on.
    package func observe(_ observer: any ChangeObserver) { notifier.add(observer) }
}
