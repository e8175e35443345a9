import Foundation
import NIOHTTP1

extension RawConnection {
    /// Requests a target exactly as it is spelt.
    ///
    /// - Parameters:
    ///   - target: The target, which follows the method.
    ///   - method: The method.
    ///   - rest: The text after the field `Host`: other fields, each with its line end, an empty line, and
    ///     the body.
    /// - Returns: The answer, or `nil` when the other side closed the connection before its end.
    /// - Throws: `Late` when the other side neither answers nor closes the connection.
    func ask(_ target: String, method: String = "GET", rest: String = "\r\n") async throws -> Answer? {
        try await write("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(rest)")
        return try await answer()
    }

    /// Reads the next answer, or returns `nil` when the other side closes the connection before its end.
    func answer() async throws -> Answer? {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                return try await answer(head: head, body: Array(bytes[end.upperBound...]))
            }
            let chunk = try await readChunk()
            guard !chunk.isEmpty else { return nil }
            bytes += chunk
        }
    }

    private func answer(head: String, body: [UInt8]) async throws -> Answer? {
        let lines = head.components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            return (String(line[..<colon]), value)
        }
        let headers = HTTPHeaders(pairs)
        let length = headers.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        var body = body
        while body.count < length {
            let chunk = try await readChunk()
            guard !chunk.isEmpty else { return nil }
            body += chunk
        }
        return Answer(status: status, headers: headers, bytes: body)
    }
}
