import Foundation
import People

@testable import API
@testable import HTTP

/// The answers that repeated requests get.
struct InMemoryAnswers: AnswerStore {
    let kept = Guarded<[String: KeptAnswer]>([:])

    func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer? {
        kept.value[key]
    }
    func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws {
        kept.change { $0[key] = answer }
    }
}
