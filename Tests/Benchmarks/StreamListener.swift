import CEpoll
import Foundation

/// Many open event streams in one thread, with the arrival time of each event: the
/// same client for every server.
final class StreamListener {
    private struct Connection {
        let socket: Int32
        var isOpen = false
        /// When the event of this round came, in nanoseconds.
        var heard: UInt64?
    }

    /// The number of streams that open at once: a listen queue is no longer.
    private static let opening = 100
    /// Seconds of silence after which a measurement is given up.
    private static let patience: Int32 = 30

    /// The ports of the servers, between which the streams are dealt out in turn; requests go to the first.
    private let ports: [UInt16]
    private let epoll = epoll_create1(0)
    private var connections: [Connection] = []
    private var openCount = 0
    private var heardCount = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The connection of this round's request, and the time of its answer.
    private var publisher: Int32 = -1
    private var answered: UInt64?

    init(ports: [UInt16]) { self.ports = ports }

    /// Opens a stream for each request and returns once all have their response head.
    func open(_ requests: [String]) throws {
        for request in requests {
            let place = connections.count
            connections.append(Connection(socket: try connect(to: ports[place % ports.count])))
            try watch(connections[place].socket, as: UInt64(place))
            try send(request, on: connections[place].socket)
            while connections.count - openCount >= Self.opening { try pump() }
        }
        while openCount < connections.count { try pump() }
    }

    /// What was measured in a round, in nanoseconds of the clock that all processes share.
    struct Round: Encodable {
        /// When the request was sent; `nil` for another client's.
        var sent: UInt64?
        /// When it was answered.
        var answered: UInt64?
        /// When the event came on each stream.
        var heard: [UInt64] = []
    }

    /// Measures until an event has come on every stream.
    ///
    /// - Parameter request: What makes the event; `nil` when another client sends it.
    /// - Returns: When the event came.
    /// - Throws: `BenchmarkError` when it does not come everywhere.
    func round(_ request: String?) throws -> Round {
        for place in connections.indices { connections[place].heard = nil }
        (heardCount, answered) = (0, nil)
        var round = Round()
        if let request {
            let publisher = try connect(to: ports[0])
            defer { close(publisher) }
            try watch(publisher, as: .max)
            round.sent = Self.now
            try send(request, on: publisher)
            while heardCount < connections.count || answered == nil { try pump() }
            round.answered = answered
        } else {
            while heardCount < connections.count { try pump() }
        }
        round.heard = connections.compactMap(\.heard)
        return round
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func connect(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, status == 0
        else {
            throw BenchmarkError(
                "stream \(connections.count) was not opened: \(String(cString: strerror(errno)))")
        }
        return descriptor
    }

    private func send(_ request: String, on socket: Int32) throws {
        let bytes = Array(request.utf8)
        guard Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        else { throw BenchmarkError("a request was not sent") }
    }

    private func watch(_ socket: Int32, as place: UInt64) throws {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: place))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) == 0
        else { throw BenchmarkError("a stream cannot be watched") }
        if place == .max { publisher = socket }
    }

    /// Waits for bytes and reads those available.
    private func pump() throws {
        var events = [epoll_event](repeating: epoll_event(), count: 512)
        let count = epoll_wait(epoll, &events, 512, Self.patience * 1_000)
        guard count > 0 else {
            throw BenchmarkError(
                "\(connections.count) streams: \(openCount) were opened and \(heardCount) heard of the event")
        }
        for event in events.prefix(Int(count)) {
            event.data.u64 == .max ? try readAnswer() : try readStream(Int(event.data.u64))
        }
    }

    private func readAnswer() throws {
        let count = recv(publisher, &buffer, buffer.count, 0)
        let head = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        guard answered != nil || head.hasPrefix("HTTP/1.1 20") else {
            throw BenchmarkError("not taken: \(head)")
        }
        answered = answered ?? Self.now
    }

    /// Whether the bytes belong to an event: heads, greetings and comments have no such field.
    private func holdsData(_ count: Int) -> Bool {
        buffer[count] = 0
        return buffer.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.map { strstr($0, "data:") != nil } ?? false
        }
    }

    private func readStream(_ place: Int) throws {
        let count = recv(connections[place].socket, &buffer, buffer.count - 1, 0)
        guard count > 0 else { throw BenchmarkError("stream \(place) was closed") }
        let now = Self.now
        if !connections[place].isOpen {
            let head = String(decoding: buffer.prefix(count), as: UTF8.self)
            guard head.hasPrefix("HTTP/1.1 200") else { throw BenchmarkError("stream \(place): \(head)") }
            connections[place].isOpen = true
            openCount += 1
        }
        guard connections[place].heard == nil, holdsData(count) else { return }
        connections[place].heard = now
        heardCount += 1
    }

    /// Opens the streams in a file of requests, and measures each request that it is asked to send.
    ///
    /// It prints `open`, reads lines that each name a file with a request, or are empty when another client sends it,
    /// and prints a line of JSON for each.
    static func run(_ arguments: Arguments) throws {
        let ports = arguments.value(of: "--ports")?.split(separator: ",").compactMap { UInt16($0) } ?? []
        guard !ports.isEmpty, let file = arguments.value(of: "--requests")
        else { throw BenchmarkError("breathe-bench listen --ports N[,N…] --requests FILE") }
        let requests = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: file)))
        let listener = StreamListener(ports: ports)
        try listener.open(requests)
        report("open")
        while let file = readLine() {
            let request =
                file.isEmpty ? nil : try String(contentsOf: URL(filePath: file), encoding: .utf8)
            report(String(decoding: try JSONEncoder().encode(try listener.round(request)), as: UTF8.self))
        }
    }

    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
