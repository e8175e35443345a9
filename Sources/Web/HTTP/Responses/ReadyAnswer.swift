package import HTTPTypes
import Hummingbird
package import NIOCore

/// An answer whose bytes are at hand, so that it can be sent without waiting for anything.
package struct ReadyAnswer: Sendable {
    package var head: HTTPResponse
    /// Empty for HEAD and for 304.
    package var bytes: ByteBuffer

    package init(_ head: HTTPResponse, _ bytes: ByteBuffer = ByteBuffer()) {
        (self.head, self.bytes) = (head, bytes)
    }

    /// The answer as routes give theirs.
    var response: Response {
        Response(
            status: head.status, headers: head.headerFields,
            body: bytes.readableBytes == 0 ? ResponseBody() : ResponseBody(byteBuffer: bytes))
    }
}

extension HTTPRequest {
    /// Answers a GET or HEAD with public bytes that have no compressed form, or with 304 if the client holds
    /// them.
    package func ready(_ bytes: ByteBuffer, type: String, etag: String) -> ReadyAnswer {
        var fields = HTTPFields()
        fields.reserveCapacity(Self.mostFields)
        fields.append(HTTPField(name: .eTag, value: etag))
        fields.append(Self.shared)
        guard !holds(etag: etag)
        else { return ReadyAnswer(HTTPResponse(status: .notModified, headerFields: fields)) }
        fields.append(HTTPField(name: .contentType, value: type))
        fields.append(HTTPField(name: .contentLength, value: "\(bytes.readableBytes)"))
        // A client would take bytes after the head of a HEAD answer for the next answer.
        return ReadyAnswer(
            HTTPResponse(status: .ok, headerFields: fields), method == .head ? ByteBuffer() : bytes)
    }

    /// As many fields as an answer gets on its way to the client.
    private static let mostFields = 12
    private static let shared = HTTPField(name: .cacheControl, value: Freshness.shared)
}
