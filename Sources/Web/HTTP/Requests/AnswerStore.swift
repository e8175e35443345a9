package import Foundation
package import People

/// Stores the answers to creating requests.
package protocol AnswerStore: Sendable {
    func answer(to key: String, of account: Account.ID) async throws -> KeptAnswer?
    func keep(_ answer: KeptAnswer, to key: String, of account: Account.ID, at now: Date) async throws
}
