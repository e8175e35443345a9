import API
import HTTP
import HTTPTypes

/// Hostile requests that several suites send: over HTTP/1.1 all, and over TLS and HTTP/2 a sample.
enum AttackCorpus {
    /// The beginning of a request to which ``ambiguous`` adds fields and a body.
    static let post = "POST /v1/scales HTTP/1.1\r\nHost: a\r\n"

    /// Names and texts of requests that two parsers would read differently.
    static let ambiguous: [(String, String)] = [
        (
            "two ways to say how long a body is",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        ("the other way round", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
        ("two lengths", "Content-Length: 0\r\nContent-Length: 5\r\n\r\n"),
        ("a list of lengths", "Content-Length: 0, 5\r\n\r\n"),
        ("a length with a sign", "Content-Length: +0\r\n\r\n"),
        ("a negative length", "Content-Length: -1\r\n\r\n"),
        ("a length in hexadecimal", "Content-Length: 0x0\r\n\r\n"),
        ("a length beyond 64 bits", "Content-Length: 18446744073709551616\r\n\r\n"),
        ("chunked is not the last encoding", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
        ("an encoding that nobody knows", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        ("a space before the colon", "Content-Length : 0\r\n\r\n"),
        ("a line that is folded", "X-A: b\r\n c\r\n\r\n"),
        ("a field without a name", ": b\r\n\r\n"),
        ("a NUL in a value", "X-A: b\u{0}c\r\n\r\n"),
        ("a lone CR in a value", "X-A: b\rX-C: d\r\n\r\n"),
        ("a chunk size that is no number", "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"),
        (
            "a chunk size beyond 64 bits",
            "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\na\r\n0\r\n\r\n"
        ),
        ("a chunk that is longer than it says", "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"),
    ]

    /// Ways to write "the folder above" that have fooled programs.
    static let ways = [
        "../../../../../../etc/passwd", "..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "..%5c..%5cetc%5cpasswd",
        "..%252f..%252fetc%252fpasswd", "%c0%ae%c0%ae%c0%afetc%c0%afpasswd", "%2fetc%2fpasswd",
        "index.html%00.js", "%2e%2e",
    ]

    /// SQL, and other values that no parameter means.
    static let payloads = [
        "'", "1'%20OR%20'1'='1", "%22;DROP%20TABLE%20account;--", "1);SELECT%20*%20FROM%20account--",
        "%00", "a%00b", "%F0%28%8C%BC", "%25", "%2527", "-1", "99999999999999999999", "1e400", "NaN", "$1",
        "?1", ":name", "/*", "%E2%80%AE", "[]", "{}", "true", "%0a",
    ]

    /// One hostile value in each parameter of the path and in one of the query, for every public route that reads.
    static func targets() async throws -> [String] {
        let endpoints = try await ProgramRoutes.endpoints().filter {
            $0.method == .get && $0.access == .everyone && !$0.path.hasSuffix("/stream")
        }
        let values = ways + payloads
        let names = ["date", "bbox", "cursor", "language", "limit"]
        return endpoints.enumerated().flatMap { number, endpoint -> [String] in
            let value = values[number % values.count]
            let paths = ProgramRoutes.parameters(of: endpoint.path).map {
                ProgramRoutes.path(endpoint, [$0: value])
            }
            let query = "\(names[number % names.count])=\(payloads[number % payloads.count])"
            return paths + ["\(ProgramRoutes.path(endpoint))?\(query)"]
        }
    }
}
