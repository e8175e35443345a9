package import Foundation
package import PostgreSQL
package import Storage

/// What only a store in a file can do.
package protocol StoreFile: NetworkStore {
    /// The free space on the disk of the file in bytes; `nil` if the system does not tell.
    var freeSpace: Int? { get }
    /// When the file was last backed up; `nil` if never.
    var lastBackup: Date? { get }
    /// Marks the file for this run of the service, so that its log is told from that of any other file.
    func beginRun() throws
    /// Copies the write-ahead log into the file and empties it.
    func checkpoint() throws
    /// Checks the structure of the file for a limited time.
    func quickCheck(within limit: Duration) async throws -> StoreCheck
    /// The problems of the structure of the whole file; none when it is sound.
    func integrityProblems() async throws -> [String]
    /// Counts what the file holds; it reads every row of the largest table.
    func counts() async throws -> StoreCounts
    /// Copies the file, as of one moment, into a new one while others read and write.
    func backUp(to path: String) throws
    /// Moves everything into an empty PostgreSQL database, or goes on with a move that was broken off.
    func move(
        to address: PostgreSQLAddress, at now: Date,
        _ watch: @escaping @Sendable (MoveProgress) throws -> Void
    ) async throws -> MoveReport
    /// Closes the file once its log is empty.
    func close() throws
}

extension StoreFile {
    /// What is wrong with the file: problems of its structure, and sealed values that do not open.
    func problems() async throws -> [String] {
        try await integrityProblems() + unopened()
    }
}

extension SealedStore {
    /// The columns with sealed values that do not open, in words.
    func unopened() async throws -> [String] {
        try await brokenValues().sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key) do not open" }
    }
}
