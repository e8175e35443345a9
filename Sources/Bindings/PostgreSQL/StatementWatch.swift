/// How long to wait for a server that should have answered.
///
/// The server ends statements itself. It does not when it is stopped, when the network is cut, or when a
/// commit waits for a standby. Then it is asked to cancel, and the connection is given up when that has no
/// effect either.
struct StatementWatch {
    enum Step { case waits, asks, givesUp }

    private var due: ContinuousClock.Instant
    private var isAsked = false

    init(_ limits: PostgreSQLLimits) { due = .now + limits.statement + limits.grace }

    /// The time until something is to be done, for `poll`.
    var millisecondsLeft: CInt { CInt(clamping: max((due - .now).milliseconds + 1, 0)) }

    /// Something was answered, so the server is alive and the time starts anew.
    mutating func restart(_ limits: PostgreSQLLimits) { self = StatementWatch(limits) }

    /// What is to be done when nothing came.
    mutating func step(_ limits: PostgreSQLLimits) -> Step {
        guard due <= .now else { return .waits }
        defer {
            isAsked = true
            due = .now + limits.grace
        }
        return isAsked ? .givesUp : .asks
    }
}
