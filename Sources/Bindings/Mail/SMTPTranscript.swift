/// The dialogue of one SMTP session: the message to send, and the gateway's replies.
final class SMTPTranscript {
    private let bytes: [UInt8]
    private var offset = 0
    /// The first four letters of the last command sent.
    ///
    /// The rest may contain a password.
    private var command: [UInt8] = []
    /// The reply to the last command other than `QUIT`.
    private(set) var reply: Int?
    private(set) var recipientReply: Int?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Copies the next part of the message and returns its number of bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - offset)
        unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        return count
    }

    func said(_ line: some Collection<UInt8>) { command = Array(line.prefix(4)) }

    func heard(_ line: some Collection<UInt8>) {
        let code = line.prefix(3)
        guard command != Array("QUIT".utf8), code.count == 3,
            let number = Int(String(decoding: code, as: UTF8.self))
        else { return }
        reply = number
        if command == Array("RCPT".utf8) { recipientReply = number }
    }
}
