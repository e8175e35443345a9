import Foundation

/// A copy of a document of a provider, fetched when it is needed and kept for a while.
///
/// It is fetched once for all who wait. What failed is told to everybody who asks within the next five seconds, so that a
/// provider that is down is not run at by each who wants to sign in.
actor ExpiringCopy<Value: Sendable> {
    private static var patience: TimeInterval { 5 }

    private var kept: (value: Value, at: Date)?
    private var failed: (failure: SignInFailure, at: Date)?
    private var isAsking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// The copy, when it was fetched at `oldest` or later; else a new one.
    func value(
        fetchedSince oldest: Date, at now: Date,
        _ fetch: @Sendable () async throws(SignInFailure) -> Value
    ) async throws(SignInFailure) -> Value {
        while isAsking { await withCheckedContinuation { waiting.append($0) } }
        if let kept, kept.at >= oldest { return kept.value }
        if let failed, abs(now.timeIntervalSince(failed.at)) < Self.patience { throw failed.failure }
        isAsking = true
        defer {
            isAsking = false
            for one in waiting { one.resume() }
            waiting = []
        }
        do {
            let value = try await fetch()
            (kept, failed) = ((value, now), nil)
            return value
        } catch {
            failed = (error, now)
            throw error
        }
    }

    /// When the copy was fetched.
    var age: Date? { kept?.at }
}
