import Dispatch

#if canImport(Glibc)
    import Glibc
#endif

/// What a `NOTIFY` told.
package struct PostgreSQLNotification: Hashable, Sendable {
    package let channel: String
    package let payload: String
    /// The process of the server that sent it.
    package let sender: Int
}

/// A connection that hears what others notify.
///
/// It has no thread while nothing comes: the system tells when the socket can be read (a source of Dispatch),
/// on the queue that the connection has anyway. An event loop of SwiftNIO would do the same, and would bring
/// SwiftNIO into a module that needs nothing else of it.
///
/// A notification is a hint. One that is sent while the connection is broken never comes. Readers therefore
/// look at the tables from time to time, too, and once after each beginning.
package actor PostgreSQLListener {
    /// How many notifications wait for a slow reader, before the oldest are dropped.
    package static let capacity = 1024

    /// What comes; ends with ``PostgreSQLError/lost(_:outcomeUnknown:)`` when the connection breaks.
    package nonisolated let notifications: AsyncThrowingStream<PostgreSQLNotification, any Error>

    private let session: PostgreSQLSession
    private let executor: ConnectionQueue
    private let sink: AsyncThrowingStream<PostgreSQLNotification, any Error>.Continuation
    private var watch: SocketWatch?
    /// How many notifications were dropped because nobody read them.
    package private(set) var dropped = 0

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    /// Connects and listens.
    ///
    /// - Parameters:
    ///   - channels: Their names, in any spelling.
    ///   - address: A primary: a standby refuses to listen.
    ///   - limits: How long connecting may take.
    /// - Returns: The listener, which hears whatever is sent from now on.
    /// - Throws: ``PostgreSQLError``.
    package static func open(
        _ channels: [String], at address: PostgreSQLAddress, _ limits: PostgreSQLLimits = PostgreSQLLimits()
    ) async throws -> PostgreSQLListener {
        let first = try await PostgreSQLConnection.open(address, limits)
        try await PoolerProbe.check(first, address, limits)
        let executor = ConnectionQueue()
        let listener = try await executor.run { try PostgreSQLListener(address, limits, executor) }
        try await listener.listen(channels)
        return listener
    }

    private init(
        _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ executor: ConnectionQueue
    ) throws(PostgreSQLError) {
        self.executor = executor
        (notifications, sink) = AsyncThrowingStream.makeStream(
            bufferingPolicy: .bufferingNewest(Self.capacity))
        session = try PostgreSQLSession(greeting: ServerLink(address, limits), limits)
    }

    deinit { sink.finish() }

    private func listen(_ channels: [String]) throws(PostgreSQLError) {
        for channel in channels {
            let quoted = channel.split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\"\"")
            try session.script("LISTEN \"\(quoted)\"")
        }
        watch = try SocketWatch(session.link.descriptor, executor.queue) { [weak self] in
            self?.assumeIsolated { $0.hear() }
        }
        // Some may have come with the answers to LISTEN.
        hear()
    }

    private func hear() {
        do {
            // Where the server's last words and its end come at once, the system tells of them once.
            repeat {
                try session.link.consume()
                while let notification = session.link.notification() {
                    if case .dropped = sink.yield(notification) { dropped += 1 }
                }
            } while session.link.hasInput
        } catch {
            watch = nil
            sink.finish(throwing: error)
        }
    }
}

/// Tells when a socket can be read.
private final class SocketWatch {
    private let source: any DispatchSourceRead

    /// The source has a descriptor of its own, which stays valid until it has let go of it.
    init(
        _ socket: CInt, _ queue: DispatchQueue, _ act: @escaping @Sendable () -> Void
    ) throws(PostgreSQLError) {
        let descriptor = dup(socket)
        guard descriptor >= 0 else { throw .unreachable("no file descriptor is left") }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler(handler: act)
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }
}
