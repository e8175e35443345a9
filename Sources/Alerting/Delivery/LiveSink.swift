/// A connection that a live stream writes to, as the server of connections gives it.
///
/// Connections are served by few threads, the lanes; all but ``onLane(_:)`` is called on the sink's own.
package protocol LiveSink: AnyObject, Sendable {
    /// Which lane serves it; sinks of one lane are written to in one go.
    var lane: ObjectIdentifier { get }
    /// Runs work on the lane, after all that was given to it before.
    func onLane(_ work: @escaping @Sendable () -> Void)
    /// Whether bytes would leave at once, or nearly so.
    ///
    /// Once it was `false`, the stream's ``LiveStream/roomReturned()`` is called when it is `true` again.
    var hasRoom: Bool { get }
    /// Sends both parts, one after the other.
    func write(_ head: String, _ tail: [UInt8])
    /// Ends the connection; ``LiveStream/connectionEnded()`` follows.
    func finish()
}
