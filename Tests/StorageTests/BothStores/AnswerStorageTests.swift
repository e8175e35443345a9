import Foundation
import Help
import People
import SampleTesting
import Testing

@testable import Storage

extension BothStoresTests {
    /// The answers to requests with idempotency keys.
    @Suite struct AnswerStorageTests {
        private func answer(_ location: String) -> KeptAnswer {
            KeptAnswer(fingerprint: Data([1, 2]), location: location, body: Data("{}".utf8))
        }

        @Test(arguments: StoreKind.tested)
        func `the first answer stands for a day, for its own account and key`(kind: StoreKind) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account("anna"))
            let ben = try await opened.account("ben")
            try await store.keep(answer("/v1/one"), to: "key", of: anna, at: noon)
            try await store.keep(answer("/v1/two"), to: "key", of: anna, at: noon + 60)
            #expect(try await store.answer(to: "key", of: anna) == answer("/v1/one"))
            #expect(try await store.answer(to: "key", of: ben) == nil)
            #expect(try await store.answer(to: "KEY", of: anna) == nil)
            try await store.keep(answer("/v1/three"), to: "key", of: ben, at: noon + 86_400)
            #expect(try await store.answer(to: "key", of: anna) != nil)
            try await store.keep(answer("/v1/three"), to: "key", of: ben, at: noon + 86_401)
            #expect(try await store.answer(to: "key", of: anna) == nil)
        }

        @Test(arguments: StoreKind.tested)
        func `a claim is kept with what it is for, and makes room for the answer`(
            kind: StoreKind
        ) async throws {
            let opened = try await OpenedRows(kind)
            let (store, anna) = (opened.store, try await opened.account())
            let claim = AnswerClaim(key: "key", account: anna, fingerprint: Data([1, 2]), made: noon)
            let file = CleanedFile(.pdf, Data([1, 2, 3]))
            let document = try await AnswerClaim.$current.withValue(claim) {
                try await store.add(file, to: anna, at: noon)
            }
            #expect(try await store.answer(to: "key", of: anna)?.location == document.id.rawValue)
            await #expect(throws: AnswerClaim.Taken.self) {
                try await AnswerClaim.$current.withValue(claim) {
                    try await store.add(file, to: anna, at: noon)
                }
            }
            #expect(try await store.documents(of: anna) == [document])
            try await store.keep(answer("/v1/one"), to: "key", of: anna, at: noon)
            #expect(try await store.answer(to: "key", of: anna) == answer("/v1/one"))
        }
    }
}
