package import Foundation
package import Sealing
package import Storage

extension KeyRing {
    /// A ring with one key, always the same: for stores that nothing of anybody lies in.
    package static let throwAway: KeyRing = {
        guard let key = DataKey(bytes: Data(repeating: 7, count: 32))
        else { preconditionFailure("a key has 32 bytes") }
        return KeyRing(key)
    }()
}

extension SQLiteStore {
    /// Opens a file whose values are sealed under ``KeyRing/throwAway``.
    package convenience init(path: String) throws { try self.init(path: path, keys: .throwAway) }

    /// Opens the file of a service that keeps its keys beside it.
    package convenience init(besideKeys database: URL) throws {
        try self.init(path: database.path, keys: KeyRing(KeyFile(beside: database)))
    }
}
