/// Why the store cannot keep or read anything at the moment, whatever it is asked for.
///
/// The set is closed. Every layer above the store switches over it and knows no result code of a database.
package enum StoreFailure: String, Error, CaseIterable, Hashable, Sendable {
    /// The disk or the quota is full.
    case full
    /// The file or its file system is read-only.
    case readOnly = "read-only"
    /// The file or its folder cannot be opened.
    case unopenable
    /// The disk reports errors.
    case inputOutput = "input-output"
    /// The disk did not confirm a write, so nobody knows what it holds.
    case unsynced
    /// The file is damaged, or is no database.
    case damaged
    /// The file is no longer in its place.
    case moved
    /// The data keys cannot be read any more, so nothing about people can be sealed.
    case keys
    /// Another process has held the file for too long.
    case busy
    /// The server of the database does not answer.
    case unreachable
    /// No server of the database takes writes, as while a standby becomes the primary.
    case changingOver = "changing-over"
    /// A newer program has changed the tables, or does just now.
    case newerSchema = "newer-schema"

    /// A failure as it was met.
    package struct Finding: Hashable, Sendable {
        package let failure: StoreFailure
        /// The database's own words, for the operator.
        package let reason: String

        package init(failure: StoreFailure, reason: String) {
            self.failure = failure
            self.reason = reason
        }
    }

    /// Whether writes are refused until the store was examined, because one that succeeds proves nothing.
    package var suspendsWrites: Bool {
        switch self {
        case .unsynced, .damaged, .moved, .newerSchema: true
        case .full, .readOnly, .unopenable, .inputOutput, .keys, .busy, .unreachable, .changingOver: false
        }
    }

    /// How to mend it, for the operator.
    package var cure: String {
        switch self {
        case .full: "make room on the disk of the database; the service goes on by itself"
        case .readOnly:
            "make the database, its log and its folder writable for the service, or remount the disk"
        case .unopenable: "look at the owner and the permissions of the database and of its folder"
        case .inputOutput: "look at the kernel's log for errors of the disk, and copy the database elsewhere"
        case .unsynced: "look at the kernel's log; the service reopens and checks the file by itself"
        case .damaged: "stop the service, keep the files, and restore a backup with breathe restore"
        case .moved: "put the file back with its log, or restart the service if another is to take its place"
        case .keys: "put the file of the data keys back, or let only the service read it"
        case .busy: "end the other process that writes to the database"
        case .unreachable:
            "start the server of the database, or mend the way to it; the service goes on by itself"
        case .changingOver:
            "if it lasts, promote a standby, or add the primary to the address; the service goes on by itself"
        case .newerSchema: "replace this node by one of the newer version"
        }
    }
}
