package import Alerts
import GRDB
import PostgreSQL
import Sealing

extension StoreFailure {
    /// The failure behind an error of a database; `nil` for an error that concerns only what was asked for.
    ///
    /// https://sqlite.org/rescode.html
    package init?(_ error: any Error) {
        if let failure = error as? StoreFailure {
            self = failure
            return
        }
        if error is KeyRingMistake {
            self = .keys
            return
        }
        if let error = error as? PostgreSQLError {
            self.init(error)
            return
        }
        guard let error = error as? DatabaseError else { return nil }
        switch error.extendedResultCode {
        // SQLite reports the failed flush of a file, or of its folder, in codes of their own.
        case .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: self = .unsynced
        case .SQLITE_READONLY_DBMOVED: self = .moved
        default: self.init(error.resultCode)
        }
    }

    private init?(_ code: ResultCode) {
        switch code {
        case .SQLITE_FULL: self = .full
        case .SQLITE_READONLY: self = .readOnly
        // A connection that a reopening has closed answers with misuse.
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_MISUSE: self = .unopenable
        case .SQLITE_IOERR: self = .inputOutput
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged
        case .SQLITE_BUSY: self = .busy
        default: return nil
        }
    }
}
