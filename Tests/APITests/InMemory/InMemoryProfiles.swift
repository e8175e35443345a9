import Allergens
import Foundation
import People

@testable import API
@testable import HTTP

/// One profile for every account.
struct InMemoryProfiles: ProfileStore {
    let only = Guarded(Profile())
    let quiz = Guarded<WelcomeQuiz?>(nil)
    let asked: Guarded<[Account.ID]>

    func profile(of account: Account.ID) async throws -> Profile {
        asked.change { $0.append(account) }
        return only.value
    }
    func change(
        profileOf account: Account.ID, at now: Date, _ change: @escaping @Sendable (Profile) throws -> Profile
    ) async throws -> Profile {
        only.value = try change(only.value)
        return only.value
    }
    func welcomeQuiz(of account: Account.ID) async throws -> WelcomeQuiz? { quiz.value }
    func keep(_ quiz: WelcomeQuiz, of account: Account.ID, at now: Date) async throws -> Profile {
        self.quiz.value = quiz
        return only.change { profile in
            profile.take(quiz, in: .standard)
            return profile
        }
    }
    func keep(_ profile: Profile, of account: Account.ID, at now: Date) async throws {
        only.value = profile
    }
}
