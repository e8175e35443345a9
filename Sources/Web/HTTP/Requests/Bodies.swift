import Alerts
package import Foundation
import Hummingbird
package import NIOCore
import Observations
package import Topology

/// The size limits of bodies, each with its reason.
package enum BodyLimits {
    /// Readings as JSON, which is held in memory as a whole.
    package static let readings = UploadLimits.jsonBytes
    /// Readings as inflated CSV, which is streamed: 100 million rows, the history of a whole network.
    package static let history = 4 << 30
    /// Even a polygon that is far too large is read, so that the answer can name its number of vertices.
    package static let fence = 32 << 20
    /// A profile with a hundred allergens takes 6 KB.
    package static let profile = 1 << 20
    /// A day with every item and a long note takes 8 KB.
    package static let diary = 64 << 10
    /// 10,000 values with long names take 2 MB.
    package static let metrics = 4 << 20
    /// 200 trips with twenty allergens each take 500 KB.
    package static let trips = 1 << 20
    /// A report with ten allergens and all symptoms takes 1 KB.
    package static let report = 1 << 20
    /// A password of 128 characters takes at most 2 KB, or 8 KB as JSON.
    package static let account = 64 << 10
    /// A photo from a phone's camera.
    package static let picture = 5 << 20
    /// Texts of the largest size in five languages take 320 KB, and more with escapes.
    package static let article = 2 << 20
    /// A push subscription takes 1 KB.
    package static let channel = 1 << 20
}

extension Request {
    /// Reads the body, up to a limit.
    ///
    /// A body that declares a greater length is refused before a byte is read. A body without a declared
    /// length is refused when it reaches the limit.
    ///
    /// Its media type must be `type`, or absent.
    package func bytes(upTo limit: Int, as type: BodyType = .json) async throws -> ByteBuffer {
        try expectBody(of: type)
        let tooLarge = Problem(
            .contentTooLarge,
            "The limit here is \(limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB").")
        if let announced = headers[.contentLength].flatMap(Int.init), announced > limit { throw tooLarge }
        var buffer = ByteBuffer()
        for try await chunk in body {
            guard buffer.readableBytes + chunk.readableBytes <= limit else { throw tooLarge }
            buffer.writeImmutableBuffer(chunk)
        }
        return buffer
    }

    private func expectBody(of type: BodyType) throws {
        guard type == .json, hasBody, let named = headers[.contentType]?.split(separator: ";").first else {
            return
        }
        let plain = named.trimmingCharacters(in: .whitespaces).lowercased()
        guard plain == "application/json" || plain.hasPrefix("application/") && plain.hasSuffix("+json")
        else {
            throw Problem(.unsupportedMediaType, "Send application/json, with curl by --json.")
        }
    }
}

/// The media type that a body must have.
package enum BodyType {
    /// JSON, declared or without a type.
    case json
    /// Any media type.
    case any
}

extension Problem {
    package init(_ problem: AreaProblem) {
        self.init(.invalidArea, errors: [Detail(pointer: problem.pointer, detail: problem.detail)])
    }
}

extension JSON {
    /// Reads a document; areas in it may have as many vertices as a fence.
    package static func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        do {
            let decoder = JSONDecoder()
            decoder.userInfo[.areaVertexLimit] = FenceLimits.vertices
            return try decoder.decode(type, from: body)
        } catch let error as DecodingError {
            throw Problem(.invalidJSON, errors: [Problem.Detail(error)])
        } catch let problem as AreaProblem {
            throw Problem(problem)
        }
    }
}

extension Problem.Detail {
    /// Describes in plain words what is wrong with a document; the decoder's own text names our types.
    fileprivate init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(
                pointer: Self.pointer(context.codingPath + [key]),
                detail: "The member \"\(key.stringValue)\" is needed.")
        case .typeMismatch(_, let context):
            self.init(
                pointer: Self.pointer(context.codingPath), detail: "The value here is of the wrong type.")
        case .valueNotFound(_, let context):
            self.init(pointer: Self.pointer(context.codingPath), detail: "The value here cannot be null.")
        case .dataCorrupted(let context):
            self.init(
                pointer: Self.pointer(context.codingPath),
                detail: context.codingPath.isEmpty
                    ? "This is not JSON." : "The value here is not one that is allowed.")
        @unknown default:
            self.init(detail: "The document cannot be read.")
        }
    }

    private static func pointer(_ path: [any CodingKey]) -> String {
        path.map { key in
            let name = key.intValue.map(String.init) ?? key.stringValue
            return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
        }.joined()
    }
}
