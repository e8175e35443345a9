package import Foundation
package import People

/// How long an account waits after codes that do not exist, such as those of studies.
///
/// Ten wrong codes cost nothing. After that, each is looked at an hour after the last wrong one, until a day has
/// passed without any. The counts are stored, so they hold for all nodes of a network and survive a restart.
package struct CodeGuesses: Sendable {
    /// The number of wrong codes without a wait.
    package static let free = 10
    /// The time between a wrong code and the next that is looked at.
    package static let pause = Duration.seconds(3_600)

    private let logins: any LoginStore
    private let now: @Sendable () -> Date

    package init(logins: any LoginStore, now: @escaping @Sendable () -> Date) {
        (self.logins, self.now) = (logins, now)
    }

    /// How long an account has to wait from now on; zero if it need not.
    package func codeWait(of account: Account.ID) async throws -> Duration {
        let name = Self.name(of: account)
        guard let record = try await logins.signInRecords(of: [name])[name], record.failures >= Self.free
        else { return .zero }
        let passed = now().timeIntervalSince(record.lastFailure)
        guard passed < SignInRecord.memory else { return .zero }
        // A clock that was set back must not make anybody wait for longer than the pause.
        return max(.zero, Self.pause - .seconds(max(0, passed)))
    }

    /// Counts a code that does not exist.
    package func noteWrongCode(of account: Account.ID) async throws {
        try await logins.noteFailure(of: [], and: [Self.name(of: account)], account: nil, at: now())
    }

    /// Nobody signs in by such a name: those are counted under `name …` and `account …`.
    private static func name(of account: Account.ID) -> String { "codes of \(account.rawValue)" }
}
