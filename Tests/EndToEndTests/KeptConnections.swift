/// Connections to a service that send targets exactly as they are spelt, and are reused for the next request.
actor KeptConnections {
    private let service: RunningService
    private var idle: [RawConnection] = []

    init(_ service: RunningService) { self.service = service }

    /// Requests a target.
    ///
    /// - Parameters:
    ///   - target: The target, which follows the method.
    ///   - method: The method.
    ///   - bearer: The secret to present, if any.
    ///   - json: The body, if any.
    /// - Returns: The answer, or `nil` when the other side closed a connection that had not been used before.
    /// - Throws: `Late` when the other side neither answers nor closes the connection.
    func ask(
        _ target: String, method: String = "GET", bearer: String? = nil, json: String? = nil
    ) async throws -> Answer? {
        var rest = bearer.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        if let json {
            rest += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n"
        }
        rest += "\r\n\(json ?? "")"
        // A reused connection may have been closed meanwhile, which says nothing about the request.
        while let connection = idle.popLast() {
            guard let answer = try await connection.ask(target, method: method, rest: rest) else { continue }
            keep(connection, after: answer)
            return answer
        }
        let connection = try RawConnection(service)
        guard let answer = try await connection.ask(target, method: method, rest: rest) else { return nil }
        keep(connection, after: answer)
        return answer
    }

    /// Reuses a connection unless the service ends it, or bytes of the answer may still come.
    private func keep(_ connection: RawConnection, after answer: Answer) {
        let hasEnded = answer.header("Content-Length") != nil || [204, 304].contains(answer.status)
        guard hasEnded, answer.header("Connection")?.lowercased() != "close" else { return }
        idle.append(connection)
    }
}
