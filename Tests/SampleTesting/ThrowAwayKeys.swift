package import Foundation
package import Sealing
package import Storage

extension KeyRing {
    /// A ring with one key, always the same: for stores that contain nobody's data.
    package static let throwAway: KeyRing = {
        guard let key = DataKey(bytes: Data(repeating: 7, count: 32))
        else { preconditionFailure("a key has 32 bytes") }
        return KeyRing(key)
    }()
}

extension SQLiteStore {
    /// Opens a file with values sealed under ``KeyRing/throwAway``.
    ///
    /// A missing file starts as a copy of an empty one, because copying is instant and
    /// two dozen migrations are not.
    package convenience init(path: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            try Self.empty.get().write(to: URL(filePath: path))
        }
        try self.init(path: path, keys: .throwAway)
    }

    /// The bytes of an empty store.
    private static let empty = Result {
        let folder = try TemporaryFolder()
        let path = folder.path("empty.sqlite")
        try SQLiteStore(path: path, keys: .throwAway).checkpoint()
        return try Data(contentsOf: URL(filePath: path))
    }

    /// Opens the file of a service that stores its keys beside it.
    package convenience init(besideKeys database: URL) throws {
        try self.init(path: database.path, keys: KeyRing(KeyFile(beside: database)))
    }
}
