/// A connection that a live stream writes to, provided by the HTTP server.
///
/// A few threads, the lanes, serve all connections. Everything except ``onLane(_:)`` is called on the sink's
/// own lane.
package protocol LiveSink: AnyObject, Sendable {
    /// The lane that serves the sink; sinks of one lane are written to in one pass.
    var lane: ObjectIdentifier { get }
    /// Runs work on the lane, after all work that it was given before.
    func onLane(_ work: @escaping @Sendable () -> Void)
    /// Whether written bytes would leave at once, or nearly so.
    ///
    /// After this was `false`, ``LiveStream/roomReturned()`` is called when it becomes `true` again.
    var hasRoom: Bool { get }
    /// Sends both parts, one after the other.
    func write(_ head: String, _ tail: [UInt8])
    /// Ends the connection; ``LiveStream/connectionEnded()`` follows.
    func finish()
}
