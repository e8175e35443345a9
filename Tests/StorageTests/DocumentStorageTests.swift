import Alerts
import Foundation
import GRDB
import Help
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

@Suite struct DocumentStorageTests {
    private let folder: TemporaryFolder
    private let file: KeyFile
    private let store: SQLiteStore
    private let anna: Account.ID
    private let ben: Account.ID

    init() async throws {
        folder = try TemporaryFolder()
        file = KeyFile(folder.url.appending(path: "store.keys"))
        try file.makeIfMissing()
        store = try SQLiteStore(path: folder.path("store.sqlite"), keys: KeyRing(file))
        anna = try #require(try await store.addAccount(named: "anna", at: noon)).id
        ben = try #require(try await store.addAccount(named: "ben", at: noon)).id
    }

    /// A file of so many bytes, each unlike its neighbours.
    private func letter(_ size: Int) -> CleanedFile {
        CleanedFile(.pdf, Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }))
    }

    private func number(_ query: String) async throws -> Int? {
        try await store.pool.read { try Int.fetchOne($0, sql: query) }
    }

    @Test(arguments: [1, DocumentRow.partSize, DocumentRow.partSize + 1, 3 * DocumentRow.partSize - 1])
    func `a file of any size is read back as it was, by its owner alone`(size: Int) async throws {
        let file = letter(size)
        let kept = try await store.add(file, to: anna, at: noon)
        #expect(kept.size == size && kept.format == .pdf && kept.details == .initial)
        #expect(try await store.content(of: kept.id, of: anna) == file.content)
        #expect(try await store.documents(of: anna) == [kept])
        #expect(try await store.content(of: kept.id, of: ben) == nil)
        #expect(try await store.documents(of: ben).isEmpty)
        #expect(try await store.change(kept.id, of: ben, to: .initial, at: noon) == nil)
        #expect(try await store.remove(kept.id, of: ben) == false)
        #expect(try await store.remove(kept.id, of: anna))
        #expect(try await number("SELECT count(*) FROM personalDocumentPart") == 0)
    }

    @Test func `neither a file nor what is said of it is readable in the database`() async throws {
        let words = Data(String(repeating: "Peanut, 3 mg. ", count: 9_000).utf8)
        let kept = try await store.add(CleanedFile(.pdf, words), to: anna, at: noon)
        let details = PersonalDocument.Details(
            title: "Letter of Dr. Weber", kind: .letter, date: nil, isOffline: true)
        let changed = try await store.change(kept.id, of: anna, to: details, at: noon + 60)
        #expect(changed?.details == details && changed?.changed == noon + 60)
        _ = try await store.pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        let bytes = try Data(contentsOf: URL(filePath: folder.path("store.sqlite")))
        for word in ["Peanut", "Weber", "letter\"", "application/pdf"] {
            #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word)")
        }
    }

    @Test func `a piece that was moved to another place is not taken for it`() async throws {
        let kept = try await store.add(letter(2 * DocumentRow.partSize), to: anna, at: noon)
        try await store.pool.write { database in
            try database.execute(
                sql: """
                    UPDATE personalDocumentPart SET sealed =
                        (SELECT sealed FROM personalDocumentPart AS other WHERE other.position = 0)
                    WHERE position = 1
                    """)
        }
        await #expect(throws: SealingError.self) { try await store.content(of: kept.id, of: anna) }
    }

    @Test func `one document more than the limit, or than the room, is refused`() async throws {
        let large = letter(PersonalDocument.fileSize)
        for _ in 0..<10 { _ = try await store.add(large, to: anna, at: noon) }
        await #expect(throws: DocumentRefusal.full(used: PersonalDocument.budget)) {
            try await store.add(letter(1), to: anna, at: noon)
        }
        for _ in 0..<PersonalDocument.limit { _ = try await store.add(letter(1), to: ben, at: noon) }
        await #expect(throws: DocumentRefusal.tooMany) { try await store.add(letter(1), to: ben, at: noon) }
        #expect(try await store.documents(of: ben).count == PersonalDocument.limit)
    }

    @Test func `documents are resealed in small steps under a new key, and go with the rest`() async throws {
        let file = letter(100 * DocumentRow.partSize)
        let kept = try await store.add(file, to: anna, at: noon)
        _ = try self.file.addKey()
        #expect(try await store.sealAnew() >= 101)
        #expect(try await store.isUnderCurrentKey())
        #expect(try await store.content(of: kept.id, of: anna) == file.content)
        try await store.removeHelp(of: anna)
        #expect(try await store.documents(of: anna).isEmpty)
        #expect(try await number("SELECT count(*) FROM personalDocumentPart") == 0)
    }
}
