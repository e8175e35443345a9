import Foundation

/// A cached copy of a provider's document, fetched when needed.
///
/// Concurrent callers share one fetch. A failure is repeated to all callers for the next five seconds, so
/// that sign-ins do not flood a provider that is down.
actor ExpiringCopy<Value: Sendable> {
    private static var patience: TimeInterval { 5 }

    private var kept: (value: Value, at: Date)?
    private var failed: (failure: SignInFailure, at: Date)?
    private var isAsking = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Returns the copy if it was fetched at `oldest` or later, otherwise a new one.
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
