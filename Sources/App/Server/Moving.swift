package import Foundation
import PostgreSQL
import Sealing
package import Storage

/// Moves a network from its file into PostgreSQL.
///
/// The file stays as it is, apart from its schema, which is brought up to date. It is checked first, page by page and
/// value by value, and nobody writes to it meanwhile.
package struct Moving: Sendable {
    /// Why nothing was moved.
    package enum Refusal: Error, CustomStringConvertible {
        case noStore
        case noFile(String)
        case held(by: Int32, String)
        case damaged(String, [String])

        package var description: String {
            switch self {
            case .noStore:
                "say where to: --store postgresql://name@host/database, or the setting store (BREATHE_STORE)"
            case .noFile(let path): "\(path): there is no such database"
            case .held(let process, let path):
                "process \(process) has \(path) open; stop it first, since what it writes would stay behind"
            case .damaged(let path, let problems):
                "\(path) cannot be moved as it is: " + problems.prefix(5).joined(separator: "; ")
            }
        }
    }

    private let configuration: ServerConfiguration
    private let address: PostgreSQLAddress
    private let path: String

    /// - Parameters:
    ///   - file: The database file.
    ///   - configuration: Where it is moved to.
    /// - Throws: ``Refusal``.
    package init(_ file: URL, _ configuration: ServerConfiguration) throws(Refusal) {
        guard let address = configuration.postgreSQL else { throw .noStore }
        (self.address, path) = (address, file.path)
        var ofFile = configuration
        ofFile.postgreSQL = nil
        ofFile.database = file
        self.configuration = ofFile
    }

    /// The file with the keys that open the network's values; `nil` when they are in the environment.
    package var keyFile: URL? { configuration.usedKeyFile?.url }

    /// Moves the file, or goes on with a move of it that was broken off.
    ///
    /// - Parameters:
    ///   - now: The time, which is noted in PostgreSQL.
    ///   - watch: Is called for each row; the move is broken off with what it throws.
    /// - Returns: What is in PostgreSQL now.
    /// - Throws: ``Refusal``, `MoveRefusal`, `SealingError` when the keys are others, and errors of the databases.
    package func run(
        at now: Date, _ watch: @escaping @Sendable (MoveProgress) throws -> Void
    ) async throws -> MoveReport {
        let files = DatabaseFiles(path: path)
        guard FileManager.default.fileExists(atPath: path), files.size > 0 else { throw Refusal.noFile(path) }
        if let holder = files.holder() { throw Refusal.held(by: holder, path) }
        let file = try configuration.openFile()
        let problems = try await file.problems()
        guard problems.isEmpty else { throw Refusal.damaged(path, problems) }
        let report = try await file.move(to: address, at: now, watch)
        try file.close()
        return report
    }
}
