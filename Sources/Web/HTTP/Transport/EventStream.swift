/// A source of `text/event-stream` bytes for a connection; it is called on the connection's event loop.
package protocol EventStream: Sendable {
    /// The connection is ready, and the head of the answer has been sent.
    func begin(on connection: EventConnection)
    /// The encrypted or multiplexed connection is ready, and the head of the answer has been sent.
    func begin(on connection: PipelinedEvents)
    /// The connection has room for bytes again.
    func roomReturned()
    /// The connection has closed.
    func connectionEnded()
}
