import Foundation
import Help
import People
import SampleTesting
import Studies
import Testing

@testable import Storage

extension BothStoresTests {
    /// Invitations by mail, and what everybody may read.
    @Suite struct StudyLetterTests {
        @Test(arguments: StoreKind.tested)
        func `each address gets a code of its own, and is gone once the letter is settled`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let addresses = try ["anna@example.org", "Ben@example.org"].map {
                try #require(ContactAddress($0))
            }
            let numbers = try await store.write(to: addresses, in: .english, of: id, by: otto, at: noon)
            let post = try await store.dueStudyLetters(at: noon, limit: 9)
            #expect(post.letters.map(\.invitation).sorted() == numbers && post.void.isEmpty)
            #expect(Set(post.letters.map(\.address)) == ["anna@example.org", "Ben@example.org"])
            #expect(Set(post.letters.map(\.code)).count == 2)
            #expect(post.letters.map(\.title) == ["Hay fever", "Hay fever"])
            try await store.record(.settled(.sent), ofInvitation: numbers[0])
            try await store.record(.again(at: noon + 60), ofInvitation: numbers[1])
            let invitations = try await store.invitations(of: id, for: otto, after: 0, limit: 9)
            #expect(invitations.map(\.letter) == [.sent, .queued])
            #expect(try await opened.count("studyLetter WHERE sealed IS NOT NULL") == 1)
            #expect(try await store.dueStudyLetters(at: noon, limit: 9).nextDue == noon + 60)
            #expect(try await store.dueStudyLetters(at: noon + 60, limit: 9).letters.map(\.attempts) == [1])
        }

        @Test(arguments: StoreKind.tested)
        func `a study writes to an address once a week`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            let address = try #require(ContactAddress("anna@example.org"))
            let other = try #require(ContactAddress("ben@example.org"))
            _ = try await store.write(to: [address], in: .english, of: id, by: otto, at: noon)
            await #expect(throws: StudyRefusal.writtenTo([1])) {
                try await store.write(
                    to: [other, address], in: .english, of: id, by: otto, at: noon + 6 * 86_400)
            }
            #expect(try await opened.count("studyLetter") == 1)
            try await store.forgetStudyReceivers(at: noon + 6 * 86_400)
            #expect(try await opened.count("studyReceiver") == 1)
            try await store.forgetStudyReceivers(at: noon + 7 * 86_400)
            #expect(try await opened.count("studyReceiver") == 0)
        }

        @Test(arguments: StoreKind.tested)
        func `when results are published is for the owner to say`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, otto) = (opened.store, try await opened.account("otto"))
            let id = try await opened.study(by: otto)
            try await store.release(.weekly, of: id, by: otto)
            #expect(try await store.study(id)?.settings.results == .weekly)
            #expect(try await store.releases(of: id).isEmpty)
            let anna = try await opened.account()
            await #expect(throws: StudyRefusal.unknown) {
                try await store.release(.never, of: id, by: anna)
            }
            #expect(try await store.study(id)?.settings.results == .weekly)
        }
    }
}
