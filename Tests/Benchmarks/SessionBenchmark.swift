import Authentication
import Foundation
import People
import Sealing
import Storage

extension RowLoginStore: LoginStore {}
extension SQLiteStore: SessionStore, CredentialStore {}

/// Measures how long it takes to find a cookie's session among many.
enum SessionBenchmark {
    private static let checks = 20_000

    private struct Outcome: Encodable {
        let sessions: Int
        let medianMicroseconds: Double
        let p99Microseconds: Double
    }

    /// Opens accounts with a session each, and looks sessions up in turn, one after another.
    static func run(_ count: Int, database: String) async throws {
        let store = try SQLiteStore(path: database, keys: .beside(database))
        let service = SignInService(
            logins: RowLoginStore(store: store), sessions: store,
            hasher: PasswordHasher(), mailing: nil, now: { Date() })
        let accounts = try await store.addAccounts(
            named: (0..<count).map { "visitor\($0)" }, at: Date())
        var secrets: [String] = []
        for account in accounts {
            secrets.append(
                try await service.openSession(for: account, kind: .cookie, device: "Firefox, Linux").secret)
        }
        let authenticator = Authenticator(store: store)
        var times: [Double] = []
        let clock = ContinuousClock()
        for check in 0..<checks {
            let secret = secrets[check &* 7_919 % count]
            let begun = clock.now
            guard try await authenticator.visitor(showingCookie: secret) != nil
            else { throw BenchmarkError("a session was refused") }
            let elapsed = (clock.now - begun).components
            times.append(Double(elapsed.seconds) * 1e6 + Double(elapsed.attoseconds) / 1e12)
        }
        times.sort()
        let outcome = Outcome(
            sessions: count, medianMicroseconds: times[checks / 2],
            p99Microseconds: times[checks * 99 / 100])
        print(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self))
    }
}
