import Testing

/// The metrics of a running service.
@Suite(.serving(), .timeLimit(.minutes(20))) struct MetricsTests {
    @Test func `every metric says what it counts, once and before its type`() async throws {
        for path in ["/", "/tiles", "/v1/alerts", "/nowhere"] { _ = try await service.get(path) }
        let lines = try await service.get("/metrics").text.split(separator: "\n").map(String.init)
        let types = lines.indices.filter { lines[$0].hasPrefix("# TYPE ") }
        #expect(types.count > 15)
        for place in types {
            let name = lines[place].split(separator: " ")[2]
            #expect(place > 0 && lines[place - 1].hasPrefix("# HELP \(name) "), "\(lines[place])")
        }
        #expect(Set(types.map { lines[$0] }).count == types.count)
    }

    @Test func `the latency of a route is a histogram`() async throws {
        for _ in 0..<3 { _ = try await service.get("/v1/scales") }
        let text = try await service.get("/metrics").text
        #expect(text.contains("# TYPE http_request_duration_seconds histogram\n"))
        let series = #"http_request_duration_seconds_bucket{route="/v1/scales",le="+Inf"} 3"#
        #expect(text.contains("\n\(series)\n"), "\(text)")
    }

    @Test func `a question to the guide is counted by its route alone`() async throws {
        #expect(try await service.get("/v1/guide?q=my+tongue+is+swollen").text.contains("/emergency"))
        let text = try await service.get("/metrics").text
        #expect(text.contains(#"route="/v1/guide""#) && !text.contains("swollen"))
    }
}
