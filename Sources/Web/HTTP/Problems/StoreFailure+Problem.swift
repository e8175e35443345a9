package import Alerts
import HTTPTypes

extension Problem {
    /// Why nothing can be kept or read at the moment.
    package init(_ failure: StoreFailure) {
        switch failure {
        case .full:
            self.init(.storageFull, "Nothing was kept, because the disk is full; send it again later.")
        case .readOnly:
            self.init(.storageUnavailable, "Nothing was kept, because the disk is read-only.")
        case .unsynced:
            self.init(
                .storageUnavailable,
                "The disk did not confirm a write, so it is being checked. Ask whether yours was kept.")
        case .unopenable, .inputOutput, .moved, .unreachable:
            self.init(.storageUnavailable, "The database cannot be reached.")
        case .changingOver:
            self.init(
                .storageUnavailable,
                "The database is changing over to another server; send it again in a moment.")
        case .keys: self.init(.storageUnavailable, "The keys of the database cannot be read.")
        case .damaged: self.init(.storageUnavailable, "The database is damaged and has to be restored.")
        case .busy: self.init(.storageUnavailable, "Another program is writing; try again in a moment.")
        case .newerSchema:
            self.init(.newerVersion, "This node answers no more; send it again in a moment.")
        }
        headers[.retryAfter] = "\(failure.secondsToWait)"
    }
}

extension StoreFailure {
    /// When a client should ask again.
    ///
    /// A disk is cleared and a file restored by people. A server of a database that restarts, or hands over to
    /// another, is back within two seconds, and a balancer has other nodes to ask, as it has while nodes of a newer
    /// version take over. The others pass within seconds or not at all.
    fileprivate var secondsToWait: Int {
        switch self {
        case .full, .readOnly, .damaged, .keys: 60
        case .unreachable, .changingOver, .newerSchema: 2
        case .unopenable, .inputOutput, .unsynced, .moved, .busy: 10
        }
    }
}
