/// What writes `text/event-stream` to a connection; it is called on the connection's event loop.
package protocol EventStream: Sendable {
    /// The connection is there, and the head of the answer was sent.
    func begin(on connection: EventConnection)
    /// The connection is there, with others on it or encrypted, and the head of the answer was sent.
    func begin(on connection: PipelinedEvents)
    /// The connection takes bytes again.
    func roomReturned()
    /// The connection is gone.
    func connectionEnded()
}
