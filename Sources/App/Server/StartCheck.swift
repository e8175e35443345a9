import Logging
import Storage

/// The database is damaged, and nobody has said that it is to be served all the same.
struct DamagedDatabase: Error, CustomStringConvertible {
    let path: String
    let problems: [String]

    var description: String {
        """
        \(path) is damaged: \(problems.prefix(5).joined(separator: "; ")). Keep the files and restore a backup with \
        breathe restore, or set damaged-database to serve what can still be read
        """
    }
}

/// Looks at the structure of the database before it is served.
struct StartCheck {
    /// The time for it: a database of some gigabytes is not read as a whole at each start.
    static let limit = Duration.seconds(5)

    let file: any StoreFile
    let path: String
    let servesDamaged: Bool
    let logger: Logger

    /// - Throws: ``DamagedDatabase``, unless a damaged database is to be served.
    func run() async throws {
        let (problems, isComplete) = await look()
        logger.info(
            "database checked", metadata: ["complete": "\(isComplete)", "problems": "\(problems.count)"])
        guard !problems.isEmpty else { return }
        let damage = DamagedDatabase(path: path, problems: problems)
        guard servesDamaged else { throw damage }
        logger.error("a damaged database is served", metadata: ["reason": "\(damage)"])
    }

    private func look() async -> (problems: [String], isComplete: Bool) {
        do {
            let check = try await file.quickCheck(within: Self.limit)
            return (check.problems, check.isComplete)
        } catch {
            // A file that is damaged badly ends the check itself.
            return (["\(error)"], false)
        }
    }
}
