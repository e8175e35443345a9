/// The health and the metrics of the service.
package protocol Health: Sendable {
    /// Throws if requests cannot be answered.
    func ready() async throws
    /// All metrics in the text format of Prometheus.
    func metrics() async throws -> String
}
