package import Foundation
package import Help
package import People

/// Stores the documents that people keep.
package protocol DocumentStore: Sendable {
    /// The documents of an account, oldest first.
    func documents(of account: Account.ID) async throws -> [PersonalDocument]
    /// The file of a document; `nil` if the account has no such document.
    func content(of id: PersonalDocument.ID, of account: Account.ID) async throws -> Data?
    /// Keeps a file as a new document.
    ///
    /// - Throws: ``DocumentRefusal``.
    func add(_ file: CleanedFile, to account: Account.ID, at now: Date) async throws -> PersonalDocument
    /// Changes what is said of a document; `nil` if there is none.
    func change(
        _ id: PersonalDocument.ID, of account: Account.ID, to details: PersonalDocument.Details, at now: Date
    ) async throws -> PersonalDocument?
    /// Deletes a document; `false` if there is none.
    func remove(_ id: PersonalDocument.ID, of account: Account.ID) async throws -> Bool
}

/// Removes from pictures what is not their pixels.
package protocol PictureCleaning: Sendable {
    /// Cleans a picture.
    ///
    /// - Throws: A problem that says what is wrong with the file.
    func cleaned(_ picture: Data) async throws -> CleanedFile
}
