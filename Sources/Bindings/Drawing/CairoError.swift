import CCairo

/// An error from Cairo: the attempted operation, and Cairo's own message.
package struct CairoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was attempted.
    package let operation: String
    /// Cairo's message.
    package let reason: String

    init(operation: String, status: cairo_status_t) {
        self.operation = operation
        reason = unsafe String(cString: cairo_status_to_string(status))
    }

    package var description: String { "cairo could not \(operation): \(reason)" }
}
