import Foundation
import HTTP
import Help
import People

@testable import API

/// The documents of some accounts; its pictures are clean when they begin as a JPEG does.
struct InMemoryDocuments: DocumentStore, PictureCleaning {
    private struct Held {
        var document: PersonalDocument
        let content: Data
    }

    private let shelves = Guarded<[Account.ID: [Held]]>([:])

    func documents(of account: Account.ID) async throws -> [PersonalDocument] {
        (shelves.value[account] ?? []).map(\.document)
    }

    func content(of id: PersonalDocument.ID, of account: Account.ID) async throws -> Data? {
        shelves.value[account]?.first { $0.document.id == id }?.content
    }

    func add(_ file: CleanedFile, to account: Account.ID, at now: Date) async throws -> PersonalDocument {
        let held = try await documents(of: account)
        guard held.count < PersonalDocument.limit else { throw DocumentRefusal.tooMany }
        let used = held.reduce(0) { $0 + $1.size }
        guard used + file.content.count <= PersonalDocument.budget
        else { throw DocumentRefusal.full(used: used) }
        let document = PersonalDocument(
            id: PersonalDocument.ID(rawValue: UUID().uuidString), format: file.format,
            size: file.content.count, created: now, changed: now, details: .initial)
        shelves.change { $0[account, default: []].append(Held(document: document, content: file.content)) }
        return document
    }

    func change(
        _ id: PersonalDocument.ID, of account: Account.ID, to details: PersonalDocument.Details, at now: Date
    ) async throws -> PersonalDocument? {
        shelves.change { shelves in
            guard let place = shelves[account]?.firstIndex(where: { $0.document.id == id }),
                let former = shelves[account]?[place].document
            else { return nil }
            let changed = PersonalDocument(
                id: id, format: former.format, size: former.size, created: former.created, changed: now,
                details: details)
            shelves[account]?[place].document = changed
            return changed
        }
    }

    func remove(_ id: PersonalDocument.ID, of account: Account.ID) async throws -> Bool {
        shelves.change { shelves in
            guard let place = shelves[account]?.firstIndex(where: { $0.document.id == id })
            else { return false }
            shelves[account]?.remove(at: place)
            return true
        }
    }

    func cleaned(_ picture: Data) async throws -> CleanedFile {
        guard picture.starts(with: [0xFF, 0xD8]) else { throw Problem(.invalidDocument) }
        return CleanedFile(.jpeg, picture)
    }
}
