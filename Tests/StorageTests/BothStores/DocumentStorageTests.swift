import Foundation
import Help
import People
import SampleTesting
import Sealing
import Testing

@testable import Storage

extension CleanedFile {
    /// A file of so many bytes, each unlike its neighbours.
    static func sample(_ size: Int) -> CleanedFile {
        CleanedFile(.pdf, Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }))
    }
}

extension BothStoresTests {
    @Suite struct DocumentStorageTests {
        @Test(
            arguments: StoreKind.tested,
            [1, DocumentRow.partSize, DocumentRow.partSize + 1, 3 * DocumentRow.partSize - 1])
        func `a file of any size is read back as it was, by its owner alone`(
            kind: StoreKind, size: Int
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            let file = CleanedFile.sample(size)
            let kept = try await store.add(file, to: anna, at: noon)
            #expect(kept.size == size && kept.format == .pdf && kept.details == .initial)
            #expect(try await store.content(of: kept.id, of: anna) == file.content)
            #expect(try await store.documents(of: anna) == [kept])
            #expect(try await store.content(of: kept.id, of: ben) == nil)
            #expect(try await store.documents(of: ben).isEmpty)
            #expect(try await store.change(kept.id, of: ben, to: .initial, at: noon) == nil)
            #expect(try await store.remove(kept.id, of: ben) == false)
            #expect(try await store.remove(kept.id, of: anna))
            #expect(try await opened.count("personalDocumentPart") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `what is said of a document is changed, and read back`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let kept = try await store.add(CleanedFile.sample(1), to: anna, at: noon)
            let details = PersonalDocument.Details(
                title: "Letter of Dr. Weber", kind: .letter, date: nil, isOffline: true)
            let changed = try await store.change(kept.id, of: anna, to: details, at: noon + 60)
            #expect(changed?.details == details && changed?.changed == noon + 60)
            #expect(try await store.documents(of: anna) == [try #require(changed)])
        }

        @Test(arguments: StoreKind.tested)
        func `a piece that was moved to another place is not taken for it`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let kept = try await store.add(CleanedFile.sample(2 * DocumentRow.partSize), to: anna, at: noon)
            try await store.writeRows(locking: .nothing) { runner in
                try runner.run(
                    """
                    UPDATE personalDocumentPart SET sealed =
                        (SELECT sealed FROM personalDocumentPart AS other WHERE other.position = 0)
                    WHERE position = 1
                    """)
            }
            await #expect(throws: SealingError.self) { try await store.content(of: kept.id, of: anna) }
        }

        @Test(arguments: StoreKind.tested)
        func `one document more than the limit, or than the room, is refused`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            let large = CleanedFile.sample(PersonalDocument.fileSize)
            for _ in 0..<10 { _ = try await store.add(large, to: anna, at: noon) }
            await #expect(throws: DocumentRefusal.full(used: PersonalDocument.budget)) {
                try await store.add(CleanedFile.sample(1), to: anna, at: noon)
            }
            for _ in 0..<PersonalDocument.limit {
                _ = try await store.add(CleanedFile.sample(1), to: ben, at: noon)
            }
            await #expect(throws: DocumentRefusal.tooMany) {
                try await store.add(CleanedFile.sample(1), to: ben, at: noon)
            }
            #expect(try await store.documents(of: ben).count == PersonalDocument.limit)
        }
    }
}
