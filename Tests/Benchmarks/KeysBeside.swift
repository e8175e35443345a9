import Foundation
import Sealing

extension KeyRing {
    /// The keys beside a database, created as a service does.
    static func beside(_ database: String) throws -> KeyRing {
        let file = KeyFile(beside: URL(filePath: database))
        try file.makeIfMissing()
        return try KeyRing(file)
    }
}
