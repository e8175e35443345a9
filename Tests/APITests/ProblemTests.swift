import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import API
@testable import HTTP

@Suite struct ProblemTests {
    private func document(of problem: Problem) async throws -> [String: Any] {
        let response = try problem.response
        let writer = BytesWriter()
        try await response.body.write(writer)
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes.readableBytesView))
        return try #require(object as? [String: Any])
    }

    /// Collects the bytes of a body.
    private final class BytesWriter: ResponseBodyWriter {
        nonisolated(unsafe) var bytes = ByteBuffer()
        func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test func `every kind has a unique name and title, and an error status`() {
        let kinds = ProblemKind.allCases
        #expect(Set(kinds.map(\.rawValue)).count == kinds.count)
        #expect(Set(kinds.map(\.title)).count == kinds.count)
        for kind in kinds {
            #expect((400...599).contains(kind.status.code), "\(kind)")
            #expect(kind.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        }
    }

    @Test(arguments: ProblemKind.allCases)
    func `a problem is a document with type, title and status`(kind: ProblemKind) async throws {
        let problem = Problem(kind, "What is wrong.")
        let document = try await document(of: problem)
        #expect(document["type"] as? String == "/problems/\(kind.rawValue)")
        #expect(document["title"] as? String == kind.title)
        #expect(document["status"] as? Int == kind.status.code)
        #expect(document["detail"] as? String == "What is wrong.")
        #expect(document["errors"] == nil)
        let response = try problem.response
        #expect(response.status == kind.status)
        #expect(response.headers[.contentType] == "application/problem+json")
        #expect(response.headers[.cacheControl] == "no-store")
        let asksWho = [ProblemKind.unauthorized, .wrongPasscode].contains(kind)
        #expect((response.headers[.wwwAuthenticate] != nil) == asksWho)
    }

    @Test func `several mistakes are listed, and the first one is the detail`() async throws {
        let problem = Problem(
            .invalidFence,
            errors: [
                .init(pointer: "/name", detail: "One."), .init(parameter: "date", detail: "Two."),
            ])
        let document = try await document(of: problem)
        #expect(document["detail"] as? String == "One.")
        let errors = try #require(document["errors"] as? [[String: String]])
        #expect(
            errors == [["pointer": "/name", "detail": "One."], ["parameter": "date", "detail": "Two."]])
    }

    @Test func `a failure with only a status is about:blank`() async throws {
        let document = try await document(of: Problem(plain: .notFound))
        #expect(document["type"] as? String == "about:blank" && document["title"] as? String == "Not Found")
        #expect(document.count == 3)
    }
}
