import CPostgreSQL

/// Keeps what a connection's warnings said until somebody looks.
final class NoticeBoard {
    private var unconfirmed: ServerMessage?

    /// Lets libpq report here instead of on the terminal.
    ///
    /// The board must live as long as the connection.
    @unsafe func attach(to connection: OpaquePointer) {
        _ = unsafe PQsetNoticeReceiver(
            connection,
            { board, result in
                guard let board = unsafe board else { return }
                unsafe Unmanaged<NoticeBoard>.fromOpaque(board).takeUnretainedValue().note(
                    ServerMessage(result))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Takes the warning that a commit did not wait for the standby, if there was one.
    func takeUnconfirmedCommit() -> ServerMessage? {
        defer { unconfirmed = nil }
        return unconfirmed
    }

    private func note(_ message: ServerMessage) {
        if message.isUnconfirmedCommit { unconfirmed = message }
    }
}
