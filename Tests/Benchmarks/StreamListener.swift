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

    private let port: UInt16
    private let epoll = epoll_create1(0)
    private var connections: [Connection] = []
    private var openCount = 0
    private var heardCount = 0
    private var buffer = [UInt8](repeating: 0, count: 65_536)
    /// The connection of this round's request, and the time of its answer.
    private var publisher: Int32 = -1
    private var answered: UInt64?

    init(port: UInt16) { self.port = port }

    /// Opens a stream for each request and returns once all have their response head.
    func open(_ requests: [String]) throws {
        for request in requests {
            connections.append(Connection(socket: try connect()))
            let place = connections.count - 1
            try watch(connections[place].socket, as: UInt64(place))
            try send(request, on: connections[place].socket)
            while connections.count - openCount >= Self.opening { try pump() }
        }
        while openCount < connections.count { try pump() }
    }

    /// Sends one request, and measures until its event has come on every stream.
    ///
    /// - Returns: The milliseconds until the answer, and until the event came on each stream, the shortest
    ///   first.
    func round(_ request: String) throws -> (answer: Double, arrivals: [Double]) {
        for place in connections.indices { connections[place].heard = nil }
        (heardCount, answered) = (0, nil)
        let publisher = try connect()
        defer { close(publisher) }
        try watch(publisher, as: .max)
        let start = Self.now
        try send(request, on: publisher)
        while heardCount < connections.count || answered == nil { try pump() }
        let milliseconds = { (time: UInt64) in Double(time - start) / 1e6 }
        return (
            milliseconds(answered ?? start), connections.compactMap(\.heard).map(milliseconds).sorted()
        )
    }

    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    private func connect() throws -> Int32 {
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
    /// It prints `open`, reads lines that each name a file with a request, and
    /// prints a line of JSON for each.
    static func run(_ arguments: Arguments) throws {
        guard let port = try arguments.number(of: "--port").flatMap(UInt16.init(exactly:)),
            let file = arguments.value(of: "--requests")
        else { throw BenchmarkError("breathe-bench listen --port N --requests FILE") }
        let requests = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: file)))
        let listener = StreamListener(port: port)
        try listener.open(requests)
        report("open")
        while let file = readLine() {
            let request = try String(contentsOf: URL(filePath: file), encoding: .utf8)
            let (answer, arrivals) = try listener.round(request)
            let rank = { (share: Double) in arrivals[Int((Double(arrivals.count) * share).rounded(.up)) - 1] }
            report(
                "{\"answer\":\(answer),\"first\":\(arrivals[0]),\"p50\":\(rank(0.5)),\"p99\":\(rank(0.99)),\"last\":\(rank(1))}"
            )
        }
    }

    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
