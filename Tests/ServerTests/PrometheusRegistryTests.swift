import CoreMetrics
import Testing

@testable import Server

@Suite struct PrometheusRegistryTests {
    private let registry = PrometheusRegistry()

    @Test func `counters, summaries, histograms and gauges are written in Prometheus' text format`() {
        registry.makeCounter(label: "requests_total", dimensions: [("status", "200"), ("route", "/")])
            .increment(by: 2)
        registry.makeCounter(label: "requests_total", dimensions: [("status", "404"), ("route", "/")])
            .increment(by: 1)
        registry.makeCounter(label: "alerts_total", dimensions: []).increment(by: 3)
        let timer = registry.makeTimer(label: "duration_seconds", dimensions: [("route", "/")])
        timer.recordNanoseconds(1_500_000_000)
        timer.recordNanoseconds(500_000_000)
        registry.makeRecorder(label: "rows", dimensions: [], aggregate: true).record(Int64(7))
        #expect(
            registry.exposition(gauges: [("streams_open", 4), ("dropped", 0)]) == """
                # TYPE alerts_total counter
                alerts_total 3
                # TYPE requests_total counter
                requests_total{status="200",route="/"} 2
                requests_total{status="404",route="/"} 1
                # TYPE rows summary
                rows_count 1
                rows_sum 7.0
                # TYPE duration_seconds histogram
                duration_seconds_bucket{route="/",le="0.005"} 0
                duration_seconds_bucket{route="/",le="0.01"} 0
                duration_seconds_bucket{route="/",le="0.025"} 0
                duration_seconds_bucket{route="/",le="0.05"} 0
                duration_seconds_bucket{route="/",le="0.1"} 0
                duration_seconds_bucket{route="/",le="0.25"} 0
                duration_seconds_bucket{route="/",le="0.5"} 1
                duration_seconds_bucket{route="/",le="1.0"} 1
                duration_seconds_bucket{route="/",le="2.5"} 2
                duration_seconds_bucket{route="/",le="5.0"} 2
                duration_seconds_bucket{route="/",le="10.0"} 2
                duration_seconds_bucket{route="/",le="+Inf"} 2
                duration_seconds_count{route="/"} 2
                duration_seconds_sum{route="/"} 2.0
                # TYPE streams_open gauge
                streams_open 4
                # TYPE dropped gauge
                dropped 0

                """)
    }

    @Test func `what lasts longer than every bound is counted in the last bucket`() {
        let timer = registry.makeTimer(label: "time", dimensions: [])
        for seconds in [5, 10, 11, 3_600] as [Int64] { timer.recordNanoseconds(seconds * 1_000_000_000) }
        let text = registry.exposition(gauges: [])
        #expect(text.contains("time_bucket{le=\"5.0\"} 1\ntime_bucket{le=\"10.0\"} 2\n"), "\(text)")
        #expect(text.contains("time_bucket{le=\"+Inf\"} 4\ntime_count 4\ntime_sum 3626.0\n"), "\(text)")
    }

    @Test func `a metric is described before its type, and other lines stay as they are`() {
        registry.makeCounter(label: "http_requests_total", dimensions: [("route", "/")]).increment(by: 1)
        registry.makeCounter(label: "odd", dimensions: []).increment(by: 1)
        #expect(
            MetricDescriptions.described(registry.exposition(gauges: [])) == """
                # HELP http_requests_total Requests answered, by method, route and status.
                # TYPE http_requests_total counter
                http_requests_total{route="/"} 1
                # TYPE odd counter
                odd 1

                """)
    }

    @Test func `backslashes, quotes and newlines in a label are escaped`() {
        registry.makeCounter(label: "odd", dimensions: [("route", "a\\b\"c\nd")]).increment(by: 1)
        #expect(registry.exposition(gauges: []) == "# TYPE odd counter\nodd{route=\"a\\\\b\\\"c\\nd\"} 1\n")
    }

    @Test func `the same name and labels are the same series`() {
        for _ in 0..<3 {
            let counter = registry.makeCounter(label: "hits", dimensions: [("route", "/")])
            counter.increment(by: 1)
            registry.destroyCounter(counter)
        }
        #expect(registry.exposition(gauges: []) == "# TYPE hits counter\nhits{route=\"/\"} 3\n")
    }

    @Test func `the order of lines does not depend on the order of events`() {
        let names = (0..<20).map { "counter_\($0)" }
        let expositions = [names, names.reversed()].map { names in
            let registry = PrometheusRegistry()
            for name in names {
                for status in ["500", "200"] {
                    registry.makeCounter(label: name, dimensions: [("status", status)]).increment(by: 1)
                }
            }
            return registry.exposition(gauges: [])
        }
        #expect(expositions[0] == expositions[1])
    }

    @Test func `no count is lost under concurrency`() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { [registry] in
                    for _ in 0..<100 {
                        registry.makeCounter(label: "hits", dimensions: []).increment(by: 1)
                        registry.makeTimer(label: "time", dimensions: []).recordNanoseconds(1_000_000_000)
                    }
                }
            }
        }
        let text = registry.exposition(gauges: [])
        #expect(text.contains("\nhits 5000\n") && text.contains("\ntime_count 5000\ntime_sum 5000.0\n"))
    }
}
