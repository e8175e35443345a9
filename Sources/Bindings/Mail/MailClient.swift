import Dispatch
import Synchronization

/// Sends messages to a gateway, a few at a time.
///
/// libcurl blocks while it talks to the gateway. Each connection therefore has its own thread, outside any
/// event loop.
package final class MailClient: Sendable {
    /// The number of connections.
    ///
    /// Gateways commonly allow ten or twenty from one sender.
    private static let deskCount = 4

    /// The version of libcurl.
    package static var libraryVersion: String { CurlTransfer.libraryVersion }

    private let services: [MailDesk]
    /// The number of messages waiting for each connection.
    private let waiting: Mutex<[Int]>

    /// Prepares the connections.
    ///
    /// - Throws: ``MailFailure/broken(_:)`` if libcurl cannot be used at all.
    package init(gateway: MailGateway) throws(MailFailure) {
        var services: [MailDesk] = []
        for _ in 0..<Self.deskCount { services.append(try MailDesk(gateway: gateway)) }
        self.services = services
        waiting = Mutex([Int](repeating: 0, count: services.count))
    }

    /// Sends a message.
    ///
    /// The gateway has accepted it when this returns.
    package func send(_ message: MailMessage) async throws(MailFailure) {
        let service = waiting.withLock { waiting in
            let shortest = waiting.indices.min { waiting[$0] < waiting[$1] } ?? 0
            waiting[shortest] += 1
            return shortest
        }
        defer { waiting.withLock { $0[service] -= 1 } }
        try await services[service].send(message)
    }
}

/// One connection to the gateway, on its own thread.
private actor MailDesk {
    private let gateway: MailGateway
    private let transfer: CurlTransfer
    private let executor = BlockingExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(gateway: MailGateway) throws(MailFailure) {
        self.gateway = gateway
        transfer = try CurlTransfer()
    }

    func send(_ message: MailMessage) throws(MailFailure) { try transfer.send(message, over: gateway) }
}

/// Runs an actor on its own queue, where blocking delays nothing else.
private final class BlockingExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "mail")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
