/// Whether the program can work, and how it does.
package protocol Health: Sendable {
    /// Returns when requests can be answered.
    func ready() async throws
    /// All figures, in Prometheus' text format.
    func metrics() async throws -> String
}
