import HTTP
import HTTPTypes
import Hummingbird
import NIOCore

/// A failure as WMTS clients see it: an OWS Common 1.1 exception report.
struct OWSException: Error {
    /// The exception codes of OGC 07-057r7 that the service uses.
    enum Code: String {
        case operationNotSupported = "OperationNotSupported"
        case missingParameter = "MissingParameterValue"
        case invalidParameter = "InvalidParameterValue"
        case versionNegotiationFailed = "VersionNegotiationFailed"
        case tileOutOfRange = "TileOutOfRange"

        /// The status that OGC 06-121r3, table 27, assigns to the code.
        var status: HTTPResponse.Status { self == .operationNotSupported ? .notImplemented : .badRequest }
    }

    let code: Code
    /// The parameter at fault.
    let locator: String
    let text: String

    var response: Response {
        let report = XML(
            "ows:ExceptionReport",
            ["xmlns:ows": "http://www.opengis.net/ows/1.1", "version": "1.1.0", "xml:lang": "en"],
            [
                XML(
                    "ows:Exception", ["exceptionCode": code.rawValue, "locator": locator],
                    [XML("ows:ExceptionText", text)])
            ])
        return Response(
            status: code.status, headers: [.contentType: "application/xml", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: report.document)))
    }
}
