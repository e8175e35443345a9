import Foundation
import GRDB
import Help
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

/// Documents in the bytes of a file, and under a new key.
@Suite struct SealedDocumentTests {
    private let folder: TemporaryFolder
    private let file: KeyFile
    private let store: SQLiteStore
    private let anna: Account.ID

    init() async throws {
        folder = try TemporaryFolder()
        file = KeyFile(folder.url.appending(path: "store.keys"))
        try file.makeIfMissing()
        store = try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
        anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
    }

    @Test func `neither a file nor what is said of it is readable in the database`() async throws {
        let words = Data(String(repeating: "Peanut, 3 mg. ", count: 9_000).utf8)
        let kept = try await store.add(CleanedFile(.pdf, words), to: anna, at: noon)
        let details = PersonalDocument.Details(
            title: "Letter of Dr. Weber", kind: .letter, date: nil, isOffline: true)
        let changed = try await store.change(kept.id, of: anna, to: details, at: noon + 60)
        #expect(changed?.details == details)
        _ = try await store.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        for word in ["Peanut", "Weber", "letter\"", "application/pdf"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
    }

    @Test func `documents are resealed in small steps under a new key, and go with the rest`() async throws {
        let file = CleanedFile.sample(100 * DocumentRow.partSize)
        let kept = try await store.add(file, to: anna, at: noon)
        _ = try self.file.addKey()
        #expect(try await store.sealAnew() >= 101)
        #expect(try await store.isUnderCurrentKey())
        #expect(try await store.content(of: kept.id, of: anna) == file.content)
        try await store.removeHelp(of: anna)
        #expect(try await store.documents(of: anna).isEmpty)
        let parts = try await store.pool.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM personalDocumentPart")
        }
        #expect(parts == 0)
    }
}
